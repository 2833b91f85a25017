// Overloaded partitions: throttled by key range, split after they have been hot for long enough,
// and reported.
#include <algorithm>

#include "tests/engine/capacity/throttled_requests.hpp"

namespace stator::engine::capacity {
namespace {

TEST_F(ThrottledRequests, HotKeyOnDemandIsThrottledOnlyByItsKeyRange) {
    database.create_table("busy", "pk:S");
    const std::string hot = keys_of_quarter(2, 1)[0];
    const std::string other = keys_of_quarter(0, 1)[0];
    for (int i = 0; i < 3; ++i) ASSERT_EQ(put(hot, kLargeUnits), "{}");
    EXPECT_EQ(put(hot, 1), "ThrottlingException TableWriteKeyRangeThroughputExceeded " + kTableArn);
    EXPECT_EQ(put(other, 1), "{}");
    const std::string reply =
        run("BatchWriteItem",
            R"({"RequestItems":{"busy":[{"PutRequest":{"Item":)" + key_json(hot) +
                R"(}},{"PutRequest":{"Item":)" + key_json(other) + "}}]}}");
    EXPECT_EQ(
        reply, R"({"UnprocessedItems":{"busy":[{"PutRequest":{"Item":)" + key_json(hot) + "}}]}}"
    );
    EXPECT_EQ(
        run("TransactWriteItems",
            R"({"TransactItems":[{"Delete":{"TableName":"busy","Key":)" + key_json(hot) +
                R"(}},{"Delete":{"TableName":"busy","Key":)" + key_json(other) + "}}]}"),
        "TransactionCanceledException ThrottlingError None"
    );
    advance(1'000);
    EXPECT_EQ(put(hot, 1), "{}");
}

class HotPartitions : public ThrottledRequests {
protected:
    // Never writes the same item twice, because a write that changes nothing produces no stream
    // record.
    std::string put_large(const std::string& key) {
        return put(key, kLargeUnits, R"(,"n":{"N":")" + std::to_string(++puts_) + "\"}");
    }

    // Writes to two keys of one partition until they are throttled, and advances the clock by a
    // minute.
    void expect_hot_minute(const std::string& first, const std::string& second) {
        EXPECT_EQ(put_large(first), "{}");
        EXPECT_EQ(put_large(second), "{}");
        EXPECT_EQ(put_large(first), "{}");
        EXPECT_EQ(put(second, 1).substr(0, 19), "ThrottlingException");
        advance(kMinuteMs);
    }

    std::string stream(const std::string& arn) {
        return run("DescribeStream", R"({"StreamArn":")" + arn + R"("})");
    }

    // The keys of all records, read from the beginning of each shard.
    std::vector<std::string> recorded_keys(const std::string& arn) {
        std::vector<std::string> keys;
        for (const auto& shard : testing::all_matches(stream(arn), R"re("ShardId":"([^"]+)")re")) {
            std::string iterator = database.member(
                "GetShardIterator",
                R"({"StreamArn":")" + arn + R"(","ShardId":")" + shard +
                    R"(","ShardIteratorType":"TRIM_HORIZON"})",
                "ShardIterator"
            );
            const std::string reply =
                run("GetRecords", R"({"ShardIterator":")" + iterator + R"("})");
            for (auto& key : testing::all_matches(reply, R"re("Keys":\{"pk":\{"S":"([^"]+)")re")) {
                keys.push_back(std::move(key));
            }
        }
        return keys;
    }

private:
    int puts_ = 0;
};

TEST_F(HotPartitions, SplitBetweenTheirHotKeys) {
    database.create_table(
        "busy",
        "pk:S",
        "",
        R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"})"
    );
    advance(kMinuteMs);
    const std::string arn =
        database.member("DescribeTable", R"({"TableName":"busy"})", "LatestStreamArn");
    std::vector<std::string> keys;
    for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
        for (auto& key : keys_of_quarter(quarter, 12)) keys.push_back(std::move(key));
    }
    for (const auto& key : keys) ASSERT_EQ(put(key, 1), "{}");
    const auto quarter = keys_of_quarter(1, 2);
    advance(kMinuteMs);
    expect_hot_minute(quarter[0], quarter[1]);
    expect_hot_minute(quarter[0], quarter[1]);
    EXPECT_EQ(testing::all_matches(stream(arn), R"re("(ParentShardId)")re").size(), 0U);
    database.universe().run_due();
    const auto parents = testing::all_matches(stream(arn), R"re("ParentShardId":"([^"]+)")re");
    ASSERT_EQ(parents.size(), 2U) << stream(arn);
    EXPECT_EQ(parents[0], parents[1]);
    EXPECT_EQ(testing::all_matches(stream(arn), R"re("(EndingSequenceNumber)")re").size(), 1U);
    std::sort(keys.begin(), keys.end(), [](const auto& left, const auto& right) {
        return schema::hash_partition_key(left) < schema::hash_partition_key(right);
    });
    EXPECT_EQ(
        testing::all_matches(
            run("Scan", R"({"TableName":"busy","ProjectionExpression":"pk"})"),
            R"re("S":"([^"]+)")re"
        ),
        keys
    );
    for (const auto& key : keys) EXPECT_TRUE(has(key)) << key;
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(put_large(quarter[0]), "{}") << i;
        EXPECT_EQ(put_large(quarter[1]), "{}") << i;
    }
    EXPECT_EQ(put(quarter[0], 1).substr(0, 19), "ThrottlingException");
    EXPECT_EQ(recorded_keys(arn).size(), keys.size() + 2 * 3 + 2 * 3);
}

TEST_F(HotPartitions, SplitInAnIndexAlso) {
    create_indexed(R"("BillingMode":"PAY_PER_REQUEST")", "");
    database.universe().throughput().set_heat(true);
    const auto hot = keys_of_quarter(1, 2);
    const auto with = [&](int which) {
        return R"(,"g":{"S":")" + hot[static_cast<std::size_t>(which)] + "\"}";
    };
    std::vector<std::string> spread;
    for (int i = 0; i < 5; ++i) {
        for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
            spread.push_back(keys_of_quarter(quarter, i + 1).back());
        }
    }
    auto next = spread.begin();
    const std::string refusal =
        "ThrottlingException IndexWriteKeyRangeThroughputExceeded " + kTableArn + "/index/by_g";
    for (int minute = 0; minute < 2; ++minute) {
        for (const int which : {0, 1, 0}) {
            EXPECT_EQ(put(*next++, kLargeUnits, with(which)), "{}");
        }
        EXPECT_EQ(put("refused", 1, with(1)), refusal);
        advance(kMinuteMs);
    }
    database.universe().run_due();
    for (const int which : {0, 1, 0, 1, 0, 1}) {
        EXPECT_EQ(put(*next++, kLargeUnits, with(which)), "{}");
    }
    EXPECT_EQ(put("refused", 1, with(0)), refusal);
    EXPECT_EQ(put("refused", 1, with(1)), refusal);
    advance(kMinuteMs);
    std::string start;
    std::size_t found = 0;
    do {
        const std::string page = run(
            "Scan",
            R"({"TableName":"busy","IndexName":"by_g","ProjectionExpression":"pk")" + start + "}"
        );
        found += testing::all_matches(page, R"re(\{"pk":\{("S")[^{}]*\}\})re").size();
        const std::string last = object_member(page, "LastEvaluatedKey");
        start = last.empty() ? "" : R"(,"ExclusiveStartKey":)" + last;
    } while (!start.empty());
    EXPECT_EQ(found, 12U);
}

TEST_F(HotPartitions, AreReportedWithoutThrottling) {
    create_indexed(units_json(1, 1), "," + units_json(1, 1));
    auto& throughput = database.universe().throughput();
    throughput.set_mode(ThrottleMode::Off);
    throughput.set_heat(true);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(put("hot", 200 + i, R"(,"g":{"S":"group"})"), "{}");
    EXPECT_EQ(put("cold", 1), "{}");
    EXPECT_TRUE(has("hot"));
    const auto report = throughput.report(database.clock().now());
    ASSERT_EQ(report.sources.size(), 2U);
    EXPECT_EQ(report.mode, ThrottleMode::Off);
    const auto& table = report.sources[0];
    EXPECT_EQ(table.arn, kTableArn);
    EXPECT_DOUBLE_EQ(table.write.total, 200 + 201 + 202 + 1);
    EXPECT_DOUBLE_EQ(table.read.total, 51);
    EXPECT_EQ(table.throttled, 0);
    EXPECT_EQ(table.would_throttle, 2);
    const auto hot =
        std::find_if(table.partitions.begin(), table.partitions.end(), [](const auto& partition) {
            return partition.write.total > 600;
        });
    ASSERT_NE(hot, table.partitions.end());
    ASSERT_FALSE(hot->write_keys.empty());
    EXPECT_EQ(hot->write_keys[0].text, "hot");
    EXPECT_DOUBLE_EQ(hot->write_keys[0].units, 603);
    ASSERT_EQ(hot->read_keys.size(), 1U);
    EXPECT_EQ(hot->read_keys[0].text, "hot");
    // The third write to "hot". The other write that would have been throttled is the one to
    // "cold".
    ASSERT_EQ(hot->throttled_keys.size(), 1U);
    EXPECT_EQ(hot->throttled_keys[0].text, "hot");
    EXPECT_DOUBLE_EQ(hot->throttled_keys[0].units, 1);
    const auto& index = report.sources[1];
    EXPECT_EQ(index.index, "by_g");
    EXPECT_EQ(index.arn, kTableArn + "/index/by_g");
    ASSERT_EQ(index.partitions.size(), 1U);
    EXPECT_EQ(index.partitions[0].write_keys.at(0).text, "group");
    EXPECT_DOUBLE_EQ(index.write.total, 603);
}

// Large items in every partition, one per page.
TEST_F(HotPartitions, AreChargedForTheirOwnPagesOfAScan) {
    create_provisioned("busy", 5, 5);
    auto& throughput = database.universe().throughput();
    throughput.set_mode(ThrottleMode::Off);
    for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
        EXPECT_EQ(put(keys_of_quarter(quarter, 1)[0], 100), "{}");
    }
    throughput.set_heat(true);
    std::string start;
    for (int page = 0; page < 4; ++page) {
        const std::string reply =
            run("Scan", R"({"TableName":"busy","Limit":1,"ConsistentRead":true)" + start + "}");
        start = R"(,"ExclusiveStartKey":)" + object_member(reply, "LastEvaluatedKey");
    }
    const auto report = throughput.report(database.clock().now());
    ASSERT_EQ(report.sources.size(), 1U);
    EXPECT_DOUBLE_EQ(report.sources[0].read.total, 100);
    EXPECT_EQ(report.sources[0].partitions.size(), 4U);
    for (const auto& partition : report.sources[0].partitions) {
        EXPECT_DOUBLE_EQ(partition.read.total, 25) << partition.partition.value;
    }
}

}  // namespace
}  // namespace stator::engine::capacity
