#include "protocol/model/definition_json.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

namespace stator::protocol::model::definition {
namespace {

wire::JsonDocument document(const std::string& json) {
    auto parsed = wire::JsonDocument::parse(json);
    EXPECT_TRUE(parsed) << json;
    return std::move(*parsed);
}

std::string written(const std::function<void(wire::JsonWriter&)>& write) {
    std::string text;
    wire::JsonWriter json(text);
    json.begin_object();
    write(json);
    json.end_object();
    return text;
}

TEST(DefinitionWriters, LeaveOutWhatIsAbsentOrDefault) {
    const std::string nothing = written([](wire::JsonWriter& json) {
        write_integer(json, "a", std::nullopt);
        write_time(json, "t", std::nullopt);
        write_text(json, "b", "");
        write_flag(json, "c", false);
    });
    EXPECT_EQ(nothing, "{}");
}

TEST(DefinitionWriters, WriteTheRest) {
    const std::string all = written([](wire::JsonWriter& json) {
        write_integer(json, "a", 0);
        write_time(json, "t", Instant(7));
        write_text(json, "b", "\"");
        write_flag(json, "c", true);
        write_key_schema(json, {{"p", values::KeyType::Hash}, {"s", values::KeyType::Range}});
    });
    EXPECT_EQ(
        all,
        R"({"a":0,"t":7,"b":"\"","c":true,"KeySchema":[{"AttributeName":"p","KeyType":"HASH"},)"
        R"({"AttributeName":"s","KeyType":"RANGE"}]})"
    );
}

TEST(DefinitionReaders, ReadTheirTypes) {
    const auto json = document(R"({"o":{"x":1},"t":"text","f":true,"i":-9007199254740993,"z":0})");
    EXPECT_EQ(read_integer(*read_object(json.root(), "o"), "x"), 1);
    EXPECT_EQ(read_text(json.root(), "t"), "text");
    EXPECT_TRUE(read_flag(json.root(), "f"));
    EXPECT_EQ(read_integer(json.root(), "i"), -9'007'199'254'740'993);
    EXPECT_EQ(read_integer(json.root(), "z"), 0);
}

TEST(DefinitionReaders, TakeDamageForAbsence) {
    const auto json = document(R"({"t":"text","n":1.5,"l":[1],"f":false,"null":null})");
    for (const char* name : {"absent", "null", "t", "n", "l", "f"}) {
        EXPECT_EQ(read_integer(json.root(), name), std::nullopt) << name;
        EXPECT_FALSE(read_object(json.root(), name)) << name;
        EXPECT_FALSE(read_flag(json.root(), name)) << name;
        EXPECT_EQ(read_text(json.root(), name), std::string(name) == "t" ? "text" : "") << name;
    }
}

TEST(DefinitionReaders, VisitTheObjectsOfAnArrayAndPassOverTheRest) {
    const auto json = document(R"({"l":[{"x":1},2,null,[{"x":9}],{"x":3}],"o":{"x":4}})");
    std::string seen;
    const auto visit = [&](wire::JsonView element) {
        seen += std::to_string(*read_integer(element, "x")) + " ";
    };
    for_each_object(json.root(), "o", visit);
    for_each_object(json.root(), "absent", visit);
    EXPECT_EQ(seen, "");
    for_each_object(json.root(), "l", visit);
    EXPECT_EQ(seen, "1 3 ");
}

// A key of an unknown type is taken for a HASH key, and one without a name stays: whoever loads the
// table sees that something is there.
TEST(DefinitionReaders, ReadKeysThereAndBack) {
    const auto keys = [](const std::string& json) {
        const auto parsed = document(json);
        return read_keys(parsed.root());
    };
    const values::KeySchema schema{{"p", values::KeyType::Hash}, {"s", values::KeyType::Range}};
    EXPECT_EQ(
        keys(written([&](wire::JsonWriter& json) { write_key_schema(json, schema); })), schema
    );
    EXPECT_EQ(
        keys(R"({"KeySchema":[{"AttributeName":"p"},1,{"KeyType":"RANGE"}]})"),
        (values::KeySchema{{"p", values::KeyType::Hash}, {"", values::KeyType::Range}})
    );
    EXPECT_TRUE(keys(R"({"KeySchema":{}})").empty());
    EXPECT_TRUE(keys("{}").empty());
}

}  // namespace
}  // namespace stator::protocol::model::definition
