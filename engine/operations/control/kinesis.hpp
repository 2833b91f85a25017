// The Kinesis streaming destinations of tables.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/settings/kinesis.hpp"

namespace stator::engine::operations::control {

protocol::Result<protocol::operations::settings::ChangedKinesis> enable_kinesis(
    const universes::Call& call, const protocol::operations::settings::EnableKinesisRequest& request
);

protocol::Result<protocol::operations::settings::ChangedKinesis> disable_kinesis(
    const universes::Call& call,
    const protocol::operations::settings::DisableKinesisRequest& request
);

protocol::Result<protocol::operations::settings::ChangedKinesis> update_kinesis(
    const universes::Call& call, const protocol::operations::settings::UpdateKinesisRequest& request
);

protocol::Result<protocol::operations::settings::DescribedKinesis> describe_kinesis(
    const universes::Call& call,
    const protocol::operations::settings::DescribeKinesisRequest& request
);

}  // namespace stator::engine::operations::control
