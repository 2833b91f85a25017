#include "engine/table/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "engine/read/read.hpp"
#include "engine/schema/partition_hash.hpp"
#include "engine/storage/partition_locks.hpp"
#include "tests/support/indexed_table.hpp"

namespace stator::engine::table {
namespace {

using testing::Attributes;
using testing::item;
using testing::number;
using testing::remove;
using testing::text;

class TableTest : public ::testing::Test {
protected:
    TableTest() : table_(testing::make_indexed_table(database_)) {}

    // Puts the item with pk "p<i>" and sk 1, and further attributes.
    void put(int i, const Attributes& more = {}) {
        const std::string pk = "p" + std::to_string(i);
        database_.run(testing::put("Tab", item({{"pk", text(pk)}, {"sk", number(1)}}, more)));
    }

    // The number of entries of the index, or of items of the table; -1 if the index does not exist.
    static int count(const Table& table, const std::string& index) {
        const auto snapshot = table.snapshot();
        const schema::IndexSchema* found =
            index.empty() ? nullptr : snapshot->schema.find_index(index);
        if (!index.empty() && found == nullptr) return -1;
        int slots = 0;
        testing::each_slot(table, found, [&](const storage::Slot& slot) {
            if (slot.current()) ++slots;
        });
        return slots;
    }

    protocol::model::TableDescription description() const {
        return table_->snapshot()->description;
    }

    void publish(protocol::model::TableDescription description) {
        table_->publish(std::move(description), nullptr, Instant(0));
        table_->fill_some();
    }

    std::shared_ptr<Table> copied(const std::string& name = "Copy") {
        protocol::model::TableDescription next = description();
        next.name = name;
        const storage::PartitionSet* const all[] = {&table_->partitions()};
        const storage::PartitionLocks locks(all);
        return table_->copy(TableNumber{77}, std::move(next), nullptr);
    }

