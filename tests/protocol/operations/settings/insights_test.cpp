#include "protocol/operations/settings/insights.hpp"

#include <gtest/gtest.h>

#include <string>

#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::settings {
namespace {

Result<ListInsightsRequest> list(const std::string& text) {
    const auto document = wire::JsonDocument::parse(text);
    return decode_list_insights(document->root());
}

std::string member(const std::string& json, std::string_view name) {
    const auto document = wire::JsonDocument::parse(json);
    return std::string(document->root().string_or_empty(name));
}

TEST(Insights, ATokenContainsTheEndOfThePage) {
    for (const InsightsPlace& place :
         {InsightsPlace{"table", ""}, InsightsPlace{"t.b-l", "index"}}) {
        const ListInsightsReply page{{{place.table_name, place.index_name}}, true};
        const std::string token = member(encode_list_insights(page), "NextToken");
        const auto next = list(R"({"NextToken":")" + token + "\"}");
        ASSERT_TRUE(next.has_value());
        EXPECT_TRUE(next->after == place) << token;
    }
}

TEST(Insights, OtherTokensAreRefused) {
    for (const std::string token : {"", "nothing", "L2luZGV4"}) {  // "/index"
        const auto next = list(R"({"NextToken":")" + token + "\"}");
        ASSERT_TRUE(next.has_error()) << token;
        EXPECT_EQ(next.error().message, "Invalid Request: Provided nextToken is invalid: " + token);
    }
}

TEST(Insights, AMaximumOfZeroMeansAWholePage) {
    EXPECT_EQ(list(R"({"MaxResults":0})")->max_results, 100);
    EXPECT_EQ(list(R"({"MaxResults":7})")->max_results, 7);
}

}  // namespace
}  // namespace stator::protocol::operations::settings
