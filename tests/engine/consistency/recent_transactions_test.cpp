#include "engine/consistency/recent_transactions.hpp"

#include <gtest/gtest.h>

#include <set>

namespace stator::engine::consistency {
namespace {

constexpr TableNumber kTransactedTable{1};
constexpr TableNumber kOther{2};

ReadScope table(std::uint64_t first = 0, std::uint64_t last = UINT64_MAX) {
    return {kTransactedTable, schema::HashRange{first, last}};
}

// Two transactions. Commit 10 writes hashes 100, 200 and 300 of the table, and one item of the
// other table. Commit 20 writes only hash 100 of the table, and the other table.
RecentTransactions two_transactions() {
    RecentTransactions recent;
    recent.note(SequenceNumber{20}, {{kOther, 5, 0}, {kTransactedTable, 100, 1}});
    recent.note(
        SequenceNumber{10},
        {{kTransactedTable, 100, 0},
         {kOther, 5, 2},
         {kTransactedTable, 200, 3},
         {kTransactedTable, 300, 4}}
    );
    return recent;
}

// The parts of the commit that are seen, over many draws: "0 3" and so on.
std::set<std::string> seen(
    const RecentTransactions& recent,
    std::uint64_t from,
    const ReadScope& scope,
    std::uint64_t commit,
    const std::vector<std::uint32_t>& parts
) {
    std::set<std::string> all;
    for (std::uint64_t bits = 0; bits < 64; ++bits) {
        const auto point = recent.part_of_next(SequenceNumber{from}, scope, bits);
        if (!point) return {"nothing"};
        EXPECT_EQ(point->sequence, SequenceNumber{commit - 1});
        std::string text;
        for (const std::uint32_t part : parts) {
            if (!point->sees({SequenceNumber{commit}, part})) continue;
            text.append(text.empty() ? "" : " ").append(std::to_string(part));
        }
        all.insert(std::move(text));
    }
    return all;
}

using Texts = std::set<std::string>;

TEST(RecentTransactions, ShowTheFirstWritesOrTheLastButNeverAllOfSeveral) {
    const auto recent = two_transactions();
    EXPECT_EQ(seen(recent, 9, table(), 10, {0, 3, 4}), (Texts{"0", "0 3", "3 4", "4"}));
    EXPECT_EQ(seen(recent, 0, table(), 10, {0, 3, 4}), (Texts{"0", "0 3", "3 4", "4"}));
}

TEST(RecentTransactions, ConsiderOnlyTheScopeOfTheRead) {
    const auto recent = two_transactions();
    EXPECT_EQ(seen(recent, 0, table(150, 300), 10, {3, 4}), (Texts{"3", "4"}));
    EXPECT_EQ(seen(recent, 10, table(150, 300), 0, {}), Texts{"nothing"});
    EXPECT_EQ(seen(recent, 0, {TableNumber{3}, {}}, 0, {}), Texts{"nothing"});
    // For an index, it is not known which writes of its table it shows.
    EXPECT_EQ(
        seen(recent, 0, {kTransactedTable, {}}, 10, {0, 3, 4}), (Texts{"0", "0 3", "3 4", "4"})
    );
}

TEST(RecentTransactions, ShowASingleWriteOrNot) {
    const auto recent = two_transactions();
    EXPECT_EQ(seen(recent, 10, table(), 20, {1}), (Texts{"", "1"}));
    EXPECT_EQ(seen(recent, 0, {kOther, schema::HashRange{}}, 10, {2}), (Texts{"", "2"}));
    EXPECT_EQ(seen(recent, 20, table(), 0, {}), Texts{"nothing"});
}

TEST(RecentTransactions, AreForgottenUpToTheHorizon) {
    auto recent = two_transactions();
    recent.trim(SequenceNumber{9});
    EXPECT_EQ(recent.size(), 2U);
    recent.trim(SequenceNumber{10});
    EXPECT_EQ(recent.size(), 1U);
    EXPECT_EQ(seen(recent, 0, table(), 20, {1}), (Texts{"", "1"}));
    recent.clear();
    EXPECT_EQ(recent.size(), 0U);
}

}  // namespace
}  // namespace stator::engine::consistency
