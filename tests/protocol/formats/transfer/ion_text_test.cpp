#include "protocol/formats/transfer/ion_text.hpp"

#include <gtest/gtest.h>

#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {
namespace {

std::string ion_of(const std::string& item) {
    const auto document = wire::JsonDocument::parse(item);
    const auto image = wire::decode_item(document->root(), values::Dialect::Current);
    std::string text;
    append_ion_item(text, **image);
    return text;
}

std::string decimal(std::string_view digits) {
    std::string text;
    append_ion_decimal(text, digits);
    return text;
}

std::string symbol(std::string_view name) {
    std::string text;
    append_ion_symbol(text, name);
    return text;
}

// The first three are AWS's examples.
TEST(IonText, WritesNumbersAsDecimals) {
    EXPECT_EQ(decimal("103"), "103.");
    EXPECT_EQ(decimal("600"), "6d2");
    EXPECT_EQ(decimal("2000"), "2d3");
    EXPECT_EQ(decimal("0"), "0.");
    EXPECT_EQ(decimal("-600"), "-6d2");
    EXPECT_EQ(decimal("3.14"), "3.14");
    EXPECT_EQ(decimal("-0.5"), "-0.5");
    EXPECT_EQ(decimal("0.001"), "0.001");
    EXPECT_EQ(decimal("0.000001"), "0.000001");
    EXPECT_EQ(decimal("0.0000001"), "1d-7");
    EXPECT_EQ(decimal("0.00000012"), "12d-8");
}

TEST(IonText, QuotesNamesThatAreNotIdentifiers) {
    EXPECT_EQ(symbol("name_1"), "name_1");
    EXPECT_EQ(symbol("$dynamodb"), "$dynamodb");
    EXPECT_EQ(symbol("$12"), "'$12'");
    EXPECT_EQ(symbol("$ion_1_0"), "'$ion_1_0'");
    EXPECT_EQ(symbol("null"), "'null'");
    EXPECT_EQ(symbol("1a"), "'1a'");
    EXPECT_EQ(symbol("a b"), "'a b'");
    EXPECT_EQ(symbol("it's"), R"('it\'s')");
    EXPECT_EQ(symbol("ü"), "'ü'");
}

TEST(IonText, WritesEveryType) {
    EXPECT_EQ(
        ion_of(R"({"s":{"S":"a\"b\\\n\u0001ü"},"n":{"N":"-1.50"},"b":{"B":"AQI="},)"
               R"("ss":{"SS":["b","a"]},"ns":{"NS":["10"]},"bs":{"BS":["AQ=="]},)"
               R"("l":{"L":[{"S":"x"},{"L":[]}]},"m":{"M":{"k":{"BOOL":true}}},)"
               R"("null":{"NULL":true},"f":{"BOOL":false}})"),
        R"({b:{{AQI=}},bs:$dynamodb_BS::[{{AQ==}}],f:false,l:["x",[]],m:{k:true},n:-1.5,)"
        R"(ns:$dynamodb_NS::[1d1],'null':null,s:"a\"b\\\n\x01ü",ss:$dynamodb_SS::["a","b"]})"
    );
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
