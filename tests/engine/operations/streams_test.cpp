// DynamoDB Streams with a whole engine: records, shards and their lineage, retention, restarts.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "engine/storage/partition.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/text_matches.hpp"
#include "tests/support/watched_data_file.hpp"

namespace stator::engine::operations {
namespace {

using testing::all_matches;
using testing::Database;
using testing::item;
using testing::number;
using testing::remove;
using testing::text;
using testing::transaction;

constexpr std::string_view kStream =
    R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})";
constexpr std::int64_t kHourMs = 3'600'000;

std::string quoted(std::string_view name, std::string_view value) {
    return std::string("\"").append(name).append("\":\"").append(value).append("\"");
}

// Follows one stream like an application: shards by DescribeStream, records by iterators.
class Follower {
public:
    explicit Follower(Database& database, std::string_view table = "Tab") : database_(database) {
        arn_ = database.member(
            "DescribeTable", "{" + quoted("TableName", table) + "}", "LatestStreamArn"
        );
    }

    const std::string& arn() const { return arn_; }

    std::string describe() {
        return database_.run("DescribeStream", "{" + quoted("StreamArn", arn_) + "}");
    }

    std::vector<std::string> shard_ids() {
        return all_matches(describe(), "\"ShardId\":\"([^\"]+)\"");
    }

    std::string iterator(std::string_view shard, std::string_view type = "TRIM_HORIZON") {
        return database_.member(
            "GetShardIterator",
            "{" + quoted("StreamArn", arn_) + "," + quoted("ShardId", shard) + "," +
                quoted("ShardIteratorType", type) + "}",
            "ShardIterator"
        );
    }

    std::string records(std::string_view iterator) {
        return database_.run("GetRecords", "{" + quoted("ShardIterator", iterator) + "}");
    }

    // The records of all shards, in the order of the shards' ids.
    std::string everything() {
        std::string text;
        for (const std::string& shard : shard_ids()) text.append(records(iterator(shard)));
        return text;
    }

    // The event names of all records: "INSERT", "MODIFY" and so on.
    std::vector<std::string> events() {
        return all_matches(everything(), "\"eventName\":\"([A-Z]+)\"");
    }

private:
    Database& database_;
    std::string arn_;
};

class StreamsTest : public ::testing::Test {
protected:
    void SetUp() override { database_.create_table("Tab", "pk:S", "", kStream); }

    void put(std::string_view pk, std::string_view n) {
        EXPECT_EQ(
            database_.run(testing::put("Tab", item({{"pk", text(pk)}, {"n", number(n)}}))), "{}"
        );
    }

    std::shared_ptr<engine::table::Table> table() { return database_.table("Tab"); }

    Database database_;
};

using Texts = std::vector<std::string>;

TEST_F(StreamsTest, RecordsWhatChangesAndNothingElse) {
    Follower follower(database_);
    put("a", "1");
    put("a", "1.0");
    put("a", "2");
    database_.run(remove("Tab", item({{"pk", testing::text("a")}})));
    database_.run(remove("Tab", item({{"pk", testing::text("a")}})));
    EXPECT_EQ(follower.events(), (Texts{"INSERT", "MODIFY", "REMOVE"}));
    const std::string text = follower.everything();
    EXPECT_NE(
        text.find(R"("NewImage":{"n":{"N":"2"},"pk":{"S":"a"}},"OldImage":{"n":{"N":"1"})"),
        std::string::npos
    );
    EXPECT_EQ(text.find("userIdentity"), std::string::npos);
}

TEST_F(StreamsTest, SequenceNumbersGrowAndIteratorsResume) {
    Follower follower(database_);
    for (int i = 0; i < 5; ++i) put("a", std::to_string(i));
    const Texts numbers =
        all_matches(follower.everything(), "\"SequenceNumber\":\"([0-9]{21,40})\"");
    ASSERT_EQ(numbers.size(), 5U);
    EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
    EXPECT_EQ(std::set<std::string>(numbers.begin(), numbers.end()).size(), 5U);
    for (const std::string& shard : follower.shard_ids()) {
        const std::string page = follower.records(follower.iterator(shard));
        const std::string next = all_matches(page, "\"NextShardIterator\":\"([^\"]+)\"").at(0);
        EXPECT_NE(follower.records(next).find("\"Records\":[]"), std::string::npos);
    }
}

