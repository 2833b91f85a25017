#include "engine/transactions/transaction_register.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

namespace stator::engine::transactions {
namespace {

ItemName item(std::string_view pk, std::string_view sk = "", std::uint32_t table = 1) {
    return {TableNumber{table}, {0, pk, sk}};
}

TEST(TransactionRegister, KeepsItsItemsUntilTheTransactionEnds) {
    TransactionRegister busy;
    EXPECT_FALSE(busy.is_busy(item("a")));
    {
        const std::vector<ItemName> items = {item("a"), item("b", "s")};
        const auto entry = busy.enter(items);
        EXPECT_FALSE(entry.has_conflict());
        EXPECT_TRUE(busy.is_busy(item("a")));
        EXPECT_TRUE(busy.is_busy(item("b", "s")));
        EXPECT_FALSE(busy.is_busy(item("b")));
    }
    EXPECT_FALSE(busy.is_busy(item("a")));
}

TEST(TransactionRegister, EntersNoItemIfOneConflicts) {
    TransactionRegister busy;
    const std::vector<ItemName> first = {item("b")};
    std::optional<TransactionRegister::Entry> holder(busy.enter(first));
    const std::vector<ItemName> second = {item("a"), item("b"), item("c")};
    {
        const auto refused = busy.enter(second);
        EXPECT_TRUE(refused.has_conflict());
        EXPECT_EQ(refused.conflicts(), (std::vector<bool>{false, true, false}));
        EXPECT_FALSE(busy.is_busy(item("a")));
    }
    EXPECT_TRUE(busy.is_busy(item("b")));
    holder.reset();
    EXPECT_FALSE(busy.enter(second).has_conflict());
}

TEST(TransactionRegister, DistinguishesKeys) {
    TransactionRegister busy;
    const std::vector<ItemName> items = {item("ab", "c")};
    const auto entry = busy.enter(items);
    EXPECT_FALSE(busy.is_busy(item("a", "bc")));
    EXPECT_FALSE(busy.is_busy(item("abc")));
    EXPECT_FALSE(busy.is_busy(item("ab", "c", 2)));
    EXPECT_TRUE(busy.is_busy(item("ab", "c")));
}

TEST(TransactionRegister, ChecksWithoutEntering) {
    TransactionRegister busy;
    const std::vector<ItemName> items = {item("a"), item("b")};
    EXPECT_FALSE(busy.look(items).has_conflict());
    EXPECT_FALSE(busy.is_busy(item("a")));
    const std::vector<ItemName> held = {item("b")};
    const auto entry = busy.enter(held);
    const auto looked = busy.look(items);
    EXPECT_EQ(looked.conflicts(), (std::vector<bool>{false, true}));
    EXPECT_FALSE(busy.is_busy(item("a")));
}

TEST(TransactionRegister, MovesAnEntryWithItsItems) {
    TransactionRegister busy;
    const std::vector<ItemName> items = {item("a")};
    auto entry = busy.enter(items);
    {
        const TransactionRegister::Entry moved(std::move(entry));
        EXPECT_TRUE(busy.is_busy(item("a")));
    }
    EXPECT_FALSE(busy.is_busy(item("a")));
}

TEST(ConflictReasons, NameTheItemsThatConflict) {
    TransactionRegister busy;
    const std::vector<ItemName> held = {item("b")};
    const auto entry = busy.enter(held);
    const std::vector<ItemName> items = {item("a"), item("b")};
    const auto reasons = conflict_reasons(busy.look(items));
    ASSERT_EQ(reasons.size(), 2u);
    EXPECT_EQ(reasons[0].code, "None");
    EXPECT_EQ(reasons[1].code, "TransactionConflict");
    EXPECT_EQ(reasons[1].message, "Transaction is ongoing for the item");
}

}  // namespace
}  // namespace stator::engine::transactions
