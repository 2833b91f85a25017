#include "engine/read/read.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/read/planner.hpp"
#include "engine/schema/partition_hash.hpp"
#include "engine/storage/partition.hpp"
#include "protocol/values/number.hpp"
#include "tests/support/expression_support.hpp"
#include "tests/support/indexed_table.hpp"
#include "tests/support/one_moment.hpp"

namespace stator::engine::read {
namespace {

using protocol::values::ItemImage;
using protocol::values::ItemImagePtr;
using testing::Attributes;
using testing::item;
using testing::number;
using testing::remove;
using testing::text;

std::string encoded(const std::string& decimal) {
    const auto value = number(decimal);
    return std::string(value.view().scalar());
}

std::string member(const ItemImage& item, const std::string& name) {
    const auto value = item.find(name);
    if (!value) return "?";
    const bool is_number = value->type() == protocol::values::AttributeType::Number;
    return is_number ? protocol::values::number_text(value->scalar())
                     : std::string(value->scalar());
}

class ReadTest : public ::testing::Test {
protected:
    ReadTest() : table_(testing::make_indexed_table(database_)) {}

    void put(const std::string& pk, const std::string& sk, const Attributes& more = {}) {
        database_.run(testing::put("Tab", item({{"pk", text(pk)}, {"sk", number(sk)}}, more)));
    }

    // Reads everything with one partition key.
    ReadPlan query(const std::string& pk = "a") {
        ReadPlan plan = scan();
        plan.pk = pk;
        plan.hash = schema::hash_partition_key(pk);
        return plan;
    }

    // Reads everything that an index has for one value.
    ReadPlan index_query(
        const std::string& index, const std::string& key, const std::string& value
    ) {
        auto request = testing::query("Tab", key + " = :v", {{":v", text(value)}});
        request.options.index_name = index;
        return plan_query(table_, request).value();
    }

    ReadPlan scan() {
        ReadPlan plan;
        plan.table = table_;
        plan.snapshot = table_->snapshot();
        return plan;
    }

    static ReadPlan::Position position(const std::string& pk, const std::string& sk) {
        return {schema::hash_partition_key(pk), pk, encoded(sk)};
    }

    // The values of a page as "1 2 3", then "…3" if a page may follow.
    static std::string page(const ReadPlan& plan, const std::string& name = "sk") {
        const Page page = run_read(plan);
        std::string text;
        for (const ItemImagePtr& item : page.items) {
            text.append(text.empty() ? "" : " ").append(member(*item, name));
        }
        if (page.last_evaluated) text.append("…").append(member(*page.last_evaluated, "sk"));
        return text;
    }

