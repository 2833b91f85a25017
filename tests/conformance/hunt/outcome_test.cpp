#include "conformance/hunt/outcome.hpp"

#include <gtest/gtest.h>

namespace stator::conformance::hunt {
namespace {

const generate::Request kScan{"Scan", "{}"};
const generate::Request kGet{"GetItem", "{}"};

Outcome refusal(const std::string& type, const std::string& message) {
    return read_outcome(
        kGet, {400, R"({"__type":"x#)" + type + R"(","message":")" + message + R"("})"}
    );
}

TEST(Skeleton, IsTheSameForTheSameRule) {
    EXPECT_EQ(
        skeleton("1 validation error detected: Value 'x' at 'limit' failed"),
        skeleton("2 validation errors detected: Value '7' at 'segment' failed")
    );
    EXPECT_EQ(
        skeleton("Missing the key pk in the item"), skeleton("Missing the key sk in the item")
    );
    EXPECT_NE(skeleton("one rule"), skeleton("another rule"));
}

TEST(Skeleton, IsNotCutInTheMiddleOfACharacter) {
    const std::string head(239, 'x');
    EXPECT_EQ(skeleton(head + "ü" + head), head);
    EXPECT_EQ(skeleton("x" + head + "ü"), "x" + head);
}

TEST(Disagreement, SeesTheOrderOfRowsOnlyWhereItIsPromised) {
    const Answer one{200, R"({"Items":[{"a":{"N":"1"}},{"a":{"N":"2"}}],"Count":2})"};
    const Answer other{200, R"({"Count":2,"Items":[{"a":{"N":"2"}},{"a":{"N":"1"}}]})"};
    EXPECT_EQ(disagreement(read_outcome(kScan, one), read_outcome(kScan, other)), "");
    const generate::Request query{"Query", "{}"};
    EXPECT_EQ(disagreement(read_outcome(query, one), read_outcome(query, other)), "reply /Items");
}

TEST(Disagreement, IgnoresTheOrderOfSetsAndIdsAndTimes) {
    const Outcome one =
        read_outcome(kGet, {200, R"({"Item":{"s":{"SS":["a","b"]}},"TableId":"1"})"});
    const Outcome other =
        read_outcome(kGet, {200, R"({"TableId":"2","Item":{"s":{"SS":["b","a"]}}})"});
    EXPECT_EQ(disagreement(one, other), "");
}

TEST(Disagreement, NamesThePlaceOrTheRefusal) {
    const Outcome cheap =
        read_outcome(kGet, {200, R"({"ConsumedCapacity":{"CapacityUnits":1.0}})"});
    const Outcome dear = read_outcome(kGet, {200, R"({"ConsumedCapacity":{"CapacityUnits":2}})"});
    EXPECT_EQ(disagreement(cheap, dear), "reply /ConsumedCapacity/CapacityUnits");
    EXPECT_EQ(disagreement(cheap, refusal("X", "no")), "X: no");
    EXPECT_EQ(disagreement(refusal("X", "no"), refusal("X", "no")), "");
    EXPECT_EQ(disagreement(refusal("X", "no"), refusal("X", "never")), "X: never");
}

TEST(Disagreement, GivesNoSayToServersWithoutTheOperationOrAReply) {
    const Outcome success = read_outcome(kGet, {200, "{}"});
    EXPECT_EQ(disagreement(success, refusal("UnknownOperationException", "")), "-");
    EXPECT_EQ(disagreement(success, read_outcome(kGet, {})), "-");
}

}  // namespace
}  // namespace stator::conformance::hunt
