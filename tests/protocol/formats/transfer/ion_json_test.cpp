#include "protocol/formats/transfer/ion_json.hpp"

#include <gtest/gtest.h>

#include "protocol/formats/transfer/ion_text.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {
namespace {

// The JSON, or "!" and the error message.
std::string json_of(std::string_view ion) {
    std::string json;
    const auto fault = append_json_of_ion(json, ion);
    return fault ? "!" + fault->sentence : json;
}

TEST(IonJson, ReadsEveryType) {
    EXPECT_EQ(
        json_of(R"({s:"a\"b\n\x01ü",n:6d2,b:{{ AQI= }},ss:$dynamodb_SS::["b","a"],)"
                R"(ns:$dynamodb_NS::[1d1,2.],bs:$dynamodb_BS::[{{AQ==}}],l:["x",[]],m:{k:true},)"
                R"('null':null,f:false})"),
        "{\"s\":{\"S\":\"a\\\"b\\n\\u0001ü\"},\"n\":{\"N\":\"6e2\"},\"b\":{\"B\":\"AQI=\"},"
        "\"ss\":{\"SS\":[\"b\",\"a\"]},\"ns\":{\"NS\":[\"1e1\",\"2\"]},\"bs\":{\"BS\":[\"AQ==\"]},"
        "\"l\":{\"L\":[{\"S\":\"x\"},{\"L\":[]}]},\"m\":{\"M\":{\"k\":{\"BOOL\":true}}},"
        "\"null\":{\"NULL\":true},\"f\":{\"BOOL\":false}}"
    );
}

TEST(IonJson, ReadsIonOfOtherWriters) {
    EXPECT_EQ(
        json_of("{ 'a b' : 1 , // words\n \"c\": null.string, /* */ d:'''x''' '''y''', }"),
        R"({"a b":{"N":"1"},"c":{"NULL":true},"d":{"S":"xy"}})"
    );
    EXPECT_EQ(
        json_of("{a:-1.5e3,b:1_000,c:type::2}"),
        R"({"a":{"N":"-1.5e3"},"b":{"N":"1000"},"c":{"N":"2"}})"
    );
    EXPECT_EQ(json_of(R"({a:"\u00fc\ud83d\ude00\U0001f600"})"), R"({"a":{"S":"ü😀😀"}})");
    EXPECT_EQ(json_of("{}"), "{}");
}

TEST(IonJson, ReadsTheOutputOfIonText) {
    const std::string item =
        R"({"b":{"B":"AQI="},"l":{"L":[{"S":"x"},{"L":[]}]},"m":{"M":{"a b":{"BOOL":true}}},)"
        R"("n":{"N":"-0.00000000015"},"ns":{"NS":["1","20"]},"null":{"NULL":true},)"
        R"("s":{"S":"\u0000\t\\\"'ü😀"}})";
    const auto document = wire::JsonDocument::parse(item);
    const auto image = wire::decode_item(document->root(), values::Dialect::Current);
    std::string ion;
    append_ion_item(ion, **image);
    const auto again = wire::JsonDocument::parse(json_of(ion));
    ASSERT_TRUE(again) << ion;
    const auto copy = wire::decode_item(again->root(), values::Dialect::Current);
    ASSERT_TRUE(copy.has_value()) << copy.error().message;
    EXPECT_EQ((*copy)->payload(), (*image)->payload());
}

TEST(IonJson, ReadsALineOfABulkOperation) {
    const auto line_of = [](std::string_view ion) {
        std::string json;
        const auto fault = append_bulk_json_of_ion(json, ion);
        return fault ? "!" + fault->sentence : json;
    };
    EXPECT_EQ(line_of("{Item:{a:1.}}"), R"({"Item":{"a":{"N":"1"}}})");
    EXPECT_EQ(
        line_of(R"({ ConditionExpression : "#k = :v" , Item : {a:"x"},)"
                R"(ExpressionAttributeNames:{'#k':"k"},ExpressionAttributeValues:{':v':[true]}})"),
        R"({"ConditionExpression":"#k = :v","Item":{"a":{"S":"x"}},)"
        R"("ExpressionAttributeNames":{"#k":"k"},)"
        R"("ExpressionAttributeValues":{":v":{"L":[{"BOOL":true}]}}})"
    );
    EXPECT_EQ(line_of("{Item:1}"), "!a '{' is missing at character 7");
    EXPECT_EQ(line_of("{ConditionExpression:1}"), "!a text is missing at character 22");
    EXPECT_EQ(line_of("{Item:{}"), "!a ',' is missing at character 9");
}

TEST(IonJson, ReadsTheWrappedMember) {
    std::string json;
    EXPECT_FALSE(append_wrapped_json_of_ion(json, "{Item:{a:1.}}", "Item"));
    EXPECT_EQ(json, R"({"Item":{"a":{"N":"1"}}})");
    json.clear();
    EXPECT_EQ(
        append_wrapped_json_of_ion(json, "{Record:{a:1.}}", "Item")->sentence,
        "it has no Item at its beginning"
    );
}

TEST(IonJson, RefusesEscapesOfIncompleteCharacters) {
    EXPECT_EQ(
        json_of(R"({a:"\uD83D\uDE00\U0001F600\uFFFD"})"),
        "{\"a\":{\"S\":\"\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xEF\xBF\xBD\"}}"
    );
    for (const char* ion :
         {R"({a:"\uDE00"})",
          R"({a:"\uD83D"})",
          R"({a:"\uD83D\u0041"})",
          R"({a:"\uD83D\uD83D"})",
          R"({a:"\U0000D800"})",
          R"({a:"\U00110000"})",
          R"({a:"\UFFFFFFFF"})"}) {
        EXPECT_TRUE(json_of(ion).starts_with("!an escape stands for no character")) << ion;
    }
}

TEST(IonJson, ReportsTheFault) {
    for (const char* ion :
         {"",
          "{",
          "{a",
          "{a:",
          "{a:1",
          "{a:1,",
          "{a 1}",
          "{a:}",
          "{a:nan}",
          "{a:[1}",
          "{a:[1 2]}",
          "{a:{{AQ}",
          "{a:\"x}",
          "{a:'''x}",
          "{a:\"\\x1\"}",
          "{a:\"\\",
          "{a:1}{",
          "{a:/*}",
          "[1]",
          "{a:$dynamodb_SS::1}",
          "{a:$dynamodb_BS::[1]}",
          "{a:$dynamodb_NS::[\"1\"]}"}) {
        EXPECT_TRUE(json_of(ion).starts_with("!")) << ion << " gives " << json_of(ion);
    }
    std::string deep = "{a:";
    deep.append(100'000, '[');
    EXPECT_EQ(json_of(deep), "!it is nested too deeply");
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
