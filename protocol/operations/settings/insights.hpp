// UpdateContributorInsights, DescribeContributorInsights, ListContributorInsights: requests, their
// validation without a table, replies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/model/contributor_insights.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::settings {

struct UpdateInsightsRequest {
    std::string table_name;  // name or ARN
    std::string index_name;  // "" for the table
    bool enable = false;
    model::InsightsMode mode = model::InsightsMode::AccessedAndThrottledKeys;
};

struct DescribeInsightsRequest {
    std::string table_name;  // name or ARN
    std::string index_name;  // "" for the table
};

// The last entry of a page of ListContributorInsights.
struct InsightsPlace {
    std::string table_name;
    std::string index_name;  // "" for the table

    friend bool operator==(const InsightsPlace&, const InsightsPlace&) = default;
};

struct ListInsightsRequest {
    std::string table_name;  // name or ARN; "" for all tables
    std::int64_t max_results = 100;
    std::optional<InsightsPlace> after = {};
};

// The Contributor Insights of a table or an index.
struct DescribedInsights {
    std::string table_name;
    std::string index_name;
    // nullopt if they were never configured.
    std::optional<model::ContributorInsights> insights = {};
    // True if the table or index has a sort key, which has rules of its own.
    bool has_sort_key = false;
};

struct ListInsightsReply {
    std::vector<DescribedInsights> summaries;
    bool has_more = false;
};

extern const wire::Shape kUpdateInsightsShape;
extern const wire::Shape kDescribeInsightsShape;
extern const wire::Shape kListInsightsShape;

Result<UpdateInsightsRequest> decode_update_insights(wire::JsonView json);
Result<DescribeInsightsRequest> decode_describe_insights(wire::JsonView json);
Result<ListInsightsRequest> decode_list_insights(wire::JsonView json);

std::string encode_update_insights(const DescribedInsights& described);
std::string encode_describe_insights(const DescribedInsights& described);
std::string encode_list_insights(const ListInsightsReply& reply);

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_update_insights, encode_update_insights>
    kUpdateContributorInsights{
        control("UpdateContributorInsights", Access::Writes), &kUpdateInsightsShape};
inline constexpr OperationSpec<decode_describe_insights, encode_describe_insights>
    kDescribeContributorInsights{
        control("DescribeContributorInsights", Access::Reads), &kDescribeInsightsShape};
inline constexpr OperationSpec<decode_list_insights, encode_list_insights> kListContributorInsights{
    control("ListContributorInsights", Access::Reads), &kListInsightsShape};

}  // namespace stator::protocol::operations::settings
