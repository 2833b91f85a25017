// Bulk operations, which put items from S3 objects into a table, through the whole engine.
#include <gtest/gtest.h>

#include <string>

#include "emulator/http/compression.hpp"
#include "tests/support/database.hpp"
#include "tests/support/memory_store.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using testing::Database;
using testing::MemoryStore;

std::string gzip(const std::string& text) {
    return emulator::http::compress(emulator::http::Codec::Gzip, text);
}

std::string unpacked(std::string bytes) {
    const auto failure = emulator::http::decompress("gzip", std::size_t{1} << 30U, bytes);
    return failure ? "no gzip" : bytes;
}

std::string line(const std::string& pk, const std::string& more = "") {
    return R"({"Item":{"pk":{"S":")" + pk + "\"}}" + more + "}\n";
}

// The member of a line that adds this condition.
std::string on(const std::string& condition) {
    return R"(,"ConditionExpression":")" + condition + "\"";
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

class BulkTest : public ::testing::Test {
protected:
    BulkTest() {
        options_.object_store = store_;
        database_ = std::make_unique<Database>(options_);
        database_->create_table("tbl", "pk:S");
    }

    // Creates a database in which tables and bulk operations take one second, and then the table
    // "tbl".
    void slow_down() {
        options_.table_delay_ms = 1'000;
        database_ = std::make_unique<Database>(options_);
        database_->create_table("tbl", "pk:S");
        database_->clock().advance(1'000);
    }

    void write(const std::string& key, const std::string& bytes) {
        ASSERT_TRUE(store_->put("bucket", key, bytes).has_value());
    }

    static std::string request(const std::string& input = "", const std::string& more = "") {
        const std::string format =
            has(input, "InputFormat") ? "" : R"(,"InputFormat":"DYNAMODB_JSON")";
        return R"({"TableName":"tbl","InputS3Configuration":{"S3Bucket":"bucket",)"
               R"("S3KeyPrefix":"in/")" +
               format + input +
               R"(},"OutputS3Configuration":{"S3Bucket":"bucket","S3KeyPrefix":"out",)"
               R"("OutputType":["ERROR","CONDITION_CHECK_FAILURE"]})" +
               more + "}";
    }

    std::string run(const std::string& operation, const std::string& json) {
        return database_->run(operation, json);
    }

    std::string start(const std::string& json) {
        return database_->member("StartBulkPutItems", json, "BulkOperationArn");
    }

    std::string describe(const std::string& arn) {
        return run("DescribeBulkOperation", R"({"BulkOperationArn":")" + arn + "\"}");
    }

    std::string cancel(const std::string& arn) {
        return run("CancelBulkOperation", R"({"BulkOperationArn":")" + arn + "\"}");
    }

    // Starts the operation and returns the reply of DescribeBulkOperation after its end.
    std::string done(const std::string& json = request()) { return describe(start(json)); }

    std::string item(const std::string& pk) {
        return run("GetItem", R"({"TableName":"tbl","Key":{"pk":{"S":")" + pk + "\"}}}");
    }

    std::string count() {
        const std::string found = run("Scan", R"({"TableName":"tbl","Select":"COUNT"})");
        const std::size_t at = found.find(':') + 1;
        return found.substr(at, found.find(',') - at);
    }

    // The text of the report's object whose key contains `part`, "" if there is none.
    std::string report(const std::string& part) {
        for (const auto& [path, bytes] : store_->objects()) {
            if (!path.starts_with("bucket/out/") || !has(path, part)) continue;
            return path.ends_with(".gz") ? unpacked(bytes) : bytes;
        }
        return "";
    }

    std::shared_ptr<MemoryStore> store_ =
        std::make_shared<MemoryStore>(std::set<std::string>{"bucket"});
    EngineOptions options_;
    std::unique_ptr<Database> database_;
};

