#include "protocol/wire/json_pieces.hpp"

#include <gtest/gtest.h>

#include "protocol/values/number.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::wire {
namespace {

// More than is collected before output.
constexpr std::size_t kManyBytes = 600;

std::string as_string(std::string_view text) {
    std::string json;
    append_json_string(json, text);
    return json;
}

TEST(JsonPieces, OfEveryLengthBecomeStrings) {
    std::string out;
    std::string expected;
    {
        JsonPieces pieces(out);
        for (std::size_t size = 0; size <= kManyBytes; ++size) {
            std::string text(size, 'x');
            if (size > 0) text.back() = 'y';
            pieces.add_string(text);
            expected.append(as_string(text));
        }
        pieces.flush();
    }
    EXPECT_EQ(out, expected);
}

TEST(JsonPieces, EscapeWhereverItIsNeeded) {
    for (const char special : {'"', '\\', '\n', '\x01', '\x1F', '\x7F', '\xC3'}) {
        for (std::size_t size = 1; size <= 140; ++size) {
            for (std::size_t at = 0; at < size; ++at) {
                std::string text(size, 'x');
                text[at] = special;
                std::string out = "before";
                {
                    JsonPieces pieces(out);
                    pieces.add(':');
                    pieces.add_string(text);
                    pieces.add(',');
                    pieces.flush();
                }
                ASSERT_EQ(out, "before:" + as_string(text) + ",") << size << " " << at;
            }
        }
    }
}

TEST(JsonPieces, AreWrittenByFlush) {
    std::string out;
    JsonPieces pieces(out);
    pieces.add("[1");
    EXPECT_EQ(out, "");
    pieces.flush();
    EXPECT_EQ(out, "[1");
    pieces.add(']');
    pieces.flush();
    EXPECT_EQ(out, "[1]");
}

TEST(JsonPieces, KeepTheirOrderAroundLongPieces) {
    std::string out;
    std::string expected;
    {
        JsonPieces pieces(out);
        for (std::size_t size = 0; size <= kManyBytes; size += 7) {
            const std::string plain(size, 'p');
            pieces.add(R"({"B":")");
            pieces.add_plain(plain);
            pieces.add("\"}");
            expected.append(R"({"B":")").append(plain).append("\"}");
        }
        pieces.flush();
    }
    EXPECT_EQ(out, expected);
}

TEST(JsonPieces, KeepNumbersUnchanged) {
    const std::string_view numbers[] = {
        "0", "-7", "10", "0.5", "-0.05", "12345.678", "99999999999999999999999999999999999999"};
    for (const std::string_view number : numbers) {
        std::string encoded;
        ASSERT_TRUE(values::encode_number(number, values::Dialect::Current, encoded));
        std::string out;
        {
            JsonPieces pieces(out);
            pieces.add_number(encoded);
            pieces.flush();
        }
        EXPECT_EQ(out, number);
    }
}

}  // namespace
}  // namespace stator::protocol::wire
