// Streams with stream faults, read through DynamoDB's own operations: guarantees that still apply.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::engine::operations {
namespace {

using stream::Adversity;
using testing::all_matches;
using testing::Database;
using testing::item;
using testing::number;
using testing::put;
using testing::text;
using Texts = std::vector<std::string>;

constexpr std::string_view kAdverseStream =
    R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"})";
constexpr int kKeys = 7;
constexpr int kWrites = 210;
// After this many empty pages in a row, an open shard has no more records.
constexpr int kIdlePages = 60;
const std::string kKeyPattern = R"re("Keys":\{"pk":\{"S":"([^"]+)")re";
const std::string kNumberPattern = R"re("n":\{"N":"([0-9]+)")re";
const std::string kShardPattern = R"re((\{[^{]*"SequenceNumberRange"[^}]*\}[^}]*\}))re";

Adversity brutal() {
    Adversity adversity;
    adversity.lag = Distribution::uniform(0, 2'000);
    adversity.empty_pages = 0.5;
    adversity.page_records = 3;
    adversity.shard_records = 6;
    adversity.listed_shards = 2;
    adversity.iterator_age = Distribution::uniform(0, 60'000);
    return adversity;
}

std::string quoted_member(std::string_view name, std::string_view value) {
    return std::string("\"").append(name).append("\":\"").append(value).append("\"");
}

// Reads a stream like a correct application: all pages of all shards, also empty pages, and parents
// before children.
class Reader {
public:
    explicit Reader(Database& database) : database_(database) {
        arn_ = database.member("DescribeTable", R"({"TableName":"Tab"})", "LatestStreamArn");
    }

    const std::string& arn() const { return arn_; }

    // The ids of shards and of their parents, in the order in which they are listed.
    std::vector<std::pair<std::string, std::string>> shards() {
        std::vector<std::pair<std::string, std::string>> shards;
        std::string start;
        do {
            const std::string reply = database_.run(
                "DescribeStream", "{" + quoted_member("StreamArn", arn_) + start + "}"
            );
            for (const std::string& shard : all_matches(reply, kShardPattern)) {
                const Texts parent = all_matches(shard, "\"ParentShardId\":\"([^\"]+)\"");
                shards.emplace_back(
                    all_matches(shard, "\"ShardId\":\"([^\"]+)\"").at(0),
                    parent.empty() ? "" : parent[0]
                );
            }
            most_listed_ =
                std::max(most_listed_, all_matches(reply, "(SequenceNumberRange)").size());
            const Texts last = all_matches(reply, "\"LastEvaluatedShardId\":\"([^\"]+)\"");
            start = last.empty() ? "" : "," + quoted_member("ExclusiveStartShardId", last[0]);
        } while (!start.empty());
        return shards;
    }

    std::string iterator(const std::string& shard, std::string_view type = "TRIM_HORIZON") {
        return database_.member(
            "GetShardIterator",
            "{" + quoted_member("StreamArn", arn_) + "," + quoted_member("ShardId", shard) + "," +
                quoted_member("ShardIteratorType", type) + "}",
            "ShardIterator"
        );
    }

    std::string records(const std::string& iterator) {
        return database_.run("GetRecords", "{" + quoted_member("ShardIterator", iterator) + "}");
    }

    // Returns every change as "key=value", in the order in which shards were read.
    Texts everything() {
        Texts changes;
        // Shards are listed by age, and children are younger than their parents.
        for (const auto& [id, parent] : shards()) {
            EXPECT_TRUE(parent.empty() || read_.contains(parent)) << "a child before its parent";
            read_.insert(id);
            follow(id, changes);
        }
        return changes;
    }

    std::size_t empty_pages() const { return empty_pages_; }

    std::size_t most_listed() const { return most_listed_; }

private:
    void follow(const std::string& shard, Texts& changes) {
        std::string iterator = this->iterator(shard);
        for (int idle = 0; !iterator.empty() && idle < kIdlePages;) {
            const std::string page = records(iterator);
            const Texts keys = all_matches(page, kKeyPattern);
            const Texts numbers = all_matches(page, kNumberPattern);
            for (std::size_t i = 0; i < keys.size(); ++i) {
                changes.push_back(keys[i] + "=" + numbers.at(i));
            }
            idle = keys.empty() ? idle + 1 : 0;
            const Texts next = all_matches(page, "\"NextShardIterator\":\"([^\"]+)\"");
            empty_pages_ += keys.empty() && !next.empty() ? 1 : 0;
            iterator = next.empty() ? "" : next[0];
        }
    }

    Database& database_;
    std::string arn_;
    std::set<std::string> read_;
    std::size_t empty_pages_ = 0;
    std::size_t most_listed_ = 0;
};

void write(Database& database, int first, int last) {
    for (int i = first; i < last; ++i) {
        const std::string reply = database.run(
            put("Tab", item({{"pk", text("k" + std::to_string(i % kKeys))}, {"n", number(i)}}))
        );
        ASSERT_EQ(reply, "{}");
        database.clock().advance(10);
    }
}

// The changes of each key, in the order in which they were read.
std::map<std::string, Texts> by_key(const Texts& changes) {
    std::map<std::string, Texts> keys;
    for (const std::string& change : changes) {
        const std::size_t equals = change.find('=');
        keys[change.substr(0, equals)].push_back(change.substr(equals + 1));
    }
    return keys;
}

std::map<std::string, Texts> expected_changes(int writes) {
    std::map<std::string, Texts> keys;
    for (int i = 0; i < writes; ++i) {
        keys["k" + std::to_string(i % kKeys)].push_back(std::to_string(i));
    }
    return keys;
}

std::unique_ptr<Database> database_with(const Adversity& adversity, std::uint64_t seed) {
    EngineOptions options;
    options.seed = seed;
    auto database = std::make_unique<Database>(options);
    database->universe().switches().stream_adversity.set(adversity);
    database->create_table("Tab", "pk:S", "", kAdverseStream);
    return database;
}

TEST(StreamAdversity, ACorrectReaderSeesEveryChangeOnceAndInOrder) {
    std::size_t shards = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto database = database_with(brutal(), seed);
        write(*database, 0, kWrites);
        database->clock().advance(2'000);
        Reader reader(*database);
        EXPECT_EQ(by_key(reader.everything()), expected_changes(kWrites)) << seed;
        EXPECT_GT(reader.empty_pages(), 20u);
        EXPECT_EQ(reader.most_listed(), 2u);
        shards = std::max(shards, reader.shards().size());
    }
    EXPECT_GT(shards, 20u);
}

TEST(StreamAdversity, IsTheSameInEveryRunWithTheSeed) {
    Texts replies;
    for (int run = 0; run < 2; ++run) {
        const auto database = database_with(brutal(), 7);
        write(*database, 0, 60);
        Reader reader(*database);
        std::string all;
        for (const auto& [id, parent] : reader.shards()) {
            all.append(id).append(parent).append(reader.records(reader.iterator(id)));
        }
        replies.push_back(all);
    }
    EXPECT_EQ(replies[0], replies[1]);
}

TEST(StreamAdversity, ARecordCannotBeReadBeforeItsTime) {
    Adversity late;
    late.lag = Distribution::fixed(500);
    const auto database = database_with(late, 7);
    Reader reader(*database);
    Texts latest;
    write(*database, 0, 1);
    for (const auto& [id, parent] : reader.shards()) {
        // Late records are still ahead of a reader that begins now.
        latest.push_back(reader.iterator(id, "LATEST"));
    }
    database->clock().advance(489);
    EXPECT_EQ(reader.everything(), Texts());
    database->clock().advance(1);
    std::string seen;
    for (const std::string& iterator : latest) seen.append(reader.records(iterator));
    EXPECT_EQ(all_matches(seen, "(eventName)").size(), 1u);
    EXPECT_EQ(Reader(*database).everything(), Texts{"k0=0"});
}

TEST(StreamAdversity, AnIteratorCanExpireOnArrival) {
    Adversity old;
    old.iterator_age = Distribution::fixed(60'000);
    const auto database = database_with(old, 7);
    Reader reader(*database);
    const std::string iterator = reader.iterator(reader.shards().at(0).first);
    database->clock().advance(14 * 60'000);
    EXPECT_NE(reader.records(iterator).find("\"Records\":[]"), std::string::npos);
    database->clock().advance(1);
    EXPECT_TRUE(reader.records(iterator).starts_with("ExpiredIteratorException"));
}

TEST(StreamAdversity, TransactionsAlsoEndShards) {
    Adversity short_lived;
    short_lived.shard_records = 1;
    const auto database = database_with(short_lived, 7);
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(
            database->run(testing::transaction(
                {testing::put("Tab", item({{"pk", text("a")}, {"n", number(i)}})),
                 testing::put("Tab", item({{"pk", text("b")}, {"n", number(i)}}))}
            )),
            "{}"
        );
    }
    Reader reader(*database);
    const auto changes = by_key(reader.everything());
    EXPECT_EQ(changes.at("a").size(), 20u);
    EXPECT_EQ(changes.at("a"), changes.at("b"));
    EXPECT_GT(reader.shards().size(), 30u);
}

TEST(StreamAdversity, AForkHasTheSameFaults) {
    const auto database = database_with(brutal(), 7);
    database->engine().copy_universe("", "fork");
    EXPECT_EQ(
        database->engine().universe("fork")->switches().stream_adversity.adversity(), brutal()
    );
    database->universe().switches().stream_adversity.set({});
    EXPECT_TRUE(database->engine().universe("fork")->switches().stream_adversity.is_on());
    EXPECT_FALSE(database->engine().universe("new")->switches().stream_adversity.is_on());
}

TEST(StreamAdversity, ShardsOutliveARestart) {
    const testing::TemporaryDirectory directory;
    std::size_t shards = 0;
    {
        Database first({}, directory.path());
        first.universe().switches().stream_adversity.set(brutal());
        first.create_table("Tab", "pk:S", "", kAdverseStream);
        write(first, 0, 100);
        shards = Reader(first).shards().size();
        EXPECT_TRUE(first.close());
    }
    Database second({}, directory.path());
    second.clock().advance(100'000);
    write(second, 100, 110);
    Reader reader(second);
    EXPECT_EQ(by_key(reader.everything()), expected_changes(110));
    EXPECT_EQ(reader.shards().size(), shards);
}

}  // namespace
}  // namespace stator::engine::operations
