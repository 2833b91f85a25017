// The Kinesis streaming destinations of tables.
#pragma once

#include "engine/base/request_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/settings/kinesis.hpp"

namespace stator::engine::operations::control {

protocol::Result<protocol::operations::settings::ChangedKinesis> enable_kinesis(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::EnableKinesisRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::operations::settings::ChangedKinesis> disable_kinesis(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::DisableKinesisRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::operations::settings::ChangedKinesis> update_kinesis(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::UpdateKinesisRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::operations::settings::DescribedKinesis> describe_kinesis(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::DescribeKinesisRequest& request
);

}  // namespace stator::engine::operations::control
