// Indexes and expiries are filled one slice at a time, between other requests.
#include "engine/table/backfill.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/inspection/inspection.hpp"
#include "engine/storage/partition.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::table {
namespace {

using testing::Database;
using testing::item;
using testing::list;
using testing::TemporaryDirectory;
using testing::text;

constexpr int kItems = 5'000;
constexpr std::string_view kCreateIndex =
    R"({"TableName":"Tab","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],
    "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"by-g",
    "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
    "Projection":{"ProjectionType":"ALL"}}}]})";
constexpr std::string_view kCreateVectorIndex =
    R"({"TableName":"Tab","VectorIndexUpdates":[{"Create":{"IndexName":"near",
    "VectorAttribute":{"AttributeName":"v"},"Dimensions":2,"DistanceFunction":"COSINE",
    "Projection":{"ProjectionType":"ALL"}}}]})";

// Keeps the background steps; the test runs them.
class Steps {
public:
    EngineOptions options() {
        EngineOptions options;
        options.background = [this](Background::Step step) { steps_.push_back(std::move(step)); };
        return options;
    }

    // Calls each pending step once. Returns false if no step is pending afterwards.
    bool run_once() {
        std::vector<Background::Step> steps = std::exchange(steps_, {});
        for (Background::Step& step : steps) {
            if (step()) steps_.push_back(std::move(step));
        }
        return !steps_.empty();
    }

    void forget() { steps_.clear(); }

private:
    std::vector<Background::Step> steps_;
};

std::string name_of(int number) {
    return "item" + std::to_string(number);
}

class BackfillTest : public ::testing::Test {
protected:
    explicit BackfillTest(std::optional<std::string> directory = {})
        : opened_(std::in_place, steps_.options(), std::move(directory)), database_(*opened_) {
        database_.create_table("Tab", "pk:S");
        for (int number = 0; number < kItems; ++number) put(number, number % 7);
    }

    void put(int number, int group) {
        const std::string pk = name_of(number);
        const std::string g = "g" + std::to_string(group);
        database_.run(testing::put(
            "Tab",
            item(
                {{"pk", text(pk)},
                 {"g", text(g)},
                 {"at", testing::number(1'750'000'100)},
                 {"v", list({testing::number(group + 1), testing::number(1)})}}
            )
        ));
        groups_[pk] = g;
    }

    void remove(int number) {
        database_.run(testing::remove("Tab", item({{"pk", text(name_of(number))}})));
        groups_.erase(name_of(number));
    }

    void create_index(std::string_view request = kCreateIndex) {
        database_.run("UpdateTable", request);
        database_.universe().run_due();
    }

    std::string describe(const std::string& table = "Tab") {
        return database_.run("DescribeTable", R"({"TableName":")" + table + R"("})");
    }

    bool is_backfilling() { return describe().find(R"("Backfilling":true)") != std::string::npos; }

    // The entries of the index: index key by primary key.
    static std::map<std::string, std::string> indexed(const Table& table) {
        std::map<std::string, std::string> entries;
        const auto snapshot = table.snapshot();
        const schema::IndexSchema* const index = snapshot->schema.find_index("by-g");
        for (storage::Partition* const partition : snapshot->contents.of(*index).all()) {
            for (const storage::Slot& slot : partition->items()) {
                const auto image = slot.current().shared_image();
                entries[std::string(image->find("pk")->scalar())] = image->find("g")->scalar();
            }
        }
        return entries;
    }

    std::map<std::string, std::string> indexed() { return indexed(*database_.table("Tab")); }

    Steps steps_;
    std::optional<Database> opened_;
    Database& database_;
    std::map<std::string, std::string> groups_;
};

TEST_F(BackfillTest, AnIndexIsFilledBetweenWrites) {
    std::mt19937 random(5);
    create_index();
    EXPECT_TRUE(is_backfilling());
    int steps = 0;
    for (; steps_.run_once(); ++steps) {
        for (int i = 0; i < 40; ++i) {
            const int number = static_cast<int>(random() % (kItems * 2));
            if (random() % 3 == 0) {
                remove(number);
            } else {
                put(number, static_cast<int>(random() % 7));
            }
        }
    }
    EXPECT_GT(steps, 10);
    EXPECT_FALSE(is_backfilling());
    EXPECT_NE(describe().find(R"("IndexStatus":"ACTIVE")"), std::string::npos);
    EXPECT_EQ(indexed(), groups_);
}

TEST_F(BackfillTest, ShowsItsProgress) {
    create_index();
    steps_.run_once();
    const auto work = inspection::inspect_due(database_.universe());
    ASSERT_EQ(work.size(), 1U);
    EXPECT_EQ(work[0].kind, inspection::DueWork::Kind::Backfill);
    EXPECT_EQ(work[0].table, "Tab");
    EXPECT_EQ(work[0].index, "by-g");
    EXPECT_GT(work[0].items, 1'000U);
    EXPECT_LT(work[0].items, 2'000U);
    EXPECT_EQ(work[0].all_items, 5'000U);
    while (steps_.run_once()) continue;
    EXPECT_TRUE(inspection::inspect_due(database_.universe()).empty());
}

TEST_F(BackfillTest, AnIndexIsNotReadBeforeItHasAllItems) {
    const std::string query =
        R"({"TableName":"Tab","IndexName":"by-g","Select":"COUNT",
        "KeyConditionExpression":"g = :g","ExpressionAttributeValues":{":g":{"S":"g0"}}})";
    create_index();
    steps_.run_once();
    EXPECT_EQ(database_.run("Query", query).find("{\"Count\""), std::string::npos);
    while (steps_.run_once()) continue;
    EXPECT_EQ(database_.run("Query", query).find("{\"Count\":715,"), 0U);
}

TEST_F(BackfillTest, PartitionsThatSplitAreFilled) {
    create_index();
    for (std::uint64_t part = 1; steps_.run_once(); part += 2) {
        const auto table = database_.table("Tab");
        table->split_partition("", part << 58U, database_.universe().now());
        table->split_partition("by-g", part << 57U, database_.universe().now());
    }
    EXPECT_EQ(indexed(), groups_);
}

TEST_F(BackfillTest, ACopyOfTheUniverseFillsItsOwnIndex) {
    create_index();
    steps_.run_once();
    database_.engine().copy_universe("", "fork");
    put(1, 6);
    database_.engine().universe("fork")->run_due();
    while (steps_.run_once()) continue;
    EXPECT_EQ(indexed(), groups_);
    const auto copy = database_.engine().find_table({"fork", {}, "Tab"});
    ASSERT_NE(copy, nullptr);
    EXPECT_FALSE(copy->is_filling());
    groups_[name_of(1)] = "g1";
    EXPECT_EQ(indexed(*copy), groups_);
}

TEST_F(BackfillTest, ABackupOfTheTableIsRestoredWithAllItems) {
    create_index();
    steps_.run_once();
    const std::string arn = database_.member(
        "CreateBackup", R"({"TableName":"Tab","BackupName":"backup"})", "BackupArn"
    );
    while (steps_.run_once()) continue;
    database_.run(
        "RestoreTableFromBackup", R"({"TargetTableName":"Restored","BackupArn":")" + arn + R"("})"
    );
    EXPECT_NE(describe("Restored").find(R"("TableStatus":"CREATING")"), std::string::npos);
    while (steps_.run_once()) continue;
    EXPECT_NE(describe("Restored").find(R"("TableStatus":"ACTIVE")"), std::string::npos);
    EXPECT_EQ(indexed(*database_.table("Restored")), groups_);
}

TEST_F(BackfillTest, AnIndexThatIsDeletedIsNotFilled) {
    create_index();
    EXPECT_TRUE(is_backfilling());
    database_.run(
        "UpdateTable",
        R"({"TableName":"Tab","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"by-g"}}]})"
    );
    while (steps_.run_once()) continue;
    EXPECT_FALSE(database_.table("Tab")->is_filling());
    EXPECT_EQ(describe().find("by-g"), std::string::npos);
}