TEST_F(StreamsTest, LatestSeesOnlyWhatFollows) {
    Follower follower(database_);
    put("a", "1");
    Texts iterators;
    for (const std::string& shard : follower.shard_ids()) {
        iterators.push_back(follower.iterator(shard, "LATEST"));
    }
    put("a", "2");
    std::string text;
    for (const std::string& iterator : iterators) text.append(follower.records(iterator));
    EXPECT_EQ(all_matches(text, "\"eventName\":\"([A-Z]+)\""), Texts{"MODIFY"});
}

TEST_F(StreamsTest, ASplitPartitionLeavesAClosedParentWithTwoChildren) {
    Follower follower(database_);
    for (int i = 0; i < 40; ++i) put("k" + std::to_string(i), "1");
    const Texts before = follower.shard_ids();
    table()->split_partition(UINT64_MAX / 8, database_.clock().now());
    for (int i = 0; i < 40; ++i) put("k" + std::to_string(i), "2");
    const std::string described = follower.describe();
    const Texts parents = all_matches(described, "\"ParentShardId\":\"([^\"]+)\"");
    ASSERT_EQ(parents.size(), 2U);
    EXPECT_EQ(parents[0], parents[1]);
    EXPECT_EQ(all_matches(described, "\"(EndingSequenceNumber)\"").size(), 1U);
    EXPECT_EQ(follower.shard_ids().size(), before.size() + 2);
    EXPECT_EQ(follower.events().size(), 80U);
    const std::string closed = follower.records(follower.iterator(parents[0]));
    EXPECT_EQ(closed.find("NextShardIterator"), std::string::npos) << "a drained closed shard ends";
    EXPECT_EQ(closed.find("MODIFY"), std::string::npos) << "later changes are the children's";
    const std::string children = database_.run(
        "DescribeStream",
        "{" + quoted("StreamArn", follower.arn()) + R"(,"ShardFilter":{"Type":"CHILD_SHARDS",)" +
            quoted("ShardId", parents[0]) + "}}"
    );
    EXPECT_EQ(all_matches(children, "\"ShardId\":\"([^\"]+)\"").size(), 2U);
}

TEST_F(StreamsTest, ShardsRollOverAfterFourHours) {
    Follower follower(database_);
    put("a", "1");
    const std::size_t open = follower.shard_ids().size();
    database_.clock().advance(4 * kHourMs);
    put("a", "2");
    EXPECT_EQ(follower.shard_ids().size(), 2 * open);
    EXPECT_EQ(follower.events(), (Texts{"INSERT", "MODIFY"}));
}

TEST_F(StreamsTest, RecordsAreTrimmedAfterADay) {
    Follower follower(database_);
    put("a", "1");
    const Texts numbers = all_matches(follower.everything(), "\"SequenceNumber\":\"([0-9]+)\"");
    const Texts shards = follower.shard_ids();
    database_.clock().advance(24 * kHourMs + 1);
    put("a", "2");
    EXPECT_EQ(follower.events(), Texts{"MODIFY"});
    Texts answers;
    for (const std::string& shard : shards) {
        answers.push_back(database_.run(
            "GetShardIterator",
            "{" + quoted("StreamArn", follower.arn()) + "," + quoted("ShardId", shard) + "," +
                quoted("ShardIteratorType", "AT_SEQUENCE_NUMBER") + "," +
                quoted("SequenceNumber", numbers.at(0)) + "}"
        ));
    }
    EXPECT_TRUE(std::any_of(answers.begin(), answers.end(), [](const std::string& answer) {
        return answer.starts_with("TrimmedDataAccessException");
    }));
}

