// Throttling as a client sees it: every operation on whole tables.
#include <set>

#include "tests/engine/capacity/throttled_requests.hpp"

namespace stator::engine::capacity {
namespace {

TEST_F(ThrottledRequests, WritesABurstOfFiveMinutesAndThenAtItsRate) {
    create_provisioned("busy", 5, 5);
    use_up_writes();
    EXPECT_EQ(put("k", 1), kWriteRefusal);
    EXPECT_EQ(
        run("DeleteItem", R"({"TableName":"busy","Key":)" + key_json("k") + "}"), kWriteRefusal
    );
    EXPECT_EQ(
        run("UpdateItem",
            R"({"TableName":"busy","UpdateExpression":"REMOVE z","Key":)" + key_json("k") + "}"),
        kWriteRefusal
    );
    EXPECT_EQ(
        run("ExecuteStatement", R"({"Statement":"INSERT INTO busy VALUE {'pk':'k'}"})"),
        kWriteRefusal
    );
    EXPECT_FALSE(has("k"));
    advance(200);
    EXPECT_EQ(put("k", 1), "{}");
    EXPECT_EQ(put("k", 1), kWriteRefusal);
    advance(kMinuteMs);
    EXPECT_EQ(put("large", 300), "{}");
    EXPECT_EQ(put("k", 1), kWriteRefusal);
}

TEST_F(ThrottledRequests, EveryReadIsRejectedUntilTheClockAdvances) {
    create_provisioned("busy", 5, 5);
    use_up_reads();
    const std::vector<std::pair<std::string, std::string>> reads = {
        {"GetItem", R"({"TableName":"busy","Key":)" + key_json("large") + "}"},
        {"Query",
         R"({"TableName":"busy","KeyConditionExpression":"pk = :p",)"
         R"("ExpressionAttributeValues":{":p":{"S":"large"}}})"},
        {"Scan", R"({"TableName":"busy"})"},
        {"ExecuteStatement", R"({"Statement":"SELECT * FROM busy WHERE pk = 'large'"})"},
        {"ExecuteStatement", R"({"Statement":"SELECT * FROM busy"})"},
        {"BatchGetItem", R"({"RequestItems":{"busy":{"Keys":[)" + key_json("large") + "]}}}"},
    };
    for (const auto& [operation, request] : reads) EXPECT_EQ(run(operation, request), kReadRefusal);
    for (const auto& [operation, request] : reads) {
        advance(kMinuteMs);
        const std::string reply = run(operation, request);
        EXPECT_NE(reply.find("xxxx"), std::string::npos) << operation << reply.substr(0, 200);
    }
    EXPECT_EQ(put("k", 1), "{}") << "reads do not use up writes";
}

TEST_F(ThrottledRequests, StatementsOfABatchAreRejectedSeparately) {
    create_provisioned("busy", 5, 5);
    create_provisioned("free", 5, 5);
    use_up_reads();
    EXPECT_EQ(run("PutItem", R"({"TableName":"free","Item":)" + item_json("a", 1) + "}"), "{}");
    const std::string reads =
        run("BatchExecuteStatement",
            R"({"Statements":[{"Statement":"SELECT * FROM busy WHERE pk = 'large'"},)"
            R"({"Statement":"SELECT * FROM free WHERE pk = 'a'"}]})");
    EXPECT_NE(reads.find(R"("Code":"ProvisionedThroughputExceeded")"), std::string::npos) << reads;
    EXPECT_NE(reads.find("\"Item\""), std::string::npos) << reads;
    use_up_writes(4);
    const std::string writes =
        run("BatchExecuteStatement",
            R"({"Statements":[{"Statement":"INSERT INTO busy VALUE {'pk':'b'}"},)"
            R"({"Statement":"INSERT INTO free VALUE {'pk':'b'}"}]})");
    EXPECT_EQ(
        testing::all_matches(writes, R"re("(Code":"ProvisionedThroughputExceeded)")re").size(), 1U
    );
    EXPECT_NE(get("b", "free").find("\"Item\""), std::string::npos) << writes;
}

TEST_F(ThrottledRequests, BatchOfWritesReturnsUnprocessedItems) {
    create_provisioned("busy", 5, 5);
    use_up_writes(4);
    const std::string first_key = keys_of_quarter(0, 2)[1];
    const std::string second_key = keys_of_quarter(1, 2)[1];
    const std::string third_key = keys_of_quarter(2, 2)[1];
    const std::string gone = keys_of_quarter(3, 1)[0];
    const auto put_request = [](const std::string& key) {
        return R"({"PutRequest":{"Item":)" + item_json(key, 200) + "}}";
    };
    const std::string first =
        run("BatchWriteItem",
            R"({"RequestItems":{"busy":[)" + put_request(first_key) + "," +
                put_request(second_key) + "," + put_request(third_key) +
                R"(,{"DeleteRequest":{"Key":)" + key_json(gone) + "}}]}}");
    const std::string rest = object_member(first, "UnprocessedItems");
    EXPECT_EQ(
        testing::all_matches(rest, R"re("(PutRequest|DeleteRequest)")re"),
        (std::vector<std::string>{"PutRequest", "DeleteRequest"})
    );
    EXPECT_TRUE(has(first_key) && has(second_key) && has(gone));
    EXPECT_FALSE(has(third_key));
    EXPECT_EQ(run("BatchWriteItem", R"({"RequestItems":)" + rest + "}"), kWriteRefusal);
    advance(5 * kMinuteMs);
    EXPECT_EQ(
        run("BatchWriteItem", R"({"RequestItems":)" + rest + "}"), R"({"UnprocessedItems":{}})"
    );
    EXPECT_TRUE(has(third_key));
    EXPECT_FALSE(has(gone));
}

TEST_F(ThrottledRequests, BatchOfReadsReturnsUnprocessedKeys) {
    create_provisioned("busy", 5, 5);
    ASSERT_EQ(put("a", 1), "{}");
    use_up_reads();
    advance(200);  // one unit
    const std::string first =
        run("BatchGetItem",
            R"({"RequestItems":{"busy":{"ConsistentRead":true,"ProjectionExpression":"#p",)"
            R"("ExpressionAttributeNames":{"#p":"pk"},"Keys":[)" +
                key_json("a") + "," + key_json("large") + "]}}}");
    EXPECT_EQ(object_member(first, "Responses"), R"({"busy":[{"pk":{"S":"a"}}]})");
    const std::string rest = object_member(first, "UnprocessedKeys");
    for (const char* part : {"ConsistentRead", "ProjectionExpression", "#p", "large"}) {
        EXPECT_NE(rest.find(part), std::string::npos) << part << " " << rest;
    }
    EXPECT_EQ(rest.find(R"({"S":"a"})"), std::string::npos) << rest;
    EXPECT_EQ(run("BatchGetItem", R"({"RequestItems":)" + rest + "}"), kReadRefusal);
    advance(kMinuteMs);
    const std::string second = run("BatchGetItem", R"({"RequestItems":)" + rest + "}");
    EXPECT_EQ(object_member(second, "Responses"), R"({"busy":[{"pk":{"S":"large"}}]})");
    EXPECT_EQ(object_member(second, "UnprocessedKeys"), "{}");
}

TEST_F(ThrottledRequests, BatchSucceedsIfAnotherTableAcceptsItsPart) {
    create_provisioned("busy", 5, 5);
    create_provisioned("free", 5, 5);
    use_up_writes();
    const std::string reply =
        run("BatchWriteItem",
            R"({"RequestItems":{"busy":[{"PutRequest":{"Item":)" + key_json("a") +
                R"(}}],"free":[{"PutRequest":{"Item":)" + key_json("a") + "}}]}}");
    EXPECT_EQ(
        reply, R"({"UnprocessedItems":{"busy":[{"PutRequest":{"Item":)" + key_json("a") + "}}]}}"
    );
}

TEST_F(ThrottledRequests, TransactionIsCancelledAsAWholeAndItsTokenStaysFree) {
    create_provisioned("busy", 5, 5);
    create_provisioned("free", 5, 5);
    use_up_writes();
    const auto part = [](const std::string& table) {
        return R"({"Put":{"TableName":")" + table + R"(","Item":)" + key_json("x") + "}}";
    };
    const std::string write = R"({"ClientRequestToken":"one","TransactItems":[)" + part("free") +
                              "," + part("busy") + "]}";
    const std::string cancelled = "TransactionCanceledException None ProvisionedThroughputExceeded";
    EXPECT_EQ(run("TransactWriteItems", write), cancelled);
    EXPECT_EQ(get("x", "free"), "{}");
    const std::string statements = R"({"TransactStatements":[)"
                                   R"({"Statement":"INSERT INTO free VALUE {'pk':'y'}"},)"
                                   R"({"Statement":"INSERT INTO busy VALUE {'pk':'y'}"}]})";
    EXPECT_EQ(run("ExecuteTransaction", statements), cancelled);
    EXPECT_EQ(get("y", "free"), "{}");
    advance(kMinuteMs);
    EXPECT_EQ(run("TransactWriteItems", write), "{}");
    EXPECT_TRUE(has("x"));
    EXPECT_NE(get("x", "free"), "{}");
    EXPECT_EQ(run("ExecuteTransaction", statements).substr(0, 13), R"({"Responses":)");
}

TEST_F(ThrottledRequests, TransactionOfReadsIsCancelledWithAReasonForEach) {
    create_provisioned("busy", 5, 5);
    create_provisioned("free", 5, 5);
    use_up_reads();
    const auto part = [](const std::string& table) {
        return R"({"Get":{"TableName":")" + table + R"(","Key":)" + key_json("large") + "}}";
    };
    const std::string request = R"({"TransactItems":[)" + part("busy") + "," + part("free") + "]}";
    const std::string cancelled = "TransactionCanceledException ProvisionedThroughputExceeded None";
    EXPECT_EQ(run("TransactGetItems", request), cancelled);
    EXPECT_EQ(
        run("ExecuteTransaction",
            R"({"TransactStatements":[{"Statement":"SELECT * FROM busy WHERE pk = 'large'"},)"
            R"({"Statement":"SELECT * FROM free WHERE pk = 'large'"}]})"),
        cancelled
    );
    advance(kMinuteMs);
    EXPECT_NE(run("TransactGetItems", request).find("xxxx"), std::string::npos);
    EXPECT_EQ(run("TransactGetItems", request).substr(0, 13), R"({"Responses":)")
        << "150 of 300 units, since a transaction reads twice";
    EXPECT_EQ(run("TransactGetItems", request), cancelled);
}

TEST_F(ThrottledRequests, IndexThrottlesOnlyWritesThatChangeIt) {
    create_indexed(units_json(1'000, 1'000), "," + units_json(5, 1));
    ASSERT_EQ(put("a", 300, R"(,"g":{"S":"1"})"), "{}");
    const std::string refusal =
        "ProvisionedThroughputExceededException IndexWriteProvisionedThroughputExceeded " +
        kTableArn + "/index/by_g";
    EXPECT_EQ(put("b", 1, R"(,"g":{"S":"1"})"), refusal);
    EXPECT_EQ(run("DeleteItem", R"({"TableName":"busy","Key":)" + key_json("a") + "}"), refusal);
    EXPECT_EQ(
        run("UpdateItem",
            R"({"TableName":"busy","UpdateExpression":"REMOVE g","Key":)" + key_json("a") + "}"),
        refusal
    );
    EXPECT_EQ(
        run("TransactWriteItems",
            R"({"TransactItems":[{"Delete":{"TableName":"busy","Key":)" + key_json("a") + "}}]}"),
        "TransactionCanceledException ProvisionedThroughputExceeded"
    );
    EXPECT_FALSE(has("b"));
    EXPECT_TRUE(has("a"));
    EXPECT_EQ(put("b", 1), "{}");
    EXPECT_EQ(put("a", 300, R"(,"g":{"S":"1"})"), "{}") << "what changes nothing writes no index";
    advance(kMinuteMs);
    EXPECT_EQ(put("b", 1, R"(,"g":{"S":"1"})"), "{}");
}

TEST_F(ThrottledRequests, FailedConditionConsumesTheUnitsOfTheExistingItem) {
    create_provisioned("busy", 5, 1);
    ASSERT_EQ(put("a", 200), "{}");
    const std::string refused =
        run("DeleteItem",
            R"re({"TableName":"busy","ConditionExpression":"attribute_not_exists(pk)","Key":)re" +
                key_json("a") + "}");
    EXPECT_EQ(refused, "ConditionalCheckFailedException: The conditional request failed");
    EXPECT_EQ(put("k", 1), kWriteRefusal);
    advance(100'000);
    EXPECT_EQ(put("k", 1), kWriteRefusal);
    advance(1'000);
    EXPECT_EQ(put("k", 1), "{}");
}

TEST_F(ThrottledRequests, BillingModeChangeAppliesImmediately) {
    create_provisioned("busy", 5, 5);
    use_up_writes();
    ASSERT_EQ(put("k", 1), kWriteRefusal);
    const auto fill = [&] {
        return database.universe().throughput().fills(database.clock().now()).at(0);
    };
    run("UpdateTable", R"({"TableName":"busy","BillingMode":"PAY_PER_REQUEST"})");
    EXPECT_TRUE(fill().limits.on_demand);
    EXPECT_DOUBLE_EQ(fill().write.per_second, 4'000);
    EXPECT_DOUBLE_EQ(fill().write.level, 4'000);
    EXPECT_EQ(put("k", 1), "{}") << "nothing is owed from the time before";
    run("UpdateTable",
        R"({"TableName":"busy","BillingMode":"PROVISIONED",)" + units_json(7, 3) + "}");
    EXPECT_FALSE(fill().limits.on_demand);
    EXPECT_DOUBLE_EQ(fill().read.per_second, 7);
    EXPECT_DOUBLE_EQ(fill().write.level, 900);
    EXPECT_EQ(put("k", 1), "{}");
}

TEST_F(ThrottledRequests, TimeToLiveDeletionsAreFree) {
    create_provisioned("busy", 5, 1);
    run("UpdateTimeToLive",
        R"({"TableName":"busy","TimeToLiveSpecification":)"
        R"({"Enabled":true,"AttributeName":"gone"}})");
    const auto gone_s = std::to_string(database.clock().now().unix_ms() / 1'000 + 60);
    ASSERT_EQ(put("short", 200, R"(,"gone":{"N":")" + gone_s + "\"}"), "{}");
    ASSERT_EQ(put("large", 300), "{}");
    const auto level = [&] {
        return database.universe().throughput().fills(database.clock().now())[0].write.level;
    };
    const double before = level();
    advance(61'000);
    database.universe().run_due();
    EXPECT_FALSE(has("short"));
    EXPECT_DOUBLE_EQ(level(), before + 61);
    EXPECT_EQ(put("k", 1), kWriteRefusal);
}

// Eight items count as one request of the table, and as one of each partition that contains them.
TEST_F(ThrottledRequests, ABatchCountsOnceForEachPartition) {
    const auto batch = [this] {
        std::string writes;
        for (const std::uint64_t quarter : {0U, 1U}) {
            for (const std::string& key : keys_of_quarter(quarter, 4)) {
                writes.append(writes.empty() ? "" : ",");
                writes.append(R"({"PutRequest":{"Item":)" + key_json(key) + "}}");
            }
        }
        run("BatchWriteItem", R"({"RequestItems":{"busy":[)" + writes + "]}}");
    };
    create_provisioned("busy", 5, 5);
    Throughput& throughput = database.universe().throughput();
    throughput.set_heat(true);
    const auto counts = [&](auto of_source, auto of_partition) {
        const SourceReport source = throughput.report(database.universe().now()).sources.at(0);
        std::set<std::int64_t> found = {source.*of_source};
        for (const PartitionReport& partition : source.partitions) {
            if (partition.*of_partition > 0) found.insert(partition.*of_partition);
        }
        return found;
    };
    using Counts = std::set<std::int64_t>;
    use_up_writes();
    batch();
    batch();
    EXPECT_EQ(counts(&SourceReport::throttled, &PartitionReport::throttled), Counts{2});
    throughput.set_mode(ThrottleMode::Off);
    throughput.forget_heat();
    use_up_writes();
    batch();
    EXPECT_EQ(counts(&SourceReport::would_throttle, &PartitionReport::would_throttle), Counts{1});
}

TEST_F(ThrottledRequests, ObserverIsNeitherThrottledNorCounted) {
    create_provisioned("busy", 5, 5);
    Throughput& throughput = database.universe().throughput();
    throughput.set_heat(true);
    use_up_reads();  // one of them is a write of 300 units
    use_up_writes(4);
    throughput.forget_heat();
    const auto key = key_json("k");
    is_observer = true;
    EXPECT_EQ(put("k", 1), "{}");
    EXPECT_TRUE(has("k"));
    EXPECT_NE(run("Scan", R"({"TableName":"busy"})").find("xxxx"), std::string::npos);
    const std::string updated =
        run("UpdateItem",
            R"({"TableName":"busy","UpdateExpression":"REMOVE z","ReturnValues":"ALL_NEW","Key":)" +
                key + "}");
    EXPECT_NE(updated.find("\"Attributes\""), std::string::npos) << updated;
    const std::string transaction =
        R"({"TransactItems":[{"Delete":{"TableName":"busy","Key":)" + key + "}}]}";
    EXPECT_EQ(run("TransactWriteItems", transaction), "{}");
    const std::string reads =
        R"({"TransactItems":[{"Get":{"TableName":"busy","Key":)" + key + "}}]}";
    EXPECT_NE(run("TransactGetItems", reads).find("\"Responses\""), std::string::npos);
    const SourceReport report = throughput.report(database.universe().now()).sources.at(0);
    EXPECT_EQ(report.read.total + report.write.total, 0);
    EXPECT_EQ(report.throttled, 0);
    EXPECT_TRUE(report.partitions.empty());
    is_observer = false;
    EXPECT_EQ(put("k", 1), kWriteRefusal) << "the program finds the buckets as it left them";
    EXPECT_EQ(get("k"), kReadRefusal);
}

}  // namespace
}  // namespace stator::engine::capacity
