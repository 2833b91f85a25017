#include "conformance/hunt/shrink.hpp"

#include <gtest/gtest.h>

#include "conformance/base/json.hpp"
#include "conformance/generate/table_writer.hpp"

namespace stator::conformance::hunt {
namespace {

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Shrink, LeavesOnlyTheNecessaryParts) {
    Random random(1, 1);
    generate::KnownTable table{generate::random_table("t", random), {}};
    for (int i = 0; i < 9; ++i) {
        table.items.push_back(
            {{"pk", R"({"S":")" + std::to_string(i) + R"("})"}, {"a", R"({"N":"1"})"}}
        );
    }
    const generate::KnownTable other{generate::random_table("other", random), {}};
    Exemplar exemplar{
        {"Query",
         R"({"TableName":"t","FilterExpression":"b = :v0 AND c = :v1","Limit":3,)"
         R"("ExpressionAttributeValues":{":v0":{"S":"x"},":v1":{"S":"y"}}})"},
        {table, other},
        {}};
    const Exemplar smallest = shrunk(
        exemplar,
        [](const Exemplar& one) {
            bool has_fifth = false;
            for (const generate::Item& item : one.tables.front().items) {
                has_fifth = has_fifth || item.at("pk") == R"({"S":"5"})";
            }
            return has_fifth && contains(one.request.body, "c = ");
        },
        500
    );
    EXPECT_EQ(smallest.tables.size(), 1U);
    ASSERT_EQ(smallest.tables.front().items.size(), 1U);
    EXPECT_EQ(smallest.tables.front().items.front().size(), 1U);
    EXPECT_EQ(smallest.request.body, R"({"TableName":"t","FilterExpression":"c = :v1"})");
}

TEST(Shrink, TriesNoMoreThanAllowed) {
    std::size_t tries = 0;
    const Exemplar exemplar{{"PutItem", R"({"a":{"b":1},"c":[1,2,3],"d":"x AND y"})"}, {}, {}};
    const Exemplar same = shrunk(
        exemplar,
        [&](const Exemplar&) {
            ++tries;
            return false;
        },
        4
    );
    EXPECT_EQ(tries, 4U);
    EXPECT_EQ(same.request.body, exemplar.request.body);
}

TEST(SmallerRequests, DropPlaceholdersThatNothingUses) {
    const auto requests = smaller_requests(
        R"({"UpdateExpression":"SET a = :a, b = :b","ExpressionAttributeValues":{":a":{"N":"1"},":b":{"N":"2"}}})"
    );
    const std::string wanted =
        R"({"UpdateExpression":"SET a = :a","ExpressionAttributeValues":{":a":{"N":"1"}}})";
    EXPECT_NE(std::find(requests.begin(), requests.end(), wanted), requests.end());
    for (const std::string& request : requests) parse_json(request);
}

}  // namespace
}  // namespace stator::conformance::hunt