TEST_F(StreamsTest, IteratorsExpireAfterFifteenMinutes) {
    Follower follower(database_);
    const std::string iterator = follower.iterator(follower.shard_ids().at(0));
    database_.clock().advance(15 * 60'000);
    EXPECT_NE(follower.records(iterator).find("\"Records\":[]"), std::string::npos);
    database_.clock().advance(1);
    EXPECT_TRUE(follower.records(iterator).starts_with("ExpiredIteratorException"));
}

TEST_F(StreamsTest, ADisabledStreamStaysReadableForADay) {
    Follower follower(database_);
    put("a", "1");
    database_.run(
        "UpdateTable", R"({"TableName":"Tab","StreamSpecification":{"StreamEnabled":false}})"
    );
    put("a", "2");
    EXPECT_EQ(follower.events(), Texts{"INSERT"});
    EXPECT_NE(follower.describe().find("\"DISABLED\""), std::string::npos);
    database_.clock().advance(24 * kHourMs);
    EXPECT_TRUE(follower.describe().starts_with("ResourceNotFoundException"));
    EXPECT_EQ(database_.run("ListStreams", "{}"), R"({"Streams":[]})");
}

TEST_F(StreamsTest, ADeletedTablesStreamStaysReadable) {
    Follower follower(database_);
    put("a", "1");
    database_.run("DeleteTable", R"({"TableName":"Tab"})");
    EXPECT_EQ(follower.events(), Texts{"INSERT"});
    database_.clock().advance(1);
    database_.create_table("Tab", "pk:S", "", kStream);
    EXPECT_NE(Follower(database_).arn(), follower.arn());
}

TEST_F(StreamsTest, ACancelledTransactionLeavesNoRecord) {
    Follower follower(database_);
    database_.run("TransactWriteItems", R"({"TransactItems":[
        {"Put":{"TableName":"Tab","Item":{"pk":{"S":"a"}}}},
        {"Delete":{"TableName":"Tab","Key":{"pk":{"S":"b"}},
         "ConditionExpression":"attribute_exists(pk) "
}
}]
})");
    EXPECT_EQ(follower.events(), Texts{});
    database_.run(transaction(
        {testing::put("Tab", item({{"pk", text("a")}})),
         testing::put("Tab", item({{"pk", text("b")}}))}
    ));
    EXPECT_EQ(follower.events(), (Texts{"INSERT", "INSERT"}));
}

TEST(StreamsRestart, RestoresEverythingExactly) {
    const testing::TemporaryDirectory directory;
    std::string described;
    std::string records;
    {
        Database first({}, directory.path());
        first.create_table("Tab", "pk:S", "", kStream);
        for (int i = 0; i < 30; ++i) {
            first.run(testing::put(
                "Tab", item({{"pk", testing::text("k" + std::to_string(i % 20))}, {"n", number(i)}})
            ));
        }
        first.table("Tab")->split_partition(UINT64_MAX / 3, first.clock().now());
        Follower follower(first);
        described = follower.describe();
        records = follower.everything();
        EXPECT_TRUE(first.close());
    }
    Database second({}, directory.path());
    Follower follower(second);
    EXPECT_EQ(follower.describe(), described);
    const auto without_iterators = [](const std::string& text) {
        return testing::without(text, "\"NextShardIterator\":\"", ',');
    };
    EXPECT_EQ(without_iterators(follower.everything()), without_iterators(records));
    second.run(testing::put("Tab", item({{"pk", testing::text("k1")}})));
    EXPECT_EQ(follower.events().size(), 31U);
}

// A consumer must not see a change that a crash could still undo, not even a change made while its
// reply is prepared.
TEST(StreamDurability, ARecordWaitsForTheJournalToHaveIt) {
    std::function<void()> write;
    std::uint64_t appended = 0;
    EngineOptions options;
    options.partitions = 1;
    Database database(
        options,
        std::make_unique<testing::WatchedDataFile>(
            [&](const persistence::ChangeBatch&) { ++appended; },
            [&] {
                if (write) std::exchange(write, nullptr)();
            }
        )
    );
    database.create_table("Tab", "pk:S", "", kStream);
    Follower follower(database);
    const std::string iterator = follower.iterator(follower.shard_ids().at(0));
    const auto put = [&](const std::string& pk) {
        database.run(testing::put("Tab", item({{"pk", text(pk)}})));
    };
    put("a");
    const std::uint64_t first = appended;
    write = [&] { put("b"); };
    RequestOutcome outcome;
    const std::string reply = database.run(
        "GetRecords", "{" + quoted("ShardIterator", iterator) + "}", "us-east-1", outcome
    );
    ASSERT_EQ(appended, first + 1);
    const auto records = all_matches(reply, "\"SequenceNumber\":\"([0-9]+)\"").size();
    ASSERT_GE(records, 1U) << reply;
    EXPECT_GE(outcome.journal_ticket.value, first + records - 1) << reply;
}

}  // namespace
}  // namespace stator::engine::operations
