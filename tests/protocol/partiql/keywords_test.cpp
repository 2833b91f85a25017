#include "protocol/partiql/keywords.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::partiql {
namespace {

// The first and the last keyword, keywords with a common prefix, and keywords with digits and
// underscores.
TEST(Keywords, AreFoundAtAnyPositionOfTheList) {
    for (const std::string_view word :
         {"absolute", "zone",     "select",       "missing",   "inner",      "int",     "int2",
          "int8",     "integer8", "current_date", "bit",       "bit_length", "count",   "value",
          "values",   "set",      "remove",       "returning", "exists",     "date_add"}) {
        EXPECT_TRUE(is_keyword(word)) << word;
    }
}

// AWS: `year = 1` is a condition, because the parts of a date are not keywords.
// [case ExecuteStatement/syntax_errors]
TEST(Keywords, AreNeitherThePartsOfADateNorDynamoDbsOwnReservedWords) {
    for (const std::string_view word :
         {"year", "month", "day", "hour", "minute", "second", "status", "name", "ttl", "data"}) {
        EXPECT_FALSE(is_keyword(word)) << word;
    }
}

TEST(Keywords, AreWholeWordsInLowerCase) {
    for (const std::string_view word :
         {"", "a", "selec", "selects", "SELECT", "Select", "zones", "zz", "int3", "bit_"}) {
        EXPECT_FALSE(is_keyword(word)) << word;
    }
}

}  // namespace
}  // namespace stator::protocol::partiql