TEST_F(BulkTest, PutsTheItemsOfLines) {
    run("PutItem", R"({"TableName":"tbl","Item":{"pk":{"S":"a"},"old":{"BOOL":true}}})");
    write("in/1.json", line("a") + line("b"));
    write("in/2.json", R"({"Item":{"pk":{"S":"c"},"n":{"N":"1"}}})");
    write("other/3.json", "no item");
    const std::string end = done();
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"COMPLETED")")) << end;
    EXPECT_TRUE(has(
        end,
        R"("ProcessedItemCount":3,"ProcessedInputBytes":91,"TotalInputBytes":91,)"
        R"("BulkOperationUsage":[{"TableName":"tbl","BulkPutBytes":12,"Table":{"BulkPutBytes":12}}],)"
        R"("FailedItemCount":0,"PerformanceTier":"STANDARD"})"
    )) << end;
    EXPECT_EQ(item("a"), R"({"Item":{"pk":{"S":"a"}}})");
    EXPECT_EQ(item("c"), R"({"Item":{"n":{"N":"1"},"pk":{"S":"c"}}})");
    EXPECT_EQ(count(), "3");
    const std::string summary = report("manifest-summary.json");
    EXPECT_TRUE(has(summary, R"("processedItemCount":3,"failedItemCount":0,)")) << summary;
    EXPECT_EQ(report("manifest-files.json"), "");
    EXPECT_EQ(report("/error/"), "");
}

TEST_F(BulkTest, ReadsIonAndCompressedObjects) {
    write(
        "in/1",
        gzip("$ion_1_0 {Item:{pk:\"a\",n:6d2}}\n"
             "$ion_1_0 {Item:{pk:\"b\"},ConditionExpression:\"attribute_not_exists(#k)\","
             "ExpressionAttributeNames:{'#k':\"pk\"}}\n"
             "{Item:{pk:\"a\"},ConditionExpression:\"n > :n\",ExpressionAttributeValues:{':n':600}}"
        )
    );
    const std::string end = done(request(R"(,"InputFormat":"ION","InputCompressionType":"GZIP")"));
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"COMPLETED")")) << end;
    EXPECT_TRUE(has(end, R"("ProcessedItemCount":3)")) << end;
    EXPECT_EQ(item("a"), R"({"Item":{"n":{"N":"600"},"pk":{"S":"a"}}})");
    EXPECT_EQ(count(), "2");
}

TEST_F(BulkTest, ReportsItemsThatDoNotMeetTheirCondition) {
    const std::string is_new = on("attribute_not_exists(pk)");
    write("in/1", line("a", is_new) + line("b", is_new) + line("a", is_new));
    const std::string end = done();
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"COMPLETED")")) << end;
    EXPECT_TRUE(has(end, R"("ProcessedItemCount":3)")) << end;
    EXPECT_TRUE(has(end, R"("FailedItemCount":0)")) << end;
    EXPECT_EQ(
        report("/condition-check-failure/"),
        R"({"itemS3Pointer":{"bucket":"bucket","key":"in/1","itemIndex":2},)"
        R"("Item":{"pk":{"S":"a"}},"ExistingItem":{"pk":{"S":"a"}}})"
        "\n"
    );
    EXPECT_TRUE(report("manifest-files.json")
                    .starts_with(R"({"outputType":"CONDITION_CHECK_FAILURE","itemCount":1,)"));
    EXPECT_TRUE(has(report("manifest-summary.json"), R"("conditionCheckFailureCount":1})"));
}

TEST_F(BulkTest, ReportsInvalidLines) {
    write(
        "in/1",
        line("a") + "no json\n" + R"({"Item":{"other":{"S":"a"}}})" + "\n" +
            R"({"Item":{"pk":{"N":"1"}}})" + "\n" + line("b", R"(,"Condition":"pk = pk")") +
            line("c", on("pk = :v")) +
            line("d", R"(,"ExpressionAttributeValues":{":v":{"S":"x"}})") +
            R"({"Item":{"pk":{"S":"e"},"big":{"S":")" + std::string(409'600, 'x') + "\"}}}\n" +
            line("f")
    );
    const std::string end = done();
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"COMPLETED_WITH_ERRORS")")) << end;
    EXPECT_TRUE(has(end, R"("ProcessedItemCount":9)")) << end;
    EXPECT_TRUE(has(end, R"("FailedItemCount":7)")) << end;
    EXPECT_FALSE(has(end, "FailureCode")) << end;
    EXPECT_EQ(count(), "2");
    const std::string lines = report("/error/");
    const auto shows = [&](const std::string& index, const std::string& message) {
        return has(
            lines,
            R"({"itemS3Pointer":{"bucket":"bucket","key":"in/1","itemIndex":)" + index +
                R"(},"errorMessages":[")" + message
        );
    };
    const std::string invalid = "One or more parameter values were invalid: ";
    EXPECT_TRUE(shows("1", invalid + "The item cannot be read: it is no JSON object\"]}\n"));
    EXPECT_TRUE(shows("2", invalid + "Missing the key pk in the item\"]}\n"));
    EXPECT_TRUE(shows("3", invalid + "Type mismatch for key pk expected: S actual: N\"]}\n"));
    EXPECT_TRUE(shows("4", invalid + "The item cannot be read: it has a member Condition\"]}\n"));
    EXPECT_TRUE(shows("5", "Invalid ConditionExpression: An expression attribute value used in "));
    EXPECT_TRUE(shows("6", "ExpressionAttributeValues can only be specified when using ")) << lines;
    EXPECT_TRUE(shows("7", "Item size has exceeded the maximum allowed size")) << lines;
}

