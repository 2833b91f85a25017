// UpdateContinuousBackups and DescribeContinuousBackups: requests, and the checks that need no
// table. Both have the same reply.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/base/result.hpp"
#include "protocol/model/backup.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::backups {

struct UpdateContinuousBackupsRequest {
    std::string table_name;  // a name or an ARN
    bool enabled = false;
    std::optional<std::int64_t> recovery_period_days = {};  // 1 to 35
};

struct DescribeContinuousBackupsRequest {
    std::string table_name;  // a name or an ARN
};

Result<UpdateContinuousBackupsRequest> decode_update_continuous_backups(wire::JsonView json);
Result<DescribeContinuousBackupsRequest> decode_describe_continuous_backups(wire::JsonView json);

std::string encode_continuous_backups(const model::ContinuousBackups& backups);

// The shapes of these requests.
extern const wire::Shape kUpdateContinuousBackupsShape;
extern const wire::Shape kDescribeContinuousBackupsShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_update_continuous_backups, encode_continuous_backups>
    kUpdateContinuousBackups{
        control("UpdateContinuousBackups", Access::Writes), &kUpdateContinuousBackupsShape};
inline constexpr OperationSpec<decode_describe_continuous_backups, encode_continuous_backups>
    kDescribeContinuousBackups{
        control("DescribeContinuousBackups", Access::Reads), &kDescribeContinuousBackupsShape};

}  // namespace stator::protocol::operations::backups
