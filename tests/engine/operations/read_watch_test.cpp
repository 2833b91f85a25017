#include "engine/operations/read_watch.hpp"
#include "engine/faults/watched_context.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "engine/capacity/request_meter.hpp"
#include "engine/read/planner.hpp"
#include "engine/schema/partition_hash.hpp"
#include "engine/storage/partition.hpp"
#include "tests/support/expression_support.hpp"
#include "tests/support/indexed_table.hpp"

namespace stator::engine::operations {
namespace {

using protocol::operations::Consumption;
using testing::Attributes;
using testing::item;
using testing::number;
using testing::text;

class ReadWatchTest : public ::testing::Test {
protected:
    ReadWatchTest() : table_(testing::make_indexed_table(database_)) {
        context_.place.region = "us-east-1";
        context_.now = database_.clock().now();
    }

    Universe& universe() { return database_.universe(); }

    ReadWatch watch(const std::string& index = "") {
        return {{universe(), context_, outcome_}, *table_, *snapshot_, index_of(index)};
    }

    const schema::IndexSchema* index_of(const std::string& name) const {
        return name.empty() ? nullptr : snapshot_->schema.find_index(name);
    }

    // Writes an item. Returns the sequence number of its commit.
    SequenceNumber put(const std::string& pk, const Attributes& more = {}) {
        database_.run(testing::put("Tab", item({{"pk", text(pk)}, {"sk", number(1)}}, more)));
        return universe().consistency().last_sequence();
    }

    void advance(std::int64_t milliseconds) {
        database_.clock().advance(milliseconds);
        context_.now = database_.clock().now();
    }