TEST_F(BulkTest, ReportsOnlyTheRequestedOutputs) {
    write("in/1", "no json\n" + line("a", on("attribute_exists(pk)")));
    std::string json = request();
    const std::string both = R"(["ERROR","CONDITION_CHECK_FAILURE"])";
    json.replace(json.find(both), both.size(), R"(["ERROR"])");
    EXPECT_TRUE(has(done(json), "COMPLETED_WITH_ERRORS"));
    EXPECT_TRUE(has(report("/error/"), "no JSON object"));
    EXPECT_EQ(report("/condition-check-failure/"), "");
}

TEST_F(BulkTest, LosesOnlyTheRestOfATruncatedObject) {
    const std::string whole = gzip(line("a"));
    write("in/1", whole.substr(0, whole.size() - 6));
    write("in/2", gzip(line("b")));
    const std::string end = done(request(R"(,"InputCompressionType":"GZIP")"));
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"COMPLETED_WITH_ERRORS")")) << end;
    EXPECT_TRUE(has(end, R"("FailedItemCount":1)")) << end;
    EXPECT_TRUE(has(report("/error/"), "the object is cut off"));
    EXPECT_TRUE(has(item("b"), "Item"));
}

TEST_F(BulkTest, ReportsTheBytesOfEachIndex) {
    run("DeleteTable", R"({"TableName":"tbl"})");
    database_->create_table(
        "tbl",
        "pk:S sk:N",
        "g:S l:S",
        R"("GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[{"AttributeName":"g",)"
        R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],)"
        R"("LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[{"AttributeName":"pk",)"
        R"("KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}],)"
        R"("Projection":{"ProjectionType":"ALL"}}])"
    );
    write(
        "in/1",
        R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"},"g":{"S":"x"},"more":{"S":"text"}}})"
        "\n"
        R"({"Item":{"pk":{"S":"a"},"sk":{"N":"2"},"l":{"S":"x"}}})"
    );
    const std::string end = done();
    // 3 + 4 + 2 + 8 and 3 + 4 + 2. The global index contains the keys of the first item, the local
    // index all of the second item.
    EXPECT_TRUE(
        has(end,
            R"("BulkPutBytes":44,"Table":{"BulkPutBytes":26},)"
            R"("LocalSecondaryIndexes":{"lsi":{"BulkPutBytes":9}},)"
            R"("GlobalSecondaryIndexes":{"gsi":{"BulkPutBytes":9}}}])")
    ) << end;
}

TEST_F(BulkTest, PutsNothingWithoutItsBuckets) {
    write("in/1", line("a"));
    std::string json = request();
    json.replace(json.find("\"bucket\""), 8, "\"elsewhere\"");
    std::string end = done(json);
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"FAILED")")) << end;
    EXPECT_TRUE(has(end, R"("FailureCode":"S3NoSuchBucket")")) << end;
    json = request();
    json.replace(json.rfind("\"bucket\""), 8, "\"elsewhere\"");
    end = done(json);
    EXPECT_TRUE(has(end, R"("FailureCode":"S3NoSuchBucket")")) << end;
    EXPECT_EQ(count(), "0");
    // An empty prefix is not a failure.
    EXPECT_TRUE(
        has(done(request().replace(request().find("in/"), 3, "no/")),
            R"("BulkOperationStatus":"COMPLETED")")
    );
}

TEST_F(BulkTest, FailsWhenItsReportCannotBeWritten) {
    write("in/1", "no json\n" + line("a"));
    store_->set_room(0);
    const std::string end = done();
    EXPECT_TRUE(has(end, R"("FailureCode":"S3InternalError")")) << end;
    EXPECT_TRUE(has(end, R"("FailureMessage":"there is no room left")")) << end;
    // The items that were put stay in the table.
    EXPECT_EQ(count(), "1");
}