    testing::Database database_;
    std::shared_ptr<Table> table_;
};

TEST_F(TableTest, DoesNotChangeEarlierSnapshots) {
    const auto before = table_->snapshot();
    protocol::model::TableDescription next = description();
    next.deletion_protection = true;
    publish(next);
    EXPECT_FALSE(before->description.deletion_protection);
    EXPECT_TRUE(table_->snapshot()->description.deletion_protection);
}

TEST_F(TableTest, FillsAnIndexThatBecomesMaintainedAndDropsOneThatNoLongerIs) {
    put(1, {{"g", text("a")}, {"n", number(1)}});
    put(2, {{"g", text("a")}});
    put(3);
    EXPECT_EQ(count(*table_, "all"), 1);
    EXPECT_EQ(count(*table_, "keys"), 2);
    const protocol::model::TableDescription whole = description();
    protocol::model::TableDescription without = whole;
    std::erase_if(without.global_indexes, [](const auto& index) { return index.name == "keys"; });
    publish(without);
    EXPECT_EQ(count(*table_, "keys"), -1);
    put(4, {{"g", text("b")}});
    publish(whole);
    EXPECT_EQ(count(*table_, "keys"), 3);
    // The other index kept its entries throughout.
    EXPECT_EQ(count(*table_, "all"), 1);
}

TEST_F(TableTest, DoesNotMaintainAnIndexBeforeItsBackfillBegins) {
    put(1, {{"g", text("a")}});
    protocol::model::TableDescription next = description();
    for (auto& index : next.global_indexes) {
        if (index.name == "keys") index.status = protocol::values::IndexStatus::Creating;
    }
    publish(next);
    EXPECT_EQ(count(*table_, "keys"), -1);
    for (auto& index : next.global_indexes) {
        if (index.name == "keys") index.backfilling = true;
    }
    table_->publish(next, nullptr, Instant(0));
    EXPECT_EQ(count(*table_, "keys"), 0);
    EXPECT_FALSE(table_->has_all_items("keys"));
    EXPECT_FALSE(table_->fill_some());
    EXPECT_TRUE(table_->has_all_items("keys"));
    EXPECT_EQ(count(*table_, "keys"), 1);
    EXPECT_FALSE(table_->snapshot()->schema.find_index("keys")->readable);
}

TEST_F(TableTest, TracksExpiriesWhileTimeToLiveIsEnabled) {
    put(1, {{"end", number(1'750'000'000)}});
    const auto expiring = [&] {
        std::size_t items = 0;
        for (storage::Partition* partition : table_->partitions().all()) {
            items += partition->expiries().between(Instant(0), Instant(INT64_MAX), 10).size();
        }
        return items;
    };
    EXPECT_EQ(expiring(), 0U);
    protocol::model::TableDescription next = description();
    next.time_to_live_attribute = "end";
    publish(next);
    EXPECT_EQ(expiring(), 1U);
    next.time_to_live_attribute = "";
    publish(next);
    EXPECT_EQ(expiring(), 0U);
}

TEST_F(TableTest, SplitsThePartitionsOfTheTableOrOfAGlobalIndex) {
    for (int i = 0; i < 20; ++i) put(i, {{"g", text("a")}});
    const std::uint64_t hash = schema::hash_partition_key("p7");
    for (const std::string index : {"", "keys"}) {
        const auto snapshot = table_->snapshot();
        const auto* schema = index.empty() ? nullptr : snapshot->schema.find_index(index);
        const storage::PartitionSet& partitions = table_->partitions_of(*snapshot, schema);
        const std::size_t before = partitions.all().size();
        const int items = count(*table_, index);
        const auto halves = table_->split_partition(index, hash, {});
        ASSERT_TRUE(halves) << index;
        EXPECT_EQ(partitions.all().size(), before + 1) << index;
        EXPECT_EQ(partitions.find(hash - 1).id(), halves->first) << index;
        EXPECT_EQ(partitions.find(hash).id(), halves->second) << index;
        EXPECT_EQ(count(*table_, index), items) << index;
        // The hash is the beginning of a partition, so it cannot be split there again.
        EXPECT_FALSE(table_->split_partition(index, hash, {})) << index;
    }
    EXPECT_FALSE(table_->split_partition("none", hash + 1, {}));
    EXPECT_FALSE(table_->split_partition("local", hash + 1, {}));
}

TEST_F(TableTest, GrowsWithItsThroughput) {
    const std::size_t before = table_->partitions().all().size();
    protocol::model::TableDescription next = description();
    next.warm_throughput.write_units_per_second = 40'000;
    publish(next);
    const std::size_t grown = table_->partitions().all().size();
    EXPECT_GE(grown, 40U);  // a partition has 1,000 units
    EXPECT_GT(grown, before);
    next.warm_throughput.write_units_per_second = 1;
    publish(next);
    EXPECT_EQ(table_->partitions().all().size(), grown);
}

TEST_F(TableTest, CountsCurrentItemsAndEntries) {
    put(1, {{"g", text("a")}, {"n", number(1)}});
    put(2, {{"g", text("a")}});
    database_.run(remove("Tab", item({{"pk", text("p2")}, {"sk", number(1)}})));
    const auto statistics = table_->statistics();
    EXPECT_EQ(statistics.table.items, 1);
    EXPECT_EQ(statistics.table.bytes, 13);  // pk 2 + 2, sk 2 + 2, g 1 + 1, n 1 + 2
    EXPECT_EQ(statistics.indexes.at("all").items, 1);
    EXPECT_EQ(statistics.indexes.at("keys").items, 1);
    EXPECT_EQ(statistics.indexes.at("local").items, 1);
}

// The stored list may take more or fewer than four bytes per element: 0 takes two bytes.
TEST_F(TableTest, CountsAVectorAsFourBytesPerElement) {
    const auto index = [](const std::string& name) {
        return R"({"IndexName":")" + name + R"(","VectorAttribute":{"AttributeName":"v"},)" +
               R"("Dimensions":2,"DistanceFunction":"EUCLIDEAN",)" +
               R"("Projection":{"ProjectionType":"KEYS_ONLY"}})";
    };
    database_.create_table(
        "Vectors", "pk:S", "", R"("VectorIndexes":[)" + index("one") + "," + index("other") + "]"
    );
    database_.universe().run_due_if_needed();
    const auto bytes_with = [this](const protocol::values::AttributeValue& element) {
        database_.run(testing::put(
            "Vectors", item({{"pk", text("p")}, {"v", testing::list({element, element})}})
        ));
        return database_.table("Vectors")->statistics().table.bytes;
    };
    EXPECT_EQ(bytes_with(number(0)), 3 + 1 + 8);  // pk 2 + 1, v 1 + 2 * 4
    EXPECT_EQ(bytes_with(number("1.2345678901234")), 3 + 1 + 8);
}

TEST_F(TableTest, IsCopiedAndThenIndependent) {
    put(1, {{"g", text("a")}, {"n", number(1)}});
    table_->reserve_row_ids(41);
    const auto copy = copied();
    put(2, {{"g", text("a")}, {"n", number(1)}});
    EXPECT_EQ(copy->number(), TableNumber{77});
    EXPECT_EQ(copy->snapshot()->description.name, "Copy");
    EXPECT_EQ(table_->snapshot()->description.name, "Tab");
    for (const std::string index : {"", "all", "keys", "local"}) {
        EXPECT_EQ(count(*copy, index), 1) << index;
        EXPECT_EQ(count(*table_, index), 2) << index;
    }
    EXPECT_EQ(copy->next_row_id(), 42U);
    EXPECT_EQ(copy->stream(), nullptr);
    // Images are shared with the copy.
    const auto image_in = [](Table& table) {
        const protocol::values::ItemImage* image = nullptr;
        testing::each_slot(table, nullptr, [&](const storage::Slot& slot) {
            if (slot.current_image()->pk() == "p1") image = slot.current_image();
        });
        return image;
    };
    EXPECT_EQ(image_in(*copy), image_in(*table_));
}

TEST_F(TableTest, ReservesRowIdsOnlyUpwards) {
    table_->reserve_row_ids(10);
    table_->reserve_row_ids(5);
    EXPECT_EQ(table_->next_row_id(), 11U);
    EXPECT_EQ(table_->next_row_id(), 12U);
}

}  // namespace
}  // namespace stator::engine::table
