#include "protocol/expression/legacy/legacy_entries.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::legacy {
namespace {

// The entries as "name=json …".
std::string entries_of(const std::string& json) {
    const auto document = tests::document(json);
    std::string text;
    for (const auto& [name, value] : legacy_entries(document.root())) {
        text.append(name).append("=").append(value.text()).append(" ");
    }
    return text;
}

TEST(LegacyEntries, ComeInRequestOrder) {
    EXPECT_EQ(entries_of("{}"), "");
    EXPECT_EQ(entries_of("{'b': 1, 'a': {'x': []}, 'c': false}"), "b=1 a={\"x\":[]} c=false ");
}

TEST(LegacyEntries, LeaveOutNulls) {
    EXPECT_EQ(entries_of("{'a': null, 'b': 1, 'c': null}"), "b=1 ");
    EXPECT_EQ(entries_of("{'a': 1, 'b': 2, 'a': null}"), "a=1 b=2 ");
}

TEST(LegacyEntries, KeepTheLastOfRepeatedMembersAtTheFirstPosition) {
    EXPECT_EQ(entries_of("{'a': 1, 'b': 2, 'a': 3}"), "a=3 b=2 ");
    EXPECT_EQ(entries_of("{'a': null, 'b': 2, 'a': 3, 'a': 4, 'b': 5}"), "b=5 a=4 ");
    EXPECT_EQ(entries_of("{'': 1, ' ': 2, '': 3}"), "=3  =2 ");
}

}  // namespace
}  // namespace stator::protocol::expression::legacy
