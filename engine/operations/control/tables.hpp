// The operations on tables and tags: the decoded request in, the reply out. Thread-safe.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/settings/tags.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::operations::control {

protocol::Result<protocol::operations::tables::DescribedTable> create_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::CreateTableRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::tables::DescribedTable> update_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::UpdateTableRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::tables::DescribedTable> delete_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::tables::DescribedTable> describe_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request
);
protocol::Result<protocol::operations::tables::ListTablesReply> list_tables(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::ListTablesRequest& request
);

// AWS: TagResource and UntagResource answer with no body at all. [case tags/empty_body]
protocol::Result<void> tag_resource(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::TagResourceRequest& request,
    RequestOutcome& outcome
);
protocol::Result<void> untag_resource(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::UntagResourceRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::settings::Tags> list_tags_of_resource(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::ListTagsRequest& request
);

protocol::Result<void> update_time_to_live(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::UpdateTimeToLiveRequest& request,
    RequestOutcome& outcome
);
protocol::Result<std::string> describe_time_to_live(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::DescribeTimeToLiveRequest& request
);

}  // namespace stator::engine::operations::control
