#include "transport/percent_encoding.hpp"

#include <gtest/gtest.h>

namespace stator::transport {
namespace {

TEST(PercentEncoding, DecodesValidEscapes) {
    EXPECT_EQ(percent_decoded("a%20b%2Fc%c3%A9"), "a b/c\u00e9");
    EXPECT_EQ(percent_decoded(""), "");
    for (const char* text : {"%", "%2", "%zz", "%2g", "%+1", "%-1", "%ff", "a%"}) {
        EXPECT_EQ(percent_decoded(text), std::nullopt) << text;
    }
}

TEST(PercentEncoding, LeavesInvalidEscapesInTheLenientVariant) {
    EXPECT_EQ(percent_decoded_where_possible("AKID%2F2026%2f"), "AKID/2026/");
    EXPECT_EQ(percent_decoded_where_possible("%zz%2%"), "%zz%2%");
    EXPECT_EQ(percent_decoded_where_possible("%ff"), "\xff");
}

TEST(PercentEncoding, DecodesItsOwnOutput) {
    const std::string text = "a b/c\u00e9%~._-";
    EXPECT_EQ(percent_decoded(percent_encoded(text)), text);
}

}  // namespace
}  // namespace stator::transport