    testing::Database database_;
    std::shared_ptr<table::Table> table_;
};

TEST_F(ReadTest, QueryGoesThroughOnePartitionKeyInEitherDirection) {
    for (const std::string sk : {"10", "-2", "3", "0.5"}) put("a", sk);
    put("b", "1");
    ReadPlan plan = query();
    EXPECT_EQ(page(plan), "-2 0.5 3 10");
    plan.forward = false;
    EXPECT_EQ(page(plan), "10 3 0.5 -2");
    EXPECT_EQ(page(query("none")), "");
}

TEST_F(ReadTest, QueryKeepsToItsRange) {
    for (const std::string sk : {"1", "2", "3", "4"}) put("a", sk);
    ReadPlan plan = query();
    plan.sort_keys = {encoded("2"), encoded("4"), true};
    EXPECT_EQ(page(plan), "2 3");
    plan.forward = false;
    EXPECT_EQ(page(plan), "3 2");
    plan.sort_keys = {encoded("3"), "", false};
    EXPECT_EQ(page(plan), "4 3");
}

TEST_F(ReadTest, QueryResumesAfterAnyStartKey) {
    for (const std::string sk : {"1", "2", "3", "4", "5"}) put("a", sk);

    struct StartKeyCase {
        std::string start;
        std::string forward;
        std::string backward;
        std::string between_2_and_4;
    };

    const StartKeyCase cases[] = {
        {"0", "1 2 3 4 5", "", "2 3 4"},
        {"1", "2 3 4 5", "", "2 3 4"},
        {"2", "3 4 5", "1", "3 4"},
        {"2.5", "3 4 5", "2 1", "3 4"},
        {"4", "5", "3 2 1", ""},
        {"5", "", "4 3 2 1", ""},
        {"6", "", "5 4 3 2 1", ""},
    };
    for (const StartKeyCase& each : cases) {
        ReadPlan plan = query();
        plan.start = position("a", each.start);
        EXPECT_EQ(page(plan), each.forward) << each.start;
        plan.forward = false;
        EXPECT_EQ(page(plan), each.backward) << each.start;
        plan.forward = true;
        plan.sort_keys = {encoded("2"), encoded("4.5"), true};
        EXPECT_EQ(page(plan), each.between_2_and_4) << each.start;
    }
}

// AWS: a page that reaches its limit says that more may follow, even if nothing follows.
TEST_F(ReadTest, ALimitEndsThePageWithItsLastRow) {
    for (const std::string sk : {"1", "2", "3"}) put("a", sk);
    ReadPlan plan = query();
    const std::string pages[] = {"1…1", "1 2…2", "1 2 3…3", "1 2 3"};
    for (std::size_t limit = 1; limit <= 4; ++limit) {
        plan.limit = limit;
        EXPECT_EQ(page(plan), pages[limit - 1]);
    }
}

TEST_F(ReadTest, APageEndsAfterTheRowThatMakesItAMegabyte) {
    const auto long_text = [](std::size_t bytes) -> Attributes {
        return {{"t", text(std::string(bytes, 'x'))}};
    };
    for (const std::string sk : {"1", "2", "3"}) put("a", sk, long_text(345'000));
    put("a", "4");
    EXPECT_EQ(page(query()), "1 2 3 4");
    put("a", "3", long_text(360'000));
    EXPECT_EQ(page(query()), "1 2 3…3");
}

TEST_F(ReadTest, AFilterRemovesEvaluatedRows) {
    for (const std::string sk : {"1", "2", "3", "4"}) put("a", sk);
    const auto json = tests::document(
        "{'TableName': 'Tab', 'Limit': 3, 'FilterExpression': 'sk < :two',"
        " 'ExpressionAttributeValues': {':two': {'N': '2'}}}"
    );
    const auto request = protocol::operations::query::decode_scan(json.root()).value();
    const Page filtered = run_read(plan_scan(table_, request, {}).value());
    EXPECT_EQ(filtered.items.size(), 1U);
    EXPECT_EQ(filtered.scanned_count, 3);
    EXPECT_EQ(member(*filtered.last_evaluated, "sk"), "3");
    EXPECT_EQ(filtered.last_hash, schema::hash_partition_key("a"));
    // Three times pk (2 + 1) and sk (2 + 2).
    EXPECT_EQ(filtered.evaluated_bytes, 21);
}

TEST_F(ReadTest, ScanWalksAllHashesAcrossPartitionsAndPages) {
    std::vector<std::string> keys;
    for (int i = 0; i < 40; ++i) {
        keys.push_back("p" + std::to_string(i));
        put(keys.back(), "1");
    }
    std::sort(keys.begin(), keys.end(), [](const std::string& left, const std::string& right) {
        return schema::hash_partition_key(left) < schema::hash_partition_key(right);
    });
    std::string expected;
    for (const std::string& key : keys) expected.append(expected.empty() ? "" : " ").append(key);
    EXPECT_EQ(page(scan(), "pk"), expected);
    // Splits at the hash of a key, between two pages.
    table_->split_partition(schema::hash_partition_key(keys[20]), {});
    std::string paged;
    ReadPlan plan = scan();
    plan.limit = 1;
    for (Page one = run_read(plan); one.last_evaluated; one = run_read(plan)) {
        const std::string key = member(*one.items.at(0), "pk");
        paged.append(paged.empty() ? "" : " ").append(key);
        plan.start = position(key, "1");
    }
    EXPECT_EQ(paged, expected);
}

TEST_F(ReadTest, ScanKeepsToItsSegment) {
    for (const std::string pk : {"a", "b", "c", "d", "e", "f"}) put(pk, "1");
    const std::uint64_t hash = schema::hash_partition_key("c");
    ReadPlan plan = scan();
    plan.first_hash = plan.last_hash = hash;
    EXPECT_EQ(page(plan, "pk"), "c");
    plan.last_hash = hash - 1;
    plan.first_hash = 0;
    const Page below = run_read(plan);
    plan.first_hash = hash + 1;
    plan.last_hash = UINT64_MAX;
    const Page above = run_read(plan);
    EXPECT_EQ(below.items.size() + above.items.size(), 5U);
    // A start key before the segment excludes nothing of it, one after the segment excludes
    // everything.
    plan.first_hash = plan.last_hash = hash;
    plan.start = ReadPlan::Position{hash - 1, "z", ""};
    EXPECT_EQ(page(plan, "pk"), "c");
    plan.start = ReadPlan::Position{hash, "c", encoded("1")};
    EXPECT_EQ(page(plan, "pk"), "");
}

TEST_F(ReadTest, SeesTheItemsAtItsReadPoint) {
    put("a", "1", {{"x", text("old")}});
    put("a", "2", {{"x", text("doomed")}});
    const auto pin = database_.universe().consistency().pin();
    put("a", "1", {{"x", text("new")}});
    put("a", "3", {{"x", text("late")}});
    database_.run(remove("Tab", item({{"pk", text("a")}, {"sk", number(2)}})));
    ReadPlan plan = query();
    EXPECT_EQ(page(plan, "x"), "new late");
    testing::OneMoment then(pin.point);
    plan.moments = &then;
    // Items that did not exist at the read point are not evaluated either.
    plan.limit = 3;
    EXPECT_EQ(page(plan, "x"), "old doomed");
    const std::string sk = encoded("2");
    EXPECT_EQ(read_item(*table_, {plan.hash, "a", sk}), nullptr);
    EXPECT_EQ(member(*read_item(*table_, {plan.hash, "a", sk}, &then), "x"), "doomed");
    database_.universe().consistency().release(pin.id);
}

// Returns a read point for each partition as the test requires, and records the calls.
class MomentsByPartition : public Moments {
public:
    storage::ReadPoint in(const storage::Partition& partition, const schema::HashRange& hashes)
        override {
        asked.push_back(hashes);
        return {partition.range().contains(early_hash) ? early : late};
    }

    std::uint64_t early_hash = schema::hash_partition_key("a");
    SequenceNumber early;
    SequenceNumber late;
    std::vector<schema::HashRange> asked;
};

TEST_F(ReadTest, RequestsAReadPointForEachPartition) {
    table_->split_partition("", std::uint64_t{1} << 63U, {});
    const auto pin = database_.universe().consistency().pin();
    MomentsByPartition moments;
    for (const std::string pk : {"a", "b", "c", "d", "e", "f", "g", "h"}) put(pk, "1");
    moments.late = database_.universe().consistency().last_sequence();
    ReadPlan plan = scan();
    plan.moments = &moments;
    const std::size_t partitions = table_->partitions().all().size();
    const auto shown = run_read(plan).items.size();
    EXPECT_GT(shown, 0U);
    EXPECT_LT(shown, 8U) << "one partition shows what was there before";
    EXPECT_EQ(moments.asked.size(), partitions);
    moments.asked.clear();
    plan = query("a");
    plan.moments = &moments;
    run_read(plan);
    ASSERT_EQ(moments.asked.size(), 1U);
    EXPECT_EQ(moments.asked[0], (schema::HashRange{plan.hash, plan.hash}));
    database_.universe().consistency().release(pin.id);
}

TEST_F(ReadTest, FetchesItemsForALocalIndexAndCountsTheirUnits) {
    put("a", "1", {{"n", number(2)}, {"x", text("x1")}, {"y", text("y1")}});
    put("a", "2", {{"n", number(1)}, {"y", text(std::string(5'000, 'y'))}});
    put("a", "3", {{"y", text("not in the index")}});
    ReadPlan plan = index_query("local", "pk", "a");
    plan.consistent = true;
    EXPECT_EQ(page(plan), "2 1");
    EXPECT_EQ(page(plan, "y"), "? ?");
    EXPECT_EQ(run_read(plan).fetch_units, 0);
    plan.fetch_items = true;
    const Page page = run_read(plan);
    ASSERT_EQ(page.items.size(), 2U);
    EXPECT_EQ(member(*page.items[1], "y"), "y1");
    EXPECT_EQ(page.fetch_units, 3);  // two for 5,000 bytes, one for the other item
    const auto consumption = read_consumption(plan, page);
    EXPECT_EQ(consumption.table, 3);
    ASSERT_EQ(consumption.indexes.size(), 1U);
    EXPECT_EQ(consumption.indexes[0].name, "local");
    EXPECT_FALSE(consumption.indexes[0].global);
    EXPECT_EQ(consumption.indexes[0].units, 1);
}

TEST_F(ReadTest, AnIndexIsChargedForItsEntriesAndATableForItsItems) {
    put("a", "1", {{"g", text("v")}, {"y", text(std::string(5'000, 'y'))}});
    ReadPlan plan = query("a");
    EXPECT_EQ(read_consumption(plan, run_read(plan)).table, 1);
    plan.consistent = true;
    EXPECT_EQ(read_consumption(plan, run_read(plan)).table, 2);
    const ReadPlan keys = index_query("keys", "g", "v");
    const auto consumption = read_consumption(keys, run_read(keys));
    EXPECT_EQ(consumption.table, 0);
    ASSERT_EQ(consumption.indexes.size(), 1U);
    EXPECT_TRUE(consumption.indexes[0].global);
    EXPECT_EQ(consumption.indexes[0].units, 0.5);
}

TEST_F(ReadTest, ReadsItemsTogetherInTheOrderOfTheirPlaces) {
    put("a", "1", {{"x", text("a1")}});
    put("b", "2", {{"x", text("b2")}});
    const std::string one = encoded("1");
    const std::string two = encoded("2");
    const auto place = [&](std::string_view pk, std::string_view sk) {
        return ItemPlace{table_.get(), {schema::hash_partition_key(pk), pk, sk}};
    };
    const std::vector<ItemPlace> places = {
        place("b", two), place("b", one), place("a", one), place("b", two)};
    RequestOutcome outcome;
    const auto items = read_items_together(places, outcome);
    ASSERT_EQ(items.size(), 4U);
    EXPECT_EQ(member(*items[0], "x"), "b2");
    EXPECT_EQ(items[1], nullptr);
    EXPECT_EQ(member(*items[2], "x"), "a1");
    EXPECT_EQ(items[3], items[0]);
}

}  // namespace
}  // namespace stator::engine::read