TEST_F(BulkTest, FailsIfItsTableIsDeleted) {
    slow_down();
    write("in/1", line("a"));
    const std::string arn = start(request());
    run("DeleteTable", R"({"TableName":"tbl"})");
    database_->clock().advance(1'000);
    const std::string end = describe(arn);
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"FAILED")")) << end;
    EXPECT_TRUE(has(end, R"("FailureCode":"ResourceNotFoundException")")) << end;
    // A new table with that name is not the same table.
    EXPECT_TRUE(run("StartBulkPutItems", request()).starts_with("ResourceNotFoundException"));
}

TEST_F(BulkTest, IsCancelled) {
    slow_down();
    write("in/1", line("a"));
    const std::string arn = start(request());
    const std::string answer =
        R"({"BulkOperationArn":")" + arn + R"(","BulkOperationStatus":"CANCELLING"})";
    EXPECT_EQ(cancel(arn), answer);
    const std::string end = describe(arn);
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"CANCELLED")")) << end;
    EXPECT_TRUE(has(end, R"("FailureCode":"Cancelled")")) << end;
    EXPECT_EQ(count(), "0");
    EXPECT_TRUE(has(report("manifest-summary.json"), R"("bulkOperationStatus":"CANCELLED")"));
    EXPECT_EQ(
        cancel(arn),
        "ValidationException: Invalid Request: The bulk operation cannot be cancelled because it "
        "is CANCELLED"
    );
}

TEST_F(BulkTest, KeepsToItsRate) {
    std::string lines;
    for (int i = 0; i < 2'500; ++i) lines += line(std::to_string(i));
    write("in/1", lines);
    const std::string arn = start(request("", R"(,"MaxWriteRequestUnits":1024)"));
    EXPECT_TRUE(has(describe(arn), R"("BulkOperationStatus":"IN_PROGRESS")"));
    EXPECT_EQ(count(), "1024");
    database_->clock().advance(999);
    EXPECT_EQ(count(), "1024");
    database_->clock().advance(1);
    EXPECT_EQ(count(), "2048");
    EXPECT_TRUE(has(describe(arn), R"("ProcessedItemCount":2048)")) << describe(arn);
    database_->clock().advance(1'000);
    EXPECT_EQ(count(), "2500");
    EXPECT_TRUE(has(describe(arn), R"("BulkOperationStatus":"COMPLETED")"));
}

TEST_F(BulkTest, IsCancelledHalfWay) {
    std::string lines;
    for (int i = 0; i < 2'500; ++i) lines += line(std::to_string(i));
    write("in/1", lines);
    const std::string arn = start(request("", R"(,"MaxWriteRequestUnits":1024)"));
    EXPECT_EQ(count(), "1024");
    EXPECT_TRUE(has(cancel(arn), "CANCELLING"));
    const std::string end = describe(arn);
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"CANCELLED")")) << end;
    EXPECT_TRUE(has(end, R"("ProcessedItemCount":1024)")) << end;
    database_->clock().advance(10'000);
    EXPECT_EQ(count(), "1024");
}

TEST_F(BulkTest, WritesToTheStream) {
    run("UpdateTable",
        R"({"TableName":"tbl","StreamSpecification":{"StreamEnabled":true,)"
        R"("StreamViewType":"KEYS_ONLY"}})");
    write("in/1", line("a"));
    done();
    const std::string described = run("DescribeTable", R"({"TableName":"tbl"})");
    const std::size_t at = described.find("LatestStreamArn") + 18;
    const std::string arn = described.substr(at, described.find('"', at) - at);
    const std::string stream = run("DescribeStream", R"({"StreamArn":")" + arn + "\"}");
    // One of the stream's shards has the record.
    bool is_found = false;
    for (std::size_t shard = stream.find("shardId-"); shard != std::string::npos;
         shard = stream.find("shardId-", shard + 1)) {
        const std::string id = stream.substr(shard, stream.find('"', shard) - shard);
        const std::string iterator = database_->member(
            "GetShardIterator",
            R"({"StreamArn":")" + arn + R"(","ShardIteratorType":"TRIM_HORIZON","ShardId":")" + id +
                "\"}",
            "ShardIterator"
        );
        const std::string records = run("GetRecords", R"({"ShardIterator":")" + iterator + "\"}");
        is_found = is_found || has(records, R"("eventName":"INSERT")");
    }
    EXPECT_TRUE(is_found);
}

