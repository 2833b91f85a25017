// The Kinesis streaming destinations of tables.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/settings/kinesis.hpp"

namespace stator::engine::operations::control {

Result<requests::settings::ChangedKinesis> enable_kinesis(
    const universes::Call& call, const requests::settings::EnableKinesisRequest& request
);

Result<requests::settings::ChangedKinesis> disable_kinesis(
    const universes::Call& call, const requests::settings::DisableKinesisRequest& request
);

Result<requests::settings::ChangedKinesis> update_kinesis(
    const universes::Call& call, const requests::settings::UpdateKinesisRequest& request
);

Result<requests::settings::DescribedKinesis> describe_kinesis(
    const universes::Call& call, const requests::settings::DescribeKinesisRequest& request
);

}  // namespace stator::engine::operations::control
