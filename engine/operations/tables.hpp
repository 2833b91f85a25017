// The operations on tables and tags, as the emulator calls them: the decoded request in, the
// reply's body out. The context learns which journal ticket the reply must wait for.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/settings/tags.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::operations {

protocol::Result<std::string> create_table(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::CreateTableRequest& request
);
protocol::Result<std::string> update_table(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::UpdateTableRequest& request
);
protocol::Result<std::string> delete_table(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request
);
protocol::Result<std::string> describe_table(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request
);
protocol::Result<std::string> list_tables(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::ListTablesRequest& request
);

// AWS: TagResource and UntagResource answer with no body at all. [case tags/empty_body]
protocol::Result<std::string> tag_resource(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::TagResourceRequest& request
);
protocol::Result<std::string> untag_resource(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::UntagResourceRequest& request
);
protocol::Result<std::string> list_tags_of_resource(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::ListTagsRequest& request
);

protocol::Result<std::string> update_time_to_live(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::UpdateTimeToLiveRequest& request
);
protocol::Result<std::string> describe_time_to_live(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::DescribeTimeToLiveRequest& request
);

}  // namespace stator::engine::operations
