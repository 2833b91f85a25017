#include "engine/read/page_size.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/expression_support.hpp"

namespace stator::engine::read {
namespace {

// The page bytes of a row with the sort key and further attributes, with `f_bytes` bytes in f.
std::size_t row(const std::string& sort_key, std::size_t f_bytes, const std::string& more = "") {
    const std::string json = "{'pk': {'S': 'p'}, 'sk': " + sort_key + ", 'f': {'S': '" +
                             std::string(f_bytes, 'x') + "'}" + more + "}";
    return page_bytes(*tests::item(json), "sk");
}

// The bytes of a page with three rows, like those whose size was measured with DynamoDB: the first
// has `more`, the last an f of `last_bytes`. [case Query/page_boundary]
std::size_t page(const std::string& more, std::size_t last_bytes) {
    return row("{'S': '1'}", 345'000, more) + row("{'S': '2'}", 345'000) +
           row("{'S': '3'}", last_bytes);
}

constexpr std::size_t kLastThatFits = 1'048'575;

TEST(PageSize, CountsOneByteForANameOfAnyLength) {
    EXPECT_EQ(page("", 352'069), kLastThatFits);
    EXPECT_EQ(page("", 352'070), kLastThatFits + 1);
    const std::string name(300, 'n');
    EXPECT_EQ(
        page(", 'n': {'BOOL': true}", 345'000), page(", '" + name + "': {'BOOL': true}", 345'000)
    );
}

TEST(PageSize, CountsScalarsAsTheyAreStored) {
    EXPECT_EQ(
        page(", 'a': {'BOOL': true}, 'b': {'BOOL': false}, 'c': {'NULL': true}", 352'064),
        kLastThatFits
    );
    EXPECT_EQ(page(", 'a': {'B': 'AQI='}, 'b': {'B': ''}", 352'063), kLastThatFits);
    EXPECT_EQ(
        page(
            ", 'a': {'N': '12.3456'}, 'b': {'N': '1.234'}, 'c': {'N': '-1.234'}, 'd': {'N': '0'},"
            " 'g': {'N': '12'}, 'h': {'N': '123'}, 'i': {'N': '-5'}, 'j': {'N': '0.012'},"
            " 'k': {'N': '1000'}",
            352'024
        ),
        kLastThatFits
    );
    const auto text = [](std::size_t bytes) { return "{'S': '" + std::string(bytes, 'b') + "'}"; };
    EXPECT_EQ(
        page(
            ", 'a': " + text(1) + ", 'c': " + text(127) + ", 'd': " + text(128) +
                ", 'e': " + text(16'383) + ", 'g': " + text(16'384),
            319'032
        ),
        kLastThatFits
    );
}

TEST(PageSize, CountsContainersAsTheyAreStored) {
    EXPECT_EQ(
        page(
            ", 'a': {'SS': ['a', 'bc']}, 'b': {'NS': ['1.23', '12.3', '1.234']},"
            " 'c': {'BS': ['AQI=', 'Ag==', 'AQ==']}",
            352'038
        ),
        kLastThatFits
    );
    EXPECT_EQ(
        page(
            ", 'a': {'L': [{'S': 'a'}, {'N': '1'}, {'NULL': true}, {'L': []}]}, 'b': {'L': []}",
            352'049
        ),
        kLastThatFits
    );
    EXPECT_EQ(
        page(
            ", 'a': {'M': {'a': {'S': 'a'}, 'longer_name_of_an_element': {'N': '1'},"
            " 'm': {'M': {'x': {'BOOL': true}}}}}, 'b': {'M': {}}",
            352'044
        ),
        kLastThatFits
    );
}

TEST(PageSize, CountsTheSortKeyByItsOwnBytes) {
    EXPECT_EQ(
        row("{'N': '1'}", 345'000) + row("{'N': '2'}", 345'000) + row("{'N': '3'}", 351'728),
        kLastThatFits
    );
    EXPECT_EQ(
        row("{'B': 'YTE='}", 345'000) + row("{'B': 'YTI='}", 345'000) +
            row("{'B': 'YTM='}", 351'728),
        kLastThatFits
    );
}

TEST(PageSize, IsNotedOnTheImage) {
    const auto item = tests::item("{'pk': {'S': 'p'}}");
    EXPECT_EQ(item->known_page_bytes(), 0u);
    const std::size_t bytes = page_bytes(*item, "");
    EXPECT_EQ(item->known_page_bytes(), bytes);
    EXPECT_EQ(page_bytes(*item, ""), bytes);
}

}  // namespace
}  // namespace stator::engine::read
