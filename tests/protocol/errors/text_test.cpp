// Messages with gaps: what fills them, and what looks like one and is none.
#include "protocol/errors/text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stator::protocol::errors {
namespace {

TEST(Text, IsAnErrorWithItsWords) {
    constexpr Text<0> text{"Nothing to update"};
    EXPECT_EQ(text().message, "Nothing to update");
    EXPECT_EQ(text().type, ErrorType::ValidationException);
    constexpr Text<0> other{"It is in use", ErrorType::ResourceInUseException};
    EXPECT_EQ(other().type, ErrorType::ResourceInUseException);
}

TEST(Text, FillsItsGapsFromLeftToRight) {
    constexpr Text<2> text{"Index {index} of table {table_name}."};
    EXPECT_EQ(text("i", std::string("tbl")).message, "Index i of table tbl.");
    EXPECT_EQ(text("{index}", "").message, "Index {index} of table .");
}

TEST(Text, LeavesBracesThatAreNoGap) {
    constexpr Text<1> text{"Value '{{table}=[]}' at {} or {Upper"};
    EXPECT_EQ(text("t").message, "Value '{t=[]}' at {} or {Upper");
    constexpr Text<0> none{"a { b"};
    EXPECT_EQ(none().message, "a { b");
}

static_assert(count_gaps("") == 0);
static_assert(count_gaps("{") == 0);
static_assert(count_gaps("{a}{b_c}") == 2);

}  // namespace
}  // namespace stator::protocol::errors
