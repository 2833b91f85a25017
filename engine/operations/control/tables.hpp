// The operations on tables and tags: the decoded request in, the reply out. Thread-safe.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/settings/tags.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::operations::control {

protocol::Result<protocol::operations::tables::DescribedTable> create_table(
    const universes::Call& call, const protocol::operations::tables::CreateTableRequest& request
);
protocol::Result<protocol::operations::tables::DescribedTable> update_table(
    const universes::Call& call, const protocol::operations::tables::UpdateTableRequest& request
);
protocol::Result<protocol::operations::tables::DescribedTable> delete_table(
    const universes::Call& call, const protocol::operations::tables::TableNameRequest& request
);
protocol::Result<protocol::operations::tables::DescribedTable> describe_table(
    const universes::Call& call, const protocol::operations::tables::TableNameRequest& request
);
protocol::Result<protocol::operations::tables::ListTablesReply> list_tables(
    const universes::Call& call, const protocol::operations::tables::ListTablesRequest& request
);

// AWS: TagResource and UntagResource answer with no body at all. [case tags/empty_body]
protocol::Result<void> tag_resource(
    const universes::Call& call, const protocol::operations::settings::TagResourceRequest& request
);
protocol::Result<void> untag_resource(
    const universes::Call& call, const protocol::operations::settings::UntagResourceRequest& request
);
protocol::Result<protocol::operations::settings::Tags> list_tags_of_resource(
    const universes::Call& call, const protocol::operations::settings::ListTagsRequest& request
);

protocol::Result<void> update_time_to_live(
    const universes::Call& call,
    const protocol::operations::settings::UpdateTimeToLiveRequest& request
);
protocol::Result<std::string> describe_time_to_live(
    const universes::Call& call,
    const protocol::operations::settings::DescribeTimeToLiveRequest& request
);

}  // namespace stator::engine::operations::control
