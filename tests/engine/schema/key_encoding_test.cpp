#include "engine/schema/key_encoding.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stator::engine::schema {
namespace {

TEST(KeyEncoding, PartsSortLikeTheirBytes) {
    const std::string values[] = {
        "",
        std::string("\0", 1),
        std::string("\0\1", 2),
        "\1",
        "a",
        std::string("a\0", 2),
        "a\1",
        "ab",
        "\xFF"};
    std::string previous;
    for (const std::string& value : values) {
        std::string part;
        append_key_part(part, value);
        if (!previous.empty()) {
            EXPECT_LT(previous, part);
        }
        std::string prefix;
        append_key_prefix(prefix, value);
        EXPECT_EQ(part.compare(0, prefix.size(), prefix), 0);
        previous = part;
    }
}

std::string key_of(const std::string& first, const std::string& second) {
    std::string key;
    append_key_part(key, first);
    append_key_part(key, second);
    return key;
}

TEST(KeyEncoding, OrdersByPartsBeforeLaterOnes) {
    EXPECT_LT(key_of("a", "z"), key_of("ab", "a"));
    EXPECT_LT(key_of("a", "z"), key_of(std::string("a\0", 2), ""));
    EXPECT_LT(key_of("a", ""), key_of("a", "a"));
    EXPECT_NE(key_of("a", "bc"), key_of("ab", "c"));
}

TEST(KeyEncoding, EndsAPrefixBeforeKeysThatDoNotStartWithIt) {
    EXPECT_EQ(prefix_successor("a"), "b");
    EXPECT_EQ(prefix_successor("a\xFF\xFF"), "b");
    EXPECT_EQ(prefix_successor("\x7F"), "\x80");
    EXPECT_EQ(prefix_successor("\xFF"), "");
    EXPECT_EQ(prefix_successor(""), "");
}

}  // namespace
}  // namespace stator::engine::schema
