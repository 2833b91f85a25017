#include "protocol/formats/transfer/item_line.hpp"

#include <gtest/gtest.h>

#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::formats::transfer {
namespace {

// The item as the reader with a document reads it, or null if it is rejected.
values::MutableItemImagePtr by_document(const std::string& line) {
    const auto document = wire::JsonDocument::parse(line);
    if (!document || !document->root().is_object()) return nullptr;
    const auto item = document->root().find("Item");
    if (!item || !item->is_object()) return nullptr;
    if (wire::check_types(*item, operations::shapes::kAttributeMap).has_error()) return nullptr;
    const auto image = wire::decode_item(*item, values::Dialect::Current);
    return image.has_error() ? nullptr : *image;
}

std::string item(const std::string& attributes) {
    return "{\"Item\":{" + attributes + "}}";
}

std::string deep(int levels) {
    std::string value = R"({"S":"x"})";
    for (int level = 0; level < levels; ++level) {
        value = (level % 2 == 0 ? R"({"M":{"a":)" : R"({"L":[)") + value +
                (level % 2 == 0 ? "}}" : "]}");
    }
    return item("\"deep\":" + value);
}

// Lines that must be read without a document.
const std::vector<std::string> kUsual = {
    item(""),
    item(R"("pk":{"S":"user#1"},"sk":{"S":"a string of more than sixteen characters"})"),
    item(R"("z":{"N":"-12.50"},"a":{"N":"0"},"m":{"N":"1E+40"},"b":{"BOOL":true})"),
    item(R"("no":{"BOOL":false},"null":{"NULL":true},"b":{"B":"AAEC/w=="},"e":{"S":""})"),
    item(R"("ss":{"SS":["b","a","ab"]},"ns":{"NS":["10","9","-3.5"]},"l":{"L":[]})"),
    item(R"("m":{"M":{"y":{"M":{}},"x":{"L":[{"S":"1"},{"N":"2"},{"M":{"q":{"NULL":true}}}]}}})"),
    item(R"("escaped":{"S":"say \"yes\"\/\\ and\n\tgo \b\f\r on, longer than that"})"),
    item("\"unicode\":{\"S\":\"Gr\xC3\xBC\xC3\x9F"
         "e \xE2\x82\xAC \xF0\x9F\x98\x80 \xED\x9F\xBF \xF4\x8F\xBF\xBF\"}"),
    " { \"Item\" : { \"pk\" : { \"S\" : \"x\" } , \"l\" : { \"L\" : [ { \"N\" : \"1\" } ] } } }\r",
    deep(15),
};

TEST(ItemLine, ReadsTheSameItemsAsTheDocument) {
    ItemLine reader;
    for (const std::string& line : kUsual) {
        const auto expected = by_document(line);
        ASSERT_NE(expected, nullptr) << line;
        const auto read = reader.read(line);
        ASSERT_NE(read, nullptr) << line;
        EXPECT_EQ(read->payload(), expected->payload()) << line;
    }
}

TEST(ItemLine, LeavesUnusualLinesToTheDocument) {
    std::string long_list = R"("l":{"L":[{"N":"1"})";
    for (int element = 1; element < 128; ++element) long_list.append(R"(,{"N":"1"})");
    const std::string lines[] = {
        item("\"gr\xC3\xBC\":{\"S\":\"a name that is not ASCII\"}"),
        item(R"("a":{"S":"\u00fc"})"),
        item(R"("a":{"S":"first"},"a":{"S":"last"})"),
        item(long_list + "]}"),
        item(R"("a":{"BOOL":"true"})"),
        R"({"Item":{"pk":{"S":"x"}},"other":1})",
        deep(20),
    };
    ItemLine reader;
    for (const std::string& line : lines) {
        EXPECT_NE(by_document(line), nullptr) << line;
        EXPECT_EQ(reader.read(line), nullptr) << line;
    }
}

TEST(ItemLine, RefusesLinesThatAreNotItems) {
    const std::string lines[] = {
        "",
        "{",
        R"({"pk":{"S":"x"}})",
        item(R"("a":{"S":1})"),
        item(R"("a":{"N":"x"})"),
        item(R"("a":{"N":1})"),
        item(R"("a":{"SS":[]})"),
        item(R"("a":{"SS":["x","x"]})"),
        item(R"("a":{"NS":["1","1.0"]})"),
        item(R"("a":{"NULL":false})"),
        item(R"("a":{"B":"x"})"),
        item(R"("":{"S":"x"})"),
        item(R"("a":{"S":"x","N":"1"})"),
        item(R"("a":{})"),
        item("\"a\":{\"S\":\"\xC0\xAF\"}"),
        item("\"a\":{\"S\":\"\xED\xA0\x80\"}"),
        item("\"a\":{\"S\":\"a tab \t in sixteen and more\"}"),
        item(R"("a":{"S":"x"})") + "}",
        deep(40),
    };
    ItemLine reader;
    for (const std::string& line : lines) {
        EXPECT_EQ(by_document(line), nullptr) << line;
        EXPECT_EQ(reader.read(line), nullptr) << line;
    }
}

// For randomly changed lines, the fast reader either declines the line or returns the same item as
// the other.
TEST(ItemLine, NeverDiffersFromTheDocument) {
    constexpr std::string_view kBytes("{}[]:,\"\\ \n0a1ESNBLM.-+/=\xC3\x80\xED\xF4\xFF\x1F\0", 31);
    ItemLine reader;
    std::size_t read_lines = 0;
    const auto compare = [&](const std::string& line) {
        const auto read = reader.read(line);
        if (read == nullptr) return;
        ++read_lines;
        const auto expected = by_document(line);
        ASSERT_NE(expected, nullptr) << line;
        ASSERT_EQ(read->payload(), expected->payload()) << line;
    };
    for (const std::string& line : kUsual) {
        for (std::size_t place = 0; place < line.size(); ++place) {
            compare(line.substr(0, place));
            compare(std::string(line).erase(place, 1));
            for (const char byte : kBytes) {
                std::string changed = line;
                changed[place] = byte;
                compare(changed);
                compare(std::string(line).insert(place, 1, byte));
            }
        }
    }
    EXPECT_GT(read_lines, 1'000U);
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