TEST_F(BulkTest, IsStartedOnceForAToken) {
    const std::string token = R"(,"ClientToken":"token")";
    const std::string arn = start(request("", token));
    EXPECT_EQ(start(request("", token)), arn);
    EXPECT_TRUE(run("StartBulkPutItems", request(R"(,"InputFormat":"ION")", token))
                    .starts_with("IdempotentParameterMismatchException: "));
    database_->clock().advance(8LL * 3'600'000);
    EXPECT_NE(start(request("", token)), arn);
}

TEST_F(BulkTest, IsListedNewestFirst) {
    const std::string first = start(request());
    database_->clock().advance(1);
    const std::string second = start(request());
    const std::string page = run("ListBulkOperations", R"({"MaxResults":1})");
    EXPECT_TRUE(has(page, second)) << page;
    EXPECT_FALSE(has(page, first)) << page;
    const std::string token =
        database_->member("ListBulkOperations", R"({"MaxResults":1})", "NextToken");
    EXPECT_EQ(token.size() % 16, 0U);
    const std::string rest = run("ListBulkOperations", R"({"NextToken":")" + token + "\"}");
    EXPECT_TRUE(has(rest, first)) << rest;
    EXPECT_FALSE(has(rest, second)) << rest;
    EXPECT_FALSE(has(rest, "NextToken")) << rest;
    // Operations are forgotten after 90 days.
    database_->clock().advance(91LL * 24 * 3'600'000);
    start(request());
    EXPECT_TRUE(describe(first).starts_with("ResourceNotFoundException: ")) << describe(first);
}

TEST_F(BulkTest, PreventsReplicas) {
    slow_down();
    write("in/1", line("a"));
    const std::string arn = start(request());
    const std::string grow =
        R"({"TableName":"tbl","ReplicaUpdates":[{"Create":{"RegionName":"eu-central-1"}}]})";
    EXPECT_EQ(
        run("UpdateTable", grow),
        "ResourceInUseException: Attempt to change a resource which is still in use: A bulk "
        "operation is in progress on table: tbl"
    );
    database_->clock().advance(1'000);
    EXPECT_TRUE(has(describe(arn), "COMPLETED"));
    EXPECT_TRUE(has(run("UpdateTable", grow), "UPDATING"));
    // The table is now a global table.
    database_->clock().advance(1'000);
    EXPECT_EQ(
        run("StartBulkPutItems", request()),
        "ValidationException: Invalid Request: Bulk operations are not supported on global tables"
    );
}

TEST_F(BulkTest, StartsAgainAfterTheProcessEnded) {
    const testing::TemporaryDirectory directory;
    std::string lines;
    for (int i = 0; i < 1'500; ++i) {
        lines += line(std::to_string(i), on("attribute_not_exists(pk)"));
    }
    write("in/1", lines);
    database_ = std::make_unique<Database>(options_, std::string(directory.path()));
    database_->create_table("tbl", "pk:S");
    const std::string arn = start(request("", R"(,"MaxWriteRequestUnits":1024)"));
    EXPECT_EQ(count(), "1024");
    database_.reset();
    database_ = std::make_unique<Database>(options_, std::string(directory.path()));
    database_->clock().advance(10'000);
    // Items that the first process has put do not count as rejected by their condition.
    const std::string end = describe(arn);
    EXPECT_TRUE(has(end, R"("BulkOperationStatus":"COMPLETED")")) << end;
    EXPECT_TRUE(has(end, R"("ProcessedItemCount":1500)")) << end;
    EXPECT_EQ(report("/condition-check-failure/"), "");
    EXPECT_EQ(count(), "1500");
    database_.reset();
    database_ = std::make_unique<Database>(options_, std::string(directory.path()));
    EXPECT_EQ(describe(arn), end);
}

TEST_F(BulkTest, StaysCancelledWhenTheProcessEnds) {
    const testing::TemporaryDirectory directory;
    write("in/1", line("a"));
    options_.long_work = [](const std::function<void()>&) {};  // the process ended first
    database_ = std::make_unique<Database>(options_, std::string(directory.path()));
    database_->create_table("tbl", "pk:S");
    const std::string arn = start(request());
    EXPECT_TRUE(has(cancel(arn), "CANCELLING"));
    EXPECT_TRUE(has(describe(arn), "CANCELLING"));
    options_.long_work = {};
    database_.reset();
    database_ = std::make_unique<Database>(options_, std::string(directory.path()));
    EXPECT_TRUE(has(describe(arn), "CANCELLED")) << describe(arn);
    EXPECT_EQ(count(), "0");
}

}  // namespace
}  // namespace stator::engine::operations::control
