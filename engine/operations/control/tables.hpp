// The operations on tables and tags: they take the decoded request and return the reply.
// Thread-safe.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/settings/tags.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::operations::control {

Result<requests::tables::DescribedTable> create_table(
    const universes::Call& call, const requests::tables::CreateTableRequest& request
);
Result<requests::tables::DescribedTable> update_table(
    const universes::Call& call, const requests::tables::UpdateTableRequest& request
);
Result<requests::tables::DescribedTable> delete_table(
    const universes::Call& call, const requests::tables::TableNameRequest& request
);
Result<requests::tables::DescribedTable> describe_table(
    const universes::Call& call, const requests::tables::TableNameRequest& request
);
Result<requests::tables::ListTablesReply> list_tables(
    const universes::Call& call, const requests::tables::ListTablesRequest& request
);

// AWS: replies to TagResource and UntagResource have no body. [case tags/empty_body]
Result<void> tag_resource(
    const universes::Call& call, const requests::settings::TagResourceRequest& request
);
Result<void> untag_resource(
    const universes::Call& call, const requests::settings::UntagResourceRequest& request
);
Result<requests::settings::Tags> list_tags_of_resource(
    const universes::Call& call, const requests::settings::ListTagsRequest& request
);

Result<void> update_time_to_live(
    const universes::Call& call, const requests::settings::UpdateTimeToLiveRequest& request
);
Result<std::string> describe_time_to_live(
    const universes::Call& call, const requests::settings::DescribeTimeToLiveRequest& request
);

}  // namespace stator::engine::operations::control
