#include "protocol/expression/syntax/reserved_words.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stator::protocol::expression::syntax {
namespace {

TEST(ReservedWords, AreReservedInAnyCase) {
    for (const std::string word :
         {"ABORT", "abort", "Name", "status", "data", "YEAR", "tTl", "hash", "Item", "ZONE"}) {
        EXPECT_TRUE(is_reserved_word(word)) << word;
    }
}

TEST(ReservedWords, AreWholeWords) {
    for (const std::string word :
         {"", "a", "abor", "aborts", "name1", "my_name", "pk", "sk", "id", "type_", "zones"}) {
        EXPECT_FALSE(is_reserved_word(word)) << word;
    }
}

TEST(EqualsIgnoringCase, ComparesWholeTexts) {
    EXPECT_TRUE(equals_ignoring_case("between", "BETWEEN"));
    EXPECT_TRUE(equals_ignoring_case("BeTwEeN", "BETWEEN"));
    EXPECT_TRUE(equals_ignoring_case("", ""));
    EXPECT_FALSE(equals_ignoring_case("BETWEE", "BETWEEN"));
    EXPECT_FALSE(equals_ignoring_case("BETWEENS", "BETWEEN"));
    EXPECT_FALSE(equals_ignoring_case("in", "ON"));
}

}  // namespace
}  // namespace stator::protocol::expression::syntax
