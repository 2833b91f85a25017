#include "load/workloads/answer.hpp"

#include <gtest/gtest.h>

namespace stator::bench {
namespace {

TEST(Answer, FindsTheCount) {
    EXPECT_EQ(count_in(R"({"Count":10,"ScannedCount":5242})"), 10U);
    EXPECT_EQ(count_in(R"({"ScannedCount": 5242, "Items": [], "Count": 0})"), 0U);
    EXPECT_EQ(count_in(R"({"ScannedCount":5242})"), std::nullopt);
    EXPECT_EQ(count_in(R"({"Count")"), std::nullopt);
    EXPECT_EQ(count_in(""), std::nullopt);
}

TEST(Answer, FindsTheLastEvaluatedKey) {
    EXPECT_EQ(
        last_evaluated_key_in(R"({"LastEvaluatedKey": {"pk":{"S":"a"},"sk":{"N":"1"}},"Count":1})"),
        R"({"pk":{"S":"a"},"sk":{"N":"1"}})"
    );
    EXPECT_EQ(last_evaluated_key_in(R"({"Count":1})"), "");
    EXPECT_EQ(last_evaluated_key_in(R"({"LastEvaluatedKey":{"pk")"), "");
}

}  // namespace
}  // namespace stator::bench
