#include "protocol/model/member_codec.hpp"

#include <gtest/gtest.h>

#include "protocol/model/schema_members.hpp"

namespace stator::protocol::model {
namespace {

struct Span {
    std::int64_t first = 0;
    std::int64_t last = 0;

    friend bool operator==(const Span&, const Span&) = default;
};

void members(auto& code, Like<Span> auto& span) {
    code.demand("First", span.first);
    code("Last", span.last, span.first);
}

void members(auto& code, auto& index, Like<Span> auto& span) {
    code("IndexName", index);
    code("First", span.first);
}

struct Sample {
    std::string name;
    std::string text = {};
    bool flag = false;
    std::optional<std::int64_t> count = {};
    double share = 0;
    Instant time = {};
    values::SearchSchemaElementType term = values::SearchSchemaElementType::InlineFilter;
    char letter = '-';
    std::vector<std::string> names = {};
    std::map<std::string, std::int64_t> numbers = {};
    std::vector<values::AttributeDefinition> attributes = {};
    std::optional<Span> span = {};
    ByIndex<Span> indexes = {};

    friend bool operator==(const Sample&, const Sample&) = default;
};

void members(auto& code, Like<Sample> auto& sample) {
    const auto to_text = [](char letter) { return std::string(1, letter); };
    const auto from_text = [](std::string_view text) {
        return text.empty() ? std::nullopt : std::optional(text.front());
    };
    code.demand("Name", sample.name);
    code.if_set("Text", sample.text);
    code.if_set("Flag", sample.flag);
    code("Count", sample.count);
    code("Share", sample.share);
    code("Ms", sample.time);
    code("Term", sample.term);
    code.text("Letter", sample.letter, to_text, from_text);
    code("Names", sample.names);
    code("Numbers", sample.numbers);
    code.if_set("Attributes", sample.attributes);
    code.together(sample.span);
    code.by_index("Indexes", sample.indexes);
}

const std::string kPlain =
    R"({"Name":"n","Share":0.0,"Ms":0,"Term":"INLINE_FILTER","Letter":"-","Names":[],"Numbers":{}})";

std::optional<Sample> read(const std::string& json_members) {
    return from_stored<Sample>(R"({"Name":"n",)" + json_members + "}");
}

TEST(MemberCodec, LeavesOutWhatIsAbsentOrNotSet) {
    EXPECT_EQ(stored_text(Sample{"n"}), kPlain);
    EXPECT_EQ(from_stored<Sample>(kPlain), Sample{"n"});
    EXPECT_EQ(from_stored<Sample>(R"({"Name":"n"})"), Sample{"n"});
}

TEST(MemberCodec, ReadsWhatItWrites) {
    Sample sample{"\"", "t", true, 0, 62.5, Instant(7), values::SearchSchemaElementType::Hash, 'x'};
    sample.names = {"a", ""};
    sample.numbers = {{"", -9'007'199'254'740'993}};
    sample.attributes = {
        {"b", values::AttributeType::Binary},
        {"n", values::AttributeType::Number},
        {"s", values::AttributeType::String}};
    sample.span = {1, 2};
    sample.indexes = {{"", {3}}, {"by-a", {4}}};
    EXPECT_EQ(
        stored_text(sample),
        R"({"Name":"\"","Text":"t","Flag":true,"Count":0,"Share":62.5,"Ms":7,"Term":"HASH",)"
        R"("Letter":"x","Names":["a",""],"Numbers":{"":-9007199254740993},)"
        R"("Attributes":[{"AttributeName":"b","AttributeType":"B"},)"
        R"({"AttributeName":"n","AttributeType":"N"},{"AttributeName":"s","AttributeType":"S"}],)"
        R"("First":1,"Last":2,"Indexes":[{"IndexName":"","First":3},)"
        R"({"IndexName":"by-a","First":4}]})"
    );
    EXPECT_EQ(from_stored<Sample>(stored_text(sample)), sample);
}

TEST(MemberCodec, TreatsAnotherTypeAsAbsence) {
    for (const std::string value : {"null", "1.5", "[1]", "{\"a\":\"b\"}", "\"HASHES\""}) {
        std::string json_members;
        for (const std::string name : {"Flag", "Count", "Ms", "Term", "Attributes", "First"}) {
            json_members += (json_members.empty() ? "\"" : ",\"") + name + "\":" + value;
        }
        EXPECT_EQ(read(json_members), Sample{"n"}) << value;
    }
    EXPECT_EQ(read(R"("Text":1,"Share":"1","Letter":1,"Names":{},"Numbers":[])"), Sample{"n"});
}

TEST(MemberCodec, SkipsElementsOfAnotherType) {
    Sample expected{"n"};
    expected.names = {"a"};
    expected.numbers = {{"b", 1}};
    expected.attributes = {{"", values::AttributeType::String}};
    expected.indexes = {{"", {}}};
    EXPECT_EQ(
        read(R"("Names":[1,"a",null],"Numbers":{"a":"1","b":1},"Indexes":[1,{}],)"
             R"("Attributes":["a",{"AttributeType":"SS"},[]])"),
        expected
    );
}

TEST(MemberCodec, RefusesAnObjectWithoutRequiredMembers) {
    for (const char* text : {"", "[]", "{}", R"({"Name":1})", R"({"Name":""})", R"({"Name":"n")"}) {
        EXPECT_FALSE(from_stored<Sample>(text)) << text;
    }
}

TEST(MemberCodec, ReadsGroupedMembersOnlyWithTheRequiredOnes) {
    EXPECT_EQ(read(R"("First":5)")->span, (Span{5, 5}));
    EXPECT_EQ(read(R"("Last":5)")->span, std::nullopt);
}

}  // namespace
}  // namespace stator::protocol::model
