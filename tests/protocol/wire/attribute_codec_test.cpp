#include "protocol/wire/attribute_codec.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stator::protocol::wire {
namespace {

// The item's JSON after a round trip, or the error message.
std::string round_trip(std::string_view json, values::Dialect dialect = values::Dialect::Current) {
    const auto document = JsonDocument::parse(std::string(json));
    if (!document) return "not JSON";
    const auto item = decode_item(document->root(), dialect);
    if (item.has_error()) return item.error().message;
    std::string text;
    append_item(text, *item.value());
    return text;
}

std::size_t size_of(std::string_view json) {
    const auto document = JsonDocument::parse(std::string(json));
    return decode_item(document->root(), values::Dialect::Current).value()->item_size();
}

std::string nested(int levels, std::string_view leaf) {
    std::string text;
    for (int i = 0; i < levels; ++i) text.append(R"({"L":[)");
    text.append(leaf);
    for (int i = 0; i < levels; ++i) text.append("]}");
    return text;
}

TEST(AttributeCodec, KeepsEveryType) {
    const std::string item =
        R"({"b":{"B":"AAH/"},"bool":{"BOOL":false},"bs":{"BS":["AA==","/w=="]},)"
        R"("l":{"L":[{"S":""},{"N":"1"},{"L":[]}]},"m":{"M":{"a":{"NULL":true},"b":{"M":{}}}},)"
        R"("n":{"N":"-1.5"},"ns":{"NS":["1","2","10"]},"nul":{"NULL":true},)"
        R"("s":{"S":"a\"\\\n\u0000é"},"ss":{"SS":["a","b"]}})";
    EXPECT_EQ(round_trip(item), item);
}

TEST(AttributeCodec, SortsSetsAndAttributes) {
    EXPECT_EQ(
        round_trip(R"({"z":{"NS":["10","9","-1"]},"a":{"SS":["b","a",""]}})"),
        R"({"a":{"SS":["","a","b"]},"z":{"NS":["-1","9","10"]}})"
    );
}

TEST(AttributeCodec, LastOfRepeatedNamesWins) {
    EXPECT_EQ(
        round_trip(R"({"a":{"S":"1"},"b":{"S":"2"},"a":{"S":"3"}})"),
        R"({"a":{"S":"3"},"b":{"S":"2"}})"
    );
}

TEST(AttributeCodec, ReportsValueErrors) {
    const std::string invalid = "One or more parameter values were invalid: ";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {R"({})",
         "Supplied AttributeValue is empty, must contain exactly one of the supported "
         "datatypes"},
        {R"({"S":"a","N":"1"})",
         "Supplied AttributeValue has more than one datatypes set, must "
         "contain exactly one of the supported datatypes"},
        {R"({"S":"a","N":"x"})", "The parameter cannot be converted to a numeric value: x"},
        {R"({"NULL":false})", invalid + "Null attribute value types must have the value of true"},
        {R"({"SS":[]})", invalid + "An string set  may not be empty"},
        {R"({"NS":[]})", invalid + "An number set  may not be empty"},
        {R"({"BS":[]})", invalid + "Binary sets should not be empty"},
        {R"({"SS":["b","a","b"]})",
         invalid + R"(Input collection ["a", "b", "b"] contains duplicates.)"},
        {R"({"BS":["/w==","AA==","AA=="]})",
         invalid + R"(Input collection ["AA==","/w==","AA=="]of type BS contains duplicates.)"},
        {R"({"NS":["1","1.0"]})", invalid + "Input collection contains duplicates."},
        {R"({"M":{"":{"S":"a"}}})", "Empty attribute name"},
    };
    for (const auto& [value, message] : cases) {
        EXPECT_EQ(round_trip("{\"a\":" + value + "}"), message) << value;
    }
    EXPECT_EQ(round_trip(R"({"":{"S":"a"}})"), "Empty attribute name");
}

TEST(AttributeCodec, OlderLayerShowsMembersAsSent) {
    const std::string invalid = "One or more parameter values were invalid: ";
    EXPECT_EQ(
        round_trip(R"({"a":{"SS":["b","a","b"]}})", values::Dialect::Older),
        invalid + "Input collection [b, a, b] contains duplicates."
    );
    EXPECT_EQ(
        round_trip(R"({"a":{"NS":["2","1","2"]}})", values::Dialect::Older),
        "Input collection contains duplicates"
    );
}

TEST(AttributeCodec, NestsThirtyTwoLevels) {
    EXPECT_NE(
        round_trip("{\"a\":" + nested(31, R"({"S":"x"})") + "}").find("\"x\""), std::string::npos
    );
    EXPECT_EQ(
        round_trip("{\"a\":" + nested(32, R"({"S":"x"})") + "}"),
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
        "beyond supported limit"
    );
}

TEST(AttributeCodec, SurvivesAbsurdNesting) {
    EXPECT_NE(
        round_trip("{\"a\":" + nested(200'000, R"({"S":"x"})") + "}").find("Nesting Levels"),
        std::string::npos
    );
}

TEST(AttributeCodec, BillsNamesAndValues) {
    EXPECT_EQ(size_of(R"({"ab":{"S":"héllo"}})"), 2u + 6u);
    EXPECT_EQ(size_of(R"({"a":{"BOOL":true},"b":{"NULL":true}})"), 4u);
    EXPECT_EQ(size_of(R"({"a":{"SS":["x","yy"]}})"), 1u + 3u);
    EXPECT_EQ(size_of(R"({"a":{"L":[]}})"), 1u + 3u);
    EXPECT_EQ(size_of(R"({"a":{"L":[{"S":"xy"}]}})"), 1u + 3u + 1u + 2u);
    EXPECT_EQ(size_of(R"({"a":{"M":{"k":{"N":"1"}}}})"), 1u + 3u + 1u + 1u + 2u);
    EXPECT_EQ(size_of(R"({"a":{"B":"AAAA"}})"), 1u + 3u);
}

}  // namespace
}  // namespace stator::protocol::wire
