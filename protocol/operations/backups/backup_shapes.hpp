// Shapes that the requests about backups share.
#pragma once

#include "protocol/base/limits.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::backups::shapes {

inline constexpr wire::Shape kBackupArn{
    .type = wire::ShapeType::String,
    .length_min = kMinBackupArnLength,
    .length_max = kMaxBackupArnLength};

}  // namespace stator::protocol::operations::backups::shapes
