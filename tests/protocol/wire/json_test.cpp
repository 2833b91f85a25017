#include "protocol/wire/json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stator::protocol::wire {
namespace {

TEST(JsonDocument, RefusesTextAfterTheValue) {
    EXPECT_TRUE(JsonDocument::parse("{} \r\n\t"));
    EXPECT_FALSE(JsonDocument::parse("{} {}"));
    EXPECT_FALSE(JsonDocument::parse("{}x"));
}

// A zero byte ends a C string, but not a body.
TEST(JsonDocument, RefusesZeroBytes) {
    EXPECT_FALSE(JsonDocument::parse(std::string("{}\0", 3)));
    EXPECT_FALSE(JsonDocument::parse(std::string("{}\0}{", 5)));
    EXPECT_FALSE(JsonDocument::parse(std::string("{\"a\":\"\0\"}", 9)));
    EXPECT_FALSE(JsonDocument::parse(std::string("\0", 1)));
    EXPECT_TRUE(JsonDocument::parse("{\"a\":\"\\u0000\"}"));
}

// Characters that are cut off by the end of the body, at each distance from it. A sanitizer detects
// reads past the end.
TEST(JsonDocument, RefusesBodiesThatEndInsideACharacter) {
    const std::string padding(100, 'x');  // too long for std::string's own buffer
    for (const std::string end :
         {"\xC3",
          "\xE2",
          "\xE2\x82",
          "\xF0",
          "\xF0\x9F",
          "\xF0\x9F\x98",
          "\xF0\"",
          "\xE2\"",
          "\xE2\"}",
          "\xF0\"}",
          "\xF0\x9F\"",
          "\xFF"}) {
        std::string body = "{\"a\":\"" + padding + end;
        body.shrink_to_fit();
        EXPECT_FALSE(JsonDocument::parse(std::move(body))) << end;
    }
    EXPECT_TRUE(JsonDocument::parse("\"\xE2\x82\xAC\""));
    EXPECT_TRUE(JsonDocument::parse("\"\xF0\x9F\x98\x80\""));
    EXPECT_TRUE(JsonDocument::parse("{\"a\":\"\xF0\x9F\x98\x80\"}"));
}

TEST(JsonDocument, RefusesHalfCharacters) {
    EXPECT_FALSE(JsonDocument::parse(R"("\ude00")"));
    EXPECT_FALSE(JsonDocument::parse(R"("\uDE00\ud83d")"));
    EXPECT_FALSE(JsonDocument::parse(R"("\ud83d")"));
    EXPECT_FALSE(JsonDocument::parse(R"("\ud83dx\ude00")"));
    EXPECT_FALSE(JsonDocument::parse(R"("\ud83d\ude00\ude00")"));
    EXPECT_TRUE(JsonDocument::parse(R"("\ud83d\uDE00")"));
    EXPECT_TRUE(JsonDocument::parse(R"("\\ude00")"));
    EXPECT_TRUE(JsonDocument::parse(R"("\ud7ff\ue000")"));
}

std::string text_of(std::string_view json) {
    return JsonDocument::parse(std::string(json))->root().text();
}

// Invalid and valid characters at every position within words of eight bytes.
TEST(JsonDocument, ChecksCharactersAtEveryPosition) {
    for (std::size_t before = 0; before < 24; ++before) {
        for (std::size_t after : {0U, 1U, 7U, 8U, 30U}) {
            const auto body = [&](std::string_view character) {
                return "{\"a\":\"" + std::string(before, 'x') + std::string(character) +
                       std::string(after, 'y') + "\"}";
            };
            for (const char* good : {"\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\x7F"}) {
                const auto document = JsonDocument::parse(body(good));
                ASSERT_TRUE(document) << before << " " << after;
                EXPECT_EQ(
                    document->root().find("a")->string(),
                    std::string(before, 'x') + good + std::string(after, 'y')
                );
            }
            for (const char* bad :
                 {"\x80", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xFF"}) {
                EXPECT_FALSE(JsonDocument::parse(body(bad))) << before << " " << after;
            }
        }
    }
}

// At every position within words of sixteen bytes, both after an escape and before any escape.
TEST(JsonDocument, RefusesControlCharactersAtEveryPosition) {
    for (const std::string begin : {"", "\\n", "ä"}) {
        for (std::size_t before = 0; before < 40; ++before) {
            for (char control = 0; control < 0x20; ++control) {
                const std::string text =
                    begin + std::string(before, 'x') + control + std::string(20, 'y');
                EXPECT_FALSE(JsonDocument::parse("{\"a\":\"" + text + "\"}"))
                    << before << " " << static_cast<int>(control);
                EXPECT_FALSE(JsonDocument::parse("{\"" + text + "\":1}"))
                    << before << " " << static_cast<int>(control);
            }
        }
    }
    EXPECT_FALSE(JsonDocument::parse("{\x1A}"));
    EXPECT_TRUE(JsonDocument::parse("{\t\"a\"\r\n :\n                                1}"));
}

// Escaped characters at every position within words of eight bytes, and the bytes around them.
TEST(JsonString, EscapesCharactersAtEveryPosition) {
    for (std::size_t before = 0; before < 24; ++before) {
        for (int byte = 0; byte < 256; ++byte) {
            const std::string text =
                std::string(before, '!') + static_cast<char>(byte) + std::string(9, '~');
            std::string out;
            append_json_string(out, text);
            const bool plain = byte >= 0x20 && byte != '"' && byte != '\\';
            EXPECT_EQ(out == '"' + text + '"', plain) << before << " " << byte;
            if (byte >= 0x80) continue;
            const auto document = JsonDocument::parse("[" + out + "]");
            ASSERT_TRUE(document) << before << " " << byte;
            EXPECT_EQ(JsonView(*document->root().elements().begin()).string(), text);
        }
    }
}

// The recursive parser must never receive text that could be nested deeper than its stack allows.
TEST(JsonDocument, ParsesAnyDepthInAnyContext) {
    for (const std::size_t depth : {10U, 4'999U, 5'000U, 5'001U, 200'000U}) {
        const std::string nest = std::string(depth, '[') + std::string(depth, ']');
        EXPECT_TRUE(JsonDocument::parse(nest)) << depth;
        EXPECT_FALSE(JsonDocument::parse(nest + "]")) << depth;
        const std::string in_text = "\"" + std::string(depth, '{') + "\"";
        EXPECT_TRUE(JsonDocument::parse("[" + in_text + "," + nest + "]")) << depth;
    }
}

// Reading such a number is harmless, regardless of its value.
TEST(JsonView, ReadsNumbersOfAnySize) {
    const std::string zeros(400, '0');
    const std::string numbers[] = {
        "0." + zeros + "1",
        "0." + zeros.substr(0, 30) + "1e-320",
        "1" + zeros.substr(0, 300) + "e308",
        "0e100",
        "0." + zeros,
        "1e-400",
        "4.9e-324"};
    for (const std::string& number : numbers) {
        const auto document = JsonDocument::parse(number);
        if (document) {
            EXPECT_GE(document->root().number(), 0) << number;
        }
    }
    EXPECT_EQ(JsonDocument::parse("0e100")->root().number(), 0);
    EXPECT_EQ(JsonDocument::parse("0." + zeros)->root().number(), 0);
}

// Digits and exponent together may exceed all doubles even if neither does so separately.
TEST(JsonDocument, RefusesNumbersBeyondAllDoubles) {
    for (const std::string number :
         {"1e309", "9999999999e300", "-9999999999e0300", "99999999.9e301"}) {
        EXPECT_FALSE(JsonDocument::parse(number)) << number;
        EXPECT_FALSE(JsonDocument::parse("{\"a\":[" + number + "]}")) << number;
        const std::string deep(5'000, '[');
        EXPECT_FALSE(JsonDocument::parse(deep + number + std::string(5'000, ']'))) << number;
    }
    EXPECT_TRUE(JsonDocument::parse("[1e308,-17976931348e298,9999999999e-300]"));
}

TEST(JsonView, WritesCompactText) {
    EXPECT_EQ(
        text_of(R"( {"a" : [1, -2.5, true, null, "x\"\u0000"], "b": {}, "a": [[], {"c": 1}]} )"),
        R"({"a":[1,-2.5,true,null,"x\"\u0000"],"b":{},"a":[[],{"c":1}]})"
    );
    EXPECT_EQ(text_of("7"), "7");
    EXPECT_EQ(text_of("[]"), "[]");
}

TEST(JsonView, WritesControlCharactersEscaped) {
    for (char control = 0; control < 0x20; ++control) {
        std::string text(20, 'x');
        text += control;
        text += std::string(20, 'y');
        std::string json;
        append_json_string(json, text);
        EXPECT_EQ(text_of(json), json);
        const std::string as_name = "{" + json + ":1}";
        EXPECT_EQ(text_of(as_name), as_name);
    }
}

TEST(JsonView, WritesAnyDepth) {
    constexpr std::size_t kLevels = 1'000'000;
    const std::string lists = std::string(kLevels, '[') + std::string(kLevels, ']');
    EXPECT_EQ(text_of(lists), lists);
}

}  // namespace
}  // namespace stator::protocol::wire
