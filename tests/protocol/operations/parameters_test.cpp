#include "protocol/operations/parameters.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations {
namespace {

TEST(Parameters, CannotBeOfBothKinds) {
    const auto mixing = [](std::string_view request) {
        const auto document = tests::document(request);
        return tests::verdict(check_mixing(document.root(), {"A", "B", "C"}, {"D", "E"}));
    };
    EXPECT_EQ(mixing("{'A': 1, 'B': 1, 'C': 1}"), "ok");
    EXPECT_EQ(mixing("{'D': 1, 'E': 1}"), "ok");
    EXPECT_EQ(mixing("{'A': null, 'D': 1}"), "ok");
    EXPECT_EQ(
        mixing("{'E': 1, 'C': 1, 'D': 1, 'A': 1}"),
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: {A, C} Expression parameters: {D, E}"
    );
}

TEST(Parameters, OfExpressionsRequireAnExpression) {
    using Names = std::initializer_list<std::string_view>;
    const auto needed = [](std::string_view request, Names absent) {
        const auto document = tests::document(request);
        return tests::verdict(check_scope_needed(document.root(), {"E", "F"}, absent));
    };
    const std::string only = " can only be specified when using expressions";
    EXPECT_EQ(needed("{}", {}), "ok");
    EXPECT_EQ(
        needed("{'F': '', 'ExpressionAttributeNames': {}, 'ExpressionAttributeValues': {}}", {}),
        "ok"
    );
    EXPECT_EQ(
        needed("{'ExpressionAttributeValues': {}, 'ExpressionAttributeNames': {}}", {}),
        "ExpressionAttributeNames" + only
    );
    EXPECT_EQ(needed("{'ExpressionAttributeValues': {}}", {}), "ExpressionAttributeValues" + only);
    EXPECT_EQ(
        needed("{'ExpressionAttributeValues': {}}", {"FilterExpression"}),
        "ExpressionAttributeValues" + only + ": FilterExpression is null"
    );
    EXPECT_EQ(
        needed("{'ExpressionAttributeValues': {}}", {"FilterExpression", "KeyConditionExpression"}),
        "ExpressionAttributeValues" + only +
            ": FilterExpression and KeyConditionExpression are null"
    );
}

TEST(Parameters, ThatAreBooleansMayBeStrings) {
    const auto document =
        tests::document("{'a': true, 'b': 'YES', 'c': 'no', 'd': false, 'e': null}");
    std::string truths;
    for (const std::string name : {"a", "b", "c", "d", "e", "f"}) {
        if (boolean_member(document.root(), name)) truths.append(name);
    }
    EXPECT_EQ(truths, "ab");
}

// True if the older dialect applies to `place`, with "%" replaced by a string inside `lists` lists.
bool is_older(std::string place, int lists) {
    std::string value = "{'S': 'x'}";
    for (int i = 0; i < lists; ++i) value = "{'L': [" + value + "]}";
    place.replace(place.find('%'), 1, value);
    const auto document = tests::document(place);
    return dialect_of(document.root()) == values::Dialect::Older;
}

TEST(Dialect, IsTheOlderOneForSixtyThreeOrMoreLevels) {
    EXPECT_FALSE(is_older("{'Item': {'a': %}}", 61));
    EXPECT_TRUE(is_older("{'Item': {'a': %}}", 63));
}

TEST(Dialect, DependsOnValuesEverywhere) {
    for (const std::string place :
         {"{'Item': {'a': {'S': ''}, 'b': %}}",
          "{'Key': {'a': %}}",
          "{'ExpressionAttributeValues': {':v': %}}",
          "{'Expected': {'a': {'Value': %}}}",
          "{'AttributeUpdates': {'a': {'Value': %}}}",
          "{'KeyConditions': {'a': {'AttributeValueList': [%]}}}",
          "{'QueryFilter': {'a': {'AttributeValueList': [%]}}}",
          "{'ScanFilter': {'a': {'AttributeValueList': [%]}}}"}) {
        EXPECT_TRUE(is_older(place, 70)) << place;
        EXPECT_FALSE(is_older(place, 10)) << place;
    }
    EXPECT_FALSE(is_older("{'Other': {'a': %}}", 70));
}

}  // namespace
}  // namespace stator::protocol::operations
