#include "protocol/operations/settings/insights.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/insights.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/operations/required_table.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::settings {
namespace {

using model::ContributorInsights;
using model::InsightsMode;
using model::InsightsStatus;
using wire::JsonView;
using wire::JsonWriter;
using wire::Shape;
using wire::ShapeType;

constexpr std::size_t kMinIndexNameLength = 3;
constexpr std::size_t kMaxIndexNameLength = 255;

// AWS: its length has its own message. [case UpdateContributorInsights/index]
const Shape kInsightsIndexName{.type = ShapeType::String, .name_pattern = true};
const Shape kInsightsAction{.type = ShapeType::String, .enum_set = "[DISABLE, ENABLE]"};
const Shape kInsightsMode{
    .type = ShapeType::String, .enum_set = "[ACCESSED_AND_THROTTLED_KEYS, THROTTLED_KEYS]"};
const Shape kMostInsights{.type = ShapeType::Integer, .value_max = kMaxListedInsights};

const wire::BoundShape kUpdateInsights(
    wire::required<&UpdateInsightsRequest::table_name>("TableName", shapes::kTableNameOrArn),
    wire::allowed<&UpdateInsightsRequest::index_name>("IndexName", kInsightsIndexName),
    wire::inner<UpdateInsightsRequest>(
        "ContributorInsightsAction",
        kInsightsAction,
        [](JsonView value, UpdateInsightsRequest& request) {
            request.enable = value.string() == "ENABLE";
        },
        true
    ),
    wire::allowed<&UpdateInsightsRequest::mode>("ContributorInsightsMode", kInsightsMode)
);
const wire::BoundShape kDescribeInsights(
    wire::required<&DescribeInsightsRequest::table_name>("TableName", shapes::kTableNameOrArn),
    wire::allowed<&DescribeInsightsRequest::index_name>("IndexName", kInsightsIndexName)
);
const wire::BoundShape kListInsights(
    wire::allowed<&ListInsightsRequest::table_name>("TableName", shapes::kTableNameOrArn),
    wire::inner<ListInsightsRequest>("NextToken", shapes::kText, nullptr),
    wire::allowed<&ListInsightsRequest::max_results>("MaxResults", kMostInsights)
);

Result<void> check_index_name(JsonView json) {
    const auto index = text_member(json, "IndexName");
    if (!index) return {};
    if (index->size() < kMinIndexNameLength || index->size() > kMaxIndexNameLength) {
        return errors::insights_index_name_length();
    }
    return {};
}

// Encodes the table name, a slash and the index name. Names cannot contain a slash.
std::string token_of(const DescribedInsights& last) {
    return values::base64_text(last.table_name + "/" + last.index_name);
}

Result<InsightsPlace> place_of_token(std::string_view token) {
    const std::string place = values::bytes_of_base64(token);
    const std::size_t slash = place.find('/');
    if (slash == std::string::npos || slash == 0) return errors::insights_token_invalid(token);
    return InsightsPlace{place.substr(0, slash), place.substr(slash + 1)};
}

void write_names(JsonWriter& json, const DescribedInsights& described) {
    json.string_member("TableName", described.table_name);
    if (!described.index_name.empty()) json.string_member("IndexName", described.index_name);
}

void write_state(JsonWriter& json, const ContributorInsights& insights) {
    json.string_member("ContributorInsightsStatus", values::text_of(insights.status));
    json.string_member("ContributorInsightsMode", values::text_of(insights.mode));
}

// AWS: CloudWatch rules that count accesses and throttled requests, by partition key and by sort
// key. [case DescribeContributorInsights/rules]
void write_rules(JsonWriter& json, const DescribedInsights& described) {
    const ContributorInsights& insights = *described.insights;
    std::string source = described.table_name;
    if (!described.index_name.empty()) source.append("-").append(described.index_name);
    source.append("-").append(std::to_string(insights.enabled_at.unix_ms()));
    const auto write_rule = [&](std::string_view kind) {
        std::string rule = "DynamoDBContributorInsights-";
        json.string(rule.append(kind).append("-").append(source));
    };
    const bool counts_accesses = insights.mode == InsightsMode::AccessedAndThrottledKeys;
    json.begin_array("ContributorInsightsRuleList");
    if (counts_accesses) write_rule("PKC");
    write_rule("PKT");
    if (described.has_sort_key && counts_accesses) write_rule("SKC");
    if (described.has_sort_key) write_rule("SKT");
    json.end_array();
}

}  // namespace

const Shape kUpdateInsightsShape = kUpdateInsights.shape();
const Shape kDescribeInsightsShape = kDescribeInsights.shape();
const Shape kListInsightsShape = kListInsights.shape();

Result<UpdateInsightsRequest> decode_update_insights(JsonView json) {
    STATOR_TRY(UpdateInsightsRequest request, decode_with_table(json, kUpdateInsights));
    STATOR_CHECK(check_index_name(json));
    return request;
}

Result<DescribeInsightsRequest> decode_describe_insights(JsonView json) {
    STATOR_TRY(DescribeInsightsRequest request, decode_with_table(json, kDescribeInsights));
    STATOR_CHECK(check_index_name(json));
    return request;
}

Result<ListInsightsRequest> decode_list_insights(JsonView json) {
    STATOR_TRY(ListInsightsRequest request, kListInsights.decode(json));
    if (request.max_results <= 0) request.max_results = kMaxListedInsights;
    if (const auto token = text_member(json, "NextToken")) {
        STATOR_TRY(request.after, place_of_token(*token));
    }
    return request;
}

std::string encode_update_insights(const DescribedInsights& described) {
    return wire::object_text([&](JsonWriter& json) {
        write_names(json, described);
        write_state(json, described.insights.value_or(ContributorInsights()));
    });
}

// AWS: the mode and the time are shown once insights have been enabled.
// [case DescribeContributorInsights/states]
std::string encode_describe_insights(const DescribedInsights& described) {
    return wire::object_text([&](JsonWriter& json) {
        write_names(json, described);
        if (described.insights) {
            const ContributorInsights& insights = *described.insights;
            if (insights.status == InsightsStatus::Enabled) write_rules(json, described);
            write_state(json, insights);
            json.timestamp_member("LastUpdateDateTime", insights.last_update);
        } else {
            json.string_member(
                "ContributorInsightsStatus", values::text_of(InsightsStatus::Disabled)
            );
        }
    });
}

std::string encode_list_insights(const ListInsightsReply& reply) {
    return wire::object_text([&](JsonWriter& json) {
        json.objects_member(
            "ContributorInsightsSummaries",
            reply.summaries,
            [&](const DescribedInsights& described) {
                write_names(json, described);
                write_state(json, described.insights.value_or(ContributorInsights()));
            }
        );
        if (reply.has_more) json.string_member("NextToken", token_of(reply.summaries.back()));
    });
}

}  // namespace stator::protocol::operations::settings