TEST_F(BackfillTest, AVectorIndexIsFilledBetweenWrites) {
    create_index(kCreateVectorIndex);
    EXPECT_TRUE(is_backfilling());
    for (int number = 0; steps_.run_once(); number += 500) {
        put(number, 3);
        remove(number + 1);
        put(kItems + number, 4);
    }
    const auto statistics = database_.table("Tab")->statistics();
    EXPECT_EQ(statistics.indexes.at("near").items, static_cast<std::int64_t>(groups_.size()));
    EXPECT_FALSE(is_backfilling());
}

TEST_F(BackfillTest, ExpiriesAreFilled) {
    database_.run("UpdateTimeToLive", R"({"TableName":"Tab","TimeToLiveSpecification":
        {"Enabled":true,"AttributeName":"at"}})");
    database_.universe().run_due();
    EXPECT_TRUE(database_.table("Tab")->is_filling());
    while (steps_.run_once()) continue;
    database_.clock().advance(101'000);
    database_.universe().run_due();
    EXPECT_EQ(
        database_.run("Scan", R"({"TableName":"Tab","Select":"COUNT"})"),
        R"({"Count":0,"ScannedCount":0})"
    );
}

class DurableBackfillTest : public BackfillTest {
protected:
    DurableBackfillTest() : BackfillTest(directory().path()) {}

    static const TemporaryDirectory& directory() {
        static const TemporaryDirectory directory;
        return directory;
    }
};

TEST_F(DurableBackfillTest, ARestartFillsTheIndex) {
    create_index();
    steps_.run_once();
    EXPECT_TRUE(is_backfilling());
    steps_.forget();
    opened_.reset();
    Database again({}, directory().path());
    const auto table = again.table("Tab");
    EXPECT_FALSE(table->is_filling());
    EXPECT_EQ(indexed(*table), groups_);
    const std::string described = again.run("DescribeTable", R"({"TableName":"Tab"})");
    EXPECT_NE(described.find(R"("IndexStatus":"ACTIVE")"), std::string::npos);
}

TEST(Backfill, WithoutABackgroundTheNextRequestFindsAllItems) {
    Database database;
    database.create_table("Tab", "pk:S");
    for (int number = 0; number < 3'000; ++number) {
        database.run(testing::put("Tab", item({{"pk", text(name_of(number))}, {"g", text("g")}})));
    }
    database.run("UpdateTable", kCreateIndex);
    const std::string described = database.run("DescribeTable", R"({"TableName":"Tab"})");
    EXPECT_NE(described.find(R"("IndexStatus":"ACTIVE")"), std::string::npos) << described;
}

}  // namespace
}  // namespace stator::engine::table