    // Lets reads of the table lag by one second.
    void lag(consistency::ReadMode mode) {
        consistency::LagSettings settings;
        settings.tables = {mode, Distribution::fixed(1'000)};
        universe().consistency().set_settings(settings);
    }

    consistency::ReadSource source_of(const std::string& pk) {
        const std::uint64_t hash = schema::hash_partition_key(pk);
        const storage::LockedPartition partition(table_->partitions(), hash);
        return {table_->number(), "", "Tab", "", {partition->id(), partition->range()}};
    }

    // The read point of the watch for a partition key.
    storage::ReadPoint seen(
        ReadWatch& watched,
        const std::string& pk,
        bool consistent = false,
        Breadth breadth = Breadth::Item
    ) {
        const std::uint64_t hash = schema::hash_partition_key(pk);
        const storage::LockedPartition partition(table_->partitions(), hash);
        return watched.moments(consistent, breadth)->in(*partition, {hash, hash});
    }

    // Reads everything that the table or an index has for one value.
    read::ReadPlan query(
        const std::string& key, const std::string& value, const std::string& index = ""
    ) const {
        const auto json = tests::document(
            "{'TableName': 'Tab'" + (index.empty() ? "" : ", 'IndexName': '" + index + "'") +
            ", 'KeyConditionExpression': '" + key +
            " = :v', 'ExpressionAttributeValues': {':v': {'S': '" + value + "'}}}"
        );
        const auto request = protocol::operations::query::decode_query(json.root());
        return read::plan_query(table_, request.value()).value();
    }

    void note_page(const read::ReadPlan& plan) {
        const read::Page page = read::run_read(plan);
        watch(plan.index == nullptr ? "" : plan.index->name)
            .note_page(plan, page, read::read_consumption(plan, page));
    }

    void note_item(const std::string& pk, double units, bool is_found = true) {
        Consumption consumption;
        consumption.table = units;
        watch().note_item({schema::hash_partition_key(pk), pk, {}}, consumption, is_found);
    }

    // Such as "Tab 1 0/1; Tab/all 0.5 3/2 filter more": units, scanned and returned items.
    std::string metered() const {
        std::string text;
        for (const capacity::SourceUse& use : meter_.uses) {
            text.append(text.empty() ? "" : "; ").append(use.table);
            if (!use.index.empty()) text.append("/").append(use.index);
            std::string units = std::to_string(use.read_units);
            text.append(" ").append(units.substr(0, units.find('.') + 2)).append(" ");
            text.append(std::to_string(use.scanned)).append("/");
            text.append(std::to_string(use.returned));
            if (use.has_filter) text.append(" filter");
            if (use.has_more) text.append(" more");
        }
        return text;
    }

    // Such as "Tab: a=2 b=1; all: x=1": the number of reads by partition key.
    std::string hot_keys() {
        std::string text;
        for (const auto& source : universe().throughput().report(context_.now).sources) {
            std::string keys;
            for (const auto& partition : source.partitions) {
                for (const auto& key : partition.read_keys) {
                    keys.append(" ").append(key.text).append("=");
                    keys.append(std::to_string(static_cast<int>(key.units)));
                }
            }
            if (keys.empty()) continue;
            text.append(text.empty() ? "" : "; ");
            text.append(source.index.empty() ? source.table_name : source.index).append(":");
            text.append(keys);
        }
        return text;
    }

    testing::Database database_;
    std::shared_ptr<table::Table> table_;
    std::shared_ptr<const table::TableSnapshot> snapshot_ = table_->snapshot();
    capacity::RequestMeter meter_;
    faults::WatchedContext context_;
    RequestOutcome outcome_;
};

TEST_F(ReadWatchTest, ReadsTheLatestUnlessATableLags) {
    EXPECT_EQ(watch().moments(false, Breadth::Item), nullptr);
    EXPECT_EQ(watch().moments(false, Breadth::Page), nullptr);
    lag(consistency::ReadMode::OldestLegal);
    EXPECT_EQ(watch().moments(true, Breadth::Item), nullptr);
    EXPECT_NE(watch().moments(false, Breadth::Item), nullptr);
    ReadWatch strong = watch();
    EXPECT_EQ(seen(strong, "a", true, Breadth::Page), storage::ReadPoint{});
}

TEST_F(ReadWatchTest, ReadsAtThePointOfItsSourceAndPinsIt) {
    lag(consistency::ReadMode::OldestLegal);
    const SequenceNumber first = put("a");
    advance(500);
    const SequenceNumber second = put("b");
    advance(600);
    {
        ReadWatch watched = watch();
        EXPECT_EQ(seen(watched, "a").sequence, first);
        // A local index is read with its table's items. A global index has its own lag, here none.
        ReadWatch local = watch("local");
        EXPECT_EQ(seen(local, "a").sequence, first);
        ReadWatch global = watch("all");
        EXPECT_EQ(seen(global, "a").sequence, second);
        advance(60'000);
        EXPECT_EQ(universe().consistency().horizon(context_.now).sequence, first);
    }
    EXPECT_EQ(universe().consistency().horizon(context_.now).sequence, second);
}

TEST_F(ReadWatchTest, SeesOnePointPerPartitionForAPageAndAnyForABatch) {
    lag(consistency::ReadMode::Lagged);
    put("a");
    const auto pause = [&](std::size_t replica) {
        universe().consistency().handle(
            consistency::Consistency::Handling::Drain,
            source_of("a"),
            {replica, {source_of("a").partition}},
            {context_.now, 0}
        );
    };
    pause(1);
    std::set<SequenceNumber> pages;
    std::set<SequenceNumber> batches;
    for (int i = 0; i < 50; ++i) {
        ReadWatch page = watch();
        const SequenceNumber once = seen(page, "a", false, Breadth::Page).sequence;
        EXPECT_EQ(seen(page, "a", false, Breadth::Page).sequence, once);
        pages.insert(once);
    }
    ReadWatch batch = watch();
    for (int i = 0; i < 50; ++i) batches.insert(seen(batch, "a", false, Breadth::Batch).sequence);
    EXPECT_EQ(pages.size(), 2U);
    EXPECT_EQ(batches.size(), 2U);
}

TEST_F(ReadWatchTest, SeesPartsOfTransactionsInPagesAndBatchesOnly) {
    lag(consistency::ReadMode::OldestLegal);
    const SequenceNumber before = put("a");
    advance(5'000);
    database_.run(testing::transaction(
        {testing::put("Tab", item({{"pk", text("a")}, {"sk", number(1)}, {"x", text("1")}})),
         testing::put("Tab", item({{"pk", text("a")}, {"sk", number(2)}, {"x", text("2")}}))}
    ));
    const SequenceNumber transaction = universe().consistency().last_sequence();
    const auto parts_seen = [&](Breadth breadth, bool consistent) {
        std::set<std::size_t> counts;
        for (int i = 0; i < 50; ++i) {
            ReadWatch watched = watch();
            const storage::ReadPoint point = seen(watched, "a", consistent, breadth);
            const auto sees = [&](std::uint32_t part) { return point.sees({transaction, part}); };
            counts.insert(static_cast<std::size_t>(sees(0)) + static_cast<std::size_t>(sees(1)));
        }
        return counts;
    };
    using Counts = std::set<std::size_t>;
    EXPECT_EQ(parts_seen(Breadth::Item, false), Counts{0});
    EXPECT_EQ(parts_seen(Breadth::Page, false), (Counts{0, 1}));
    EXPECT_EQ(parts_seen(Breadth::Batch, false), (Counts{0, 1}));
    EXPECT_EQ(parts_seen(Breadth::Page, true), Counts{2});
    // During the transaction, a strongly consistent page may see a part of it.
    context_.begun = before;
    EXPECT_EQ(parts_seen(Breadth::Page, true), (Counts{1, 2}));
    EXPECT_EQ(parts_seen(Breadth::Batch, true), (Counts{1, 2}));
    context_.begun = transaction;
    EXPECT_EQ(parts_seen(Breadth::Page, true), Counts{2});
}

TEST_F(ReadWatchTest, AdmitsUntilASourceHasConsumedTooMuch) {
    const std::uint64_t hash = schema::hash_partition_key("a");
    note_item("a", 1'000'000);
    EXPECT_TRUE(watch().admit(hash));
    universe().throughput().set_mode(capacity::ThrottleMode::Aws);
    EXPECT_TRUE(watch().admit(hash));
    note_item("a", 1'000'000);
    const auto refused = watch().admit(hash);
    ASSERT_TRUE(refused.has_error());
    EXPECT_FALSE(refused.error().throttling_reasons.empty());
    // A local index is part of its table, a global index is not.
    EXPECT_TRUE(watch("local").admit(hash).has_error());
    EXPECT_TRUE(watch("all").admit(hash));
}

TEST_F(ReadWatchTest, MetersItems) {
    note_item("a", 1);
    EXPECT_EQ(metered(), "");
    context_.meter = &meter_;
    note_item("a", 0.5);
    note_item("b", 2, false);
    EXPECT_EQ(metered(), "Tab 2.5 0/1");
}

TEST_F(ReadWatchTest, MetersPages) {
    for (const std::string pk : {"a", "b", "c"}) put(pk, {{"g", text("v")}, {"n", number(1)}});
    context_.meter = &meter_;
    note_page(query("pk", "a"));
    EXPECT_EQ(metered(), "Tab 0.5 1/1");
    meter_.uses.clear();
    read::ReadPlan plan = query("g", "v", "keys");
    plan.limit = 2;
    note_page(plan);
    EXPECT_EQ(metered(), "Tab/keys 0.5 2/2 more");
    // The last page of a request does not clear the mark that there were more.
    plan.limit.reset();
    note_page(plan);
    EXPECT_EQ(metered(), "Tab/keys 1.0 5/5 more");
}

TEST_F(ReadWatchTest, MetersItemsThatALocalIndexFetched) {
    put("a", {{"n", number(1)}, {"y", text("y")}});
    context_.meter = &meter_;
    read::ReadPlan plan = query("pk", "a", "local");
    plan.fetch_items = true;
    note_page(plan);
    EXPECT_EQ(metered(), "Tab 0.5 0/0; Tab/local 0.5 1/1");
}

TEST_F(ReadWatchTest, ReportsHotKeysOfTheSourceThatWasRead) {
    put("a", {{"g", text("v")}, {"n", number(1)}});
    note_item("a", 8);
    EXPECT_EQ(hot_keys(), "");
    universe().throughput().set_heat(true);
    note_item("a", 4);
    EXPECT_EQ(hot_keys(), "Tab: a=4");
    read::ReadPlan plan = query("pk", "a");
    plan.consistent = true;
    note_page(plan);
    EXPECT_EQ(hot_keys(), "Tab: a=5");
    plan = query("g", "v", "keys");
    plan.consistent = true;
    note_page(plan);
    EXPECT_EQ(hot_keys(), "Tab: a=5; keys: v=1");
}

}  // namespace
}  // namespace stator::engine::operations
