// Messages with placeholders: the values that replace them, and braces that are not placeholders.
#include "protocol/errors/text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::errors {
namespace {

TEST(Text, IsAnErrorWithItsMessage) {
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

TEST(Text, KeepsBracesThatAreNotPlaceholders) {
    constexpr Text<1> text{"Value '{{table}=[]}' at {} or {Upper"};
    EXPECT_EQ(text("t").message, "Value '{t=[]}' at {} or {Upper");
    constexpr Text<0> none{"a { b"};
    EXPECT_EQ(none().message, "a { b");
}

// AWS: [case RestoreTableToPointInTime/outside_window] for the times.
TEST(Text, FormatsValuesLikeDynamoDb) {
    constexpr Text<1> text{"is {what}."};
    EXPECT_EQ(text(std::size_t{4096}).message, "is 4096.");
    EXPECT_EQ(text(-1).message, "is -1.");
    EXPECT_EQ(text(values::AttributeType::StringSet).message, "is SS.");
    EXPECT_EQ(text(values::TextPosition{1, 22, 3}).message, "is 1:22:3.");
    EXPECT_EQ(text(Instant(1'791'328'592'000)).message, "is 2026-10-06T23:16:32Z.");
    EXPECT_EQ(text(Instant(1'791'501'393'250)).message, "is 2026-10-08T23:16:33.250Z.");
    const values::DocumentPath path{{std::string("a"), std::uint32_t{3}}};
    EXPECT_EQ(text(path).message, "is [a, [3]].");
}

// AWS: [case Query/start_key_comparators]
TEST(Text, ShowsValuesWithTheirTypes) {
    constexpr Text<1> text{"{{value}}"};
    const auto message = [&](const std::string& json) {
        const auto item = tests::item("{'p': " + json + "}");
        return text(*item->find("p")).message;
    };
    EXPECT_EQ(message("{'S': 'a b'}"), "{AttributeValue: {S:a b}}");
    EXPECT_EQ(message("{'S': ''}"), "{AttributeValue: {S:}}");
    EXPECT_EQ(message("{'N': '-1.50'}"), "{AttributeValue: {N:-1.5}}");
    EXPECT_EQ(message("{'B': 'AQ=='}"), "{AttributeValue: {B:AQ==}}");
}

TEST(Text, ListsTextsInTheirOrder) {
    constexpr Text<1> text{"[{names}]"};
    EXPECT_EQ(text(std::vector<std::string>{}).message, "[]");
    EXPECT_EQ(text(std::vector<std::string>{"", "b", "a"}).message, "[, b, a]");
    EXPECT_EQ(text(std::array<std::string_view, 1>{"b"}).message, "[b]");
    const std::vector<std::string> names{"b", "a"};
    EXPECT_EQ(text(joined(names, "', '")).message, "[b', 'a]");
}

TEST(Text, HasACauseIfCodeDependsOnIt) {
    constexpr Text<0> text{"", ErrorType::ValidationException, ErrorCause::ItemSize};
    EXPECT_EQ(text().cause, ErrorCause::ItemSize);
    constexpr Text<0> other{""};
    EXPECT_EQ(other().cause, ErrorCause::Unspecified);
}

static_assert(count_gaps("") == 0);
static_assert(count_gaps("{") == 0);
static_assert(count_gaps("{a}{b_c}") == 2);

}  // namespace
}  // namespace stator::protocol::errors
