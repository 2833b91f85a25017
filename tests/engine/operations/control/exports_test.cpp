// Exports of tables to S3, through the whole engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "emulator/http/compression.hpp"
#include "engine/transfer/digest.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/wire/json.hpp"
#include "tests/support/database.hpp"
#include "tests/support/memory_store.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using testing::Attributes;
using testing::Database;
using testing::item;
using testing::MemoryStore;
using testing::number;
using testing::text;

constexpr std::int64_t kMinuteMs = 60'000;

std::string unpacked_export(std::string bytes) {
    const auto failure = emulator::http::decompress("gzip", std::size_t{1} << 30U, bytes);
    return failure ? "no gzip" : bytes;
}

std::string seconds(Instant time) {
    return std::to_string(time.unix_ms() / 1'000) + "." +
           std::to_string(1'000 + time.unix_ms() % 1'000).substr(1);
}

class ExportsTest : public ::testing::Test {
protected:
    explicit ExportsTest(EngineOptions options = {}) {
        options.object_store = store_;
        database_ = std::make_unique<Database>(std::move(options));
        create("tbl");
    }

    Database& database() { return *database_; }

    void create(const std::string& table) {
        database().create_table(table, "pk:S");
        database().run(
            "UpdateContinuousBackups",
            R"({"TableName":")" + table +
                R"(","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})"
        );
    }

    void put(const std::string& pk, const Attributes& more = {}) {
        database().run(testing::put("tbl", item({{"pk", testing::text(pk)}}, more)));
    }

    void remove(const std::string& pk) {
        database().run(testing::remove("tbl", item({{"pk", testing::text(pk)}})));
    }

    std::string request(const std::string& more = "") {
        return R"({"TableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/tbl",)"
               R"("S3Bucket":"bucket")" +
               more + "}";
    }

    // Starts an export. Returns its ARN, or the error.
    std::string begin(const std::string& more = "") {
        std::string reply = database().run("ExportTableToPointInTime", request(more));
        const std::size_t at = reply.find("arn:aws");
        if (!reply.starts_with("{") || at == std::string::npos) return reply;
        return reply.substr(at, reply.find('"', at) - at);
    }

    std::string describe(const std::string& arn) {
        return database().run("DescribeExport", R"({"ExportArn":")" + arn + "\"}");
    }

    // The lines of all data objects, sorted.
    std::vector<std::string> lines() {
        std::vector<std::string> lines;
        for (const auto& [path, bytes] : store_->objects()) {
            if (path.find("/data/") == std::string::npos) continue;
            std::string text = unpacked_export(bytes);
            for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos;) {
                lines.push_back(text.substr(0, end));
                text.erase(0, end + 1);
            }
            EXPECT_EQ(text, "") << "the last line has no end";
        }
        std::ranges::sort(lines);
        return lines;
    }

    // The object of the only export whose path ends with this name.
    std::string object(const std::string& name) {
        for (const auto& [path, bytes] : store_->objects()) {
            if (path.ends_with("/" + name)) return bytes;
        }
        return "no such object";
    }

    static std::string incremental(Instant from, Instant to, const std::string& more = "") {
        return R"(,"ExportType":"INCREMENTAL_EXPORT","IncrementalExportSpecification":{)"
               R"("ExportFromTime":)" +
               seconds(from) + R"(,"ExportToTime":)" + seconds(to) + more + "}";
    }

    void advance(std::int64_t by_ms) { database().clock().advance(by_ms); }

    Instant now() { return database().clock().now(); }

    std::shared_ptr<MemoryStore> store_ =
        std::make_shared<MemoryStore>(std::set<std::string>{"bucket"});
    std::unique_ptr<Database> database_;
};

TEST_F(ExportsTest, HasAwssLayout) {
    put("a");
    const std::string arn = begin();
    const std::string id = arn.substr(arn.rfind('/') + 1);
    EXPECT_NE(describe(arn).find(R"("ExportStatus":"COMPLETED")"), std::string::npos);
    const auto objects = store_->objects();
    const std::string folder = "bucket/AWSDynamoDB/" + id + "/";
    std::set<std::string> names;
    std::size_t empty = 0;
    for (const auto& [path, bytes] : objects) {
        ASSERT_TRUE(path.starts_with(folder)) << path;
        const std::string name = path.substr(folder.size());
        if (!name.starts_with("data/")) {
            names.insert(name);
            continue;
        }
        EXPECT_EQ(name.size(), std::string("data/").size() + 26 + std::string(".json.gz").size());
        EXPECT_EQ(engine::transfer::hexadecimal(bytes.substr(0, 10)), "1f8b08000000000000ff");
        if (unpacked_export(bytes).empty()) {
            ++empty;
            EXPECT_EQ(
                protocol::values::base64_text(transfer::md5(bytes)), "FjvgqIxwymKf1RbbqtrZag=="
            );
        }
    }
    EXPECT_EQ(empty, 3);
    EXPECT_EQ(
        names,
        (std::set<std::string>{
            "_started",
            "manifest-files.json",
            "manifest-files.md5",
            "manifest-summary.json",
            "manifest-summary.md5"})
    );
    EXPECT_EQ(lines(), (std::vector<std::string>{R"({"Item":{"pk":{"S":"a"}}})"}));
    for (const std::string name : {"manifest-files", "manifest-summary"}) {
        EXPECT_EQ(
            object(name + ".md5"),
            protocol::values::base64_text(transfer::md5(object(name + ".json")))
        );
    }
}

TEST_F(ExportsTest, DescribesItsFilesInManifests) {
    put("a");
    put("b");
    const std::string arn = begin(R"(,"S3Prefix":"some/prefix")");
    describe(arn);
    const std::string id = arn.substr(arn.rfind('/') + 1);
    const std::string table_id = database().table("tbl")->snapshot()->description.table_id;
    EXPECT_EQ(
        object("manifest-summary.json"),
        R"({"version":"2020-06-30","exportArn":")" + arn +
            R"(","startTime":"2025-06-15T15:06:40.000Z","endTime":"2025-06-15T15:06:40.000Z",)"
            R"("tableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/tbl","tableId":")" +
            table_id +
            R"(","exportTime":"2025-06-15T15:06:40.000Z","s3Bucket":"bucket",)"
            R"("s3Prefix":"some/prefix","s3SseAlgorithm":"AES256","s3SseKmsKeyId":null,)"
            R"("manifestFilesS3Key":"some/prefix/AWSDynamoDB/)" +
            id +
            R"(/manifest-files.json","billedSizeBytes":6,"itemCount":2,)"
            R"("outputFormat":"DYNAMODB_JSON"})"
    );
    std::string files = object("manifest-files.json");
    std::int64_t items = 0;
    std::size_t count = 0;
    for (std::size_t end = 0; (end = files.find('\n')) != std::string::npos; ++count) {
        const auto line = protocol::wire::JsonDocument::parse(files.substr(0, end));
        ASSERT_TRUE(line);
        const auto root = line->root();
        const std::string bytes =
            store_->objects()["bucket/" + std::string(root.string_or_empty("dataFileS3Key"))];
        const std::string digest = transfer::md5(bytes);
        EXPECT_EQ(root.string_or_empty("md5Checksum"), protocol::values::base64_text(digest));
        EXPECT_EQ(
            root.string_or_empty("etag"), transfer::hexadecimal(transfer::md5(digest)) + "-1"
        );
        items += root.find("itemCount")->integer();
        files.erase(0, end + 1);
    }
    EXPECT_EQ(files, "");
    EXPECT_EQ(items, 2);
    EXPECT_EQ(count, 4);
}

TEST_F(ExportsTest, ContainsTheTableAtTheExportTime) {
    advance(1);
    put("a");
    put("b");
    const Instant then = now();
    advance(1);
    put("c");
    remove("a");
    put("b", {{"n", number(1)}});
    advance(5 * kMinuteMs);
    describe(begin(R"(,"ExportTime":)" + seconds(then)));
    EXPECT_EQ(
        lines(),
        (std::vector<std::string>{R"({"Item":{"pk":{"S":"a"}}})", R"({"Item":{"pk":{"S":"b"}}})"})
    );
}

TEST_F(ExportsTest, ContainsTheTableOfTheRequestEvenIfWrittenLater) {
    EngineOptions slow;
    slow.table_delay_ms = 1'000;
    slow.object_store = store_;
    database_ = std::make_unique<Database>(slow);
    create("tbl");
    advance(1'000);
    create("tbl");  // recovery is enabled after the creation
    put("a");
    const std::string arn = begin();
    put("b");
    EXPECT_NE(describe(arn).find(R"("ExportStatus":"IN_PROGRESS")"), std::string::npos);
    EXPECT_TRUE(store_->objects().empty());
    advance(999);
    EXPECT_NE(describe(arn).find(R"("ExportStatus":"IN_PROGRESS")"), std::string::npos);
    advance(1);
    const std::string done = describe(arn);
    EXPECT_NE(
        done.find(R"("ExportStatus":"COMPLETED","StartTime":1750000001.0,)"), std::string::npos
    ) << done;
    EXPECT_NE(done.find(R"("EndTime":1750000002.0,)"), std::string::npos) << done;
    EXPECT_NE(done.find(R"("BilledSizeBytes":3,"ItemCount":1,)"), std::string::npos) << done;
    EXPECT_EQ(lines(), (std::vector<std::string>{R"({"Item":{"pk":{"S":"a"}}})"}));
}

TEST_F(ExportsTest, ContainsChangesIfIncremental) {
    put("kept");
    put("updated");
    put("deleted");
    advance(kMinuteMs);
    const Instant from = now();
    put("inserted");
    put("updated", {{"n", number(1)}});
    remove("deleted");
    put("passing");
    advance(kMinuteMs);
    put("updated", {{"n", number(2)}});
    remove("passing");
    advance(14 * kMinuteMs);
    const Instant to = now();
    put("updated", {{"n", number(3)}});
    put("later");
    const std::string arn = begin(incremental(from, to));
    EXPECT_NE(describe(arn).find(R"("ExportStatus":"COMPLETED")"), std::string::npos);
    const std::string first = std::to_string(from.unix_ms() * 1'000);
    const std::string second = std::to_string((from + kMinuteMs).unix_ms() * 1'000);
    EXPECT_EQ(
        lines(),
        (std::vector<std::string>{
            R"({"Metadata":{"WriteTimestampMicros":{"N":")" + first +
                R"("}},"Keys":{"pk":{"S":"deleted"}},"OldImage":{"pk":{"S":"deleted"}}})",
            R"({"Metadata":{"WriteTimestampMicros":{"N":")" + first +
                R"("}},"Keys":{"pk":{"S":"inserted"}},"NewImage":{"pk":{"S":"inserted"}}})",
            R"({"Metadata":{"WriteTimestampMicros":{"N":")" + second +
                R"("}},"Keys":{"pk":{"S":"updated"}},"OldImage":{"pk":{"S":"updated"}},)"
                R"("NewImage":{"n":{"N":"2"},"pk":{"S":"updated"}}})"})
    );
    const std::string summary = object("manifest-summary.json");
    EXPECT_TRUE(summary.starts_with(R"({"version":"2023-08-01",)")) << summary;
    EXPECT_TRUE(summary.ends_with(
        R"("billedSizeBytes":10000000,"itemCount":3,"outputFormat":"DYNAMODB_JSON",)"
        R"("outputView":"NEW_AND_OLD_IMAGES","exportType":"INCREMENTAL_EXPORT"})"
    )) << summary;
    for (const auto& [path, bytes] : store_->objects()) {
        const bool is_data = path.find("/data/") != std::string::npos;
        EXPECT_EQ(path.starts_with("bucket/AWSDynamoDB/data/"), is_data) << path;
    }
}

TEST_F(ExportsTest, LeavesOutOldImagesOnRequest) {
    put("updated");
    put("deleted");
    const Instant from = now() + 1;
    advance(1);
    put("updated", {{"n", number(1)}});
    remove("deleted");
    advance(15 * kMinuteMs);
    describe(begin(
        incremental(from, now(), R"(,"ExportViewType":"NEW_IMAGE")") + R"(,"ExportFormat":"ION")"
    ));
    const std::string micros = std::to_string(from.unix_ms() * 1'000);
    EXPECT_EQ(
        lines(),
        (std::vector<std::string>{
            R"($ion_1_0 {Record:{Keys:{pk:"deleted"},Metadata:{WriteTimestampMicros:)" + micros +
                ".}}}",
            R"($ion_1_0 {Record:{Keys:{pk:"updated"},Metadata:{WriteTimestampMicros:)" + micros +
                R"(.},NewImage:{n:1.,pk:"updated"}}})"})
    );
}

TEST_F(ExportsTest, ContainsOnlyTheItemsOfItsFilter) {
    put("a", {{"n", number(1)}, {"m", testing::map({{"x", text("y")}})}});
    put("b", {{"n", number(2)}});
    put("c");
    describe(begin(
        R"(,"FilterSpecification":{"FilterExpression":"#n < :two","ProjectionExpression":"pk, m.x",)"
        R"("ExpressionAttributeNames":{"#n":"n"},"ExpressionAttributeValues":{":two":{"N":"2"}}})"
    ));
    EXPECT_EQ(
        lines(),
        (std::vector<std::string>{R"({"Item":{"m":{"M":{"x":{"S":"y"}}},"pk":{"S":"a"}}})"})
    );
    EXPECT_TRUE(begin(R"(,"FilterSpecification":{"FilterExpression":"pk < :none"})")
                    .starts_with("ValidationException: "));
}

TEST_F(ExportsTest, FailsIfItsBucketDoesNotExist) {
    const std::string reply = database().run(
        "ExportTableToPointInTime",
        R"({"TableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/tbl","S3Bucket":"other"})"
    );
    EXPECT_NE(reply.find(R"("ExportStatus":"IN_PROGRESS")"), std::string::npos);
    const std::string list = database().run("ListExports", "{}");
    EXPECT_NE(
        list.find(R"("ExportStatus":"FAILED","ExportType":"FULL_EXPORT"})"), std::string::npos
    );
}

TEST_F(ExportsTest, FailsIfTheStoreIsFull) {
    put("a");
    store_->set_room(10);
    const std::string done = describe(begin());
    EXPECT_NE(
        done.find(R"("FailureCode":"S3InternalError","FailureMessage":"there is no room left")"),
        std::string::npos
    ) << done;
    EXPECT_EQ(object("manifest-summary.json"), "no such object");
}

TEST_F(ExportsTest, IsStartedOnceForAToken) {
    const std::string arn = begin(R"(,"ClientToken":"token")");
    EXPECT_EQ(begin(R"(,"ClientToken":"token")"), arn);
    EXPECT_EQ(
        begin(R"(,"ClientToken":"token","S3Prefix":"p")"),
        "ExportConflictException: Export conflict: Duplicate request detected with conflicting "
        "parameters"
    );
    advance(8 * 60 * kMinuteMs);
    EXPECT_NE(begin(R"(,"ClientToken":"token")"), arn);
}

TEST_F(ExportsTest, IsForgottenAfterNinetyDays) {
    const std::string arn = begin();
    describe(arn);
    advance(91LL * 24 * 60 * kMinuteMs);
    begin();
    EXPECT_EQ(describe(arn), "ExportNotFoundException: Export not found: Export not found: " + arn);
}

TEST(DurableExports, SurviveARestart) {
    const testing::TemporaryDirectory directory;
    auto store = std::make_shared<MemoryStore>(std::set<std::string>{"bucket"});
    EngineOptions options;
    options.object_store = store;
    const std::string request =
        R"({"TableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/tbl","S3Bucket":"bucket"})";
    std::string done;
    std::string list;
    {
        Database database(options, std::string(directory.path()));
        database.create_table("tbl", "pk:S");
        database.run(
            "UpdateContinuousBackups",
            R"({"TableName":"tbl","PointInTimeRecoverySpecification":)"
            R"({"PointInTimeRecoveryEnabled":true}})"
        );
        database.run(testing::put("tbl", item({{"pk", text("a")}})));
        done = database.member("ExportTableToPointInTime", request, "ExportArn");
        list = database.run("DescribeExport", R"({"ExportArn":")" + done + "\"}");
        EXPECT_NE(list.find("COMPLETED"), std::string::npos);
    }
    Database again(options, std::string(directory.path()));
    EXPECT_EQ(again.run("DescribeExport", R"({"ExportArn":")" + done + "\"}"), list);
}

TEST(DurableExports, StartAgainAfterTheProcessEnded) {
    const testing::TemporaryDirectory directory;
    auto store = std::make_shared<MemoryStore>(std::set<std::string>{"bucket"});
    EngineOptions options;
    options.object_store = store;
    options.long_work = [](const std::function<void()>&) {};  // the process ended first
    const std::string request =
        R"({"TableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/tbl","S3Bucket":"bucket"})";
    std::string arn;
    {
        Database database(options, std::string(directory.path()));
        database.create_table("tbl", "pk:S");
        database.run(
            "UpdateContinuousBackups",
            R"({"TableName":"tbl","PointInTimeRecoverySpecification":)"
            R"({"PointInTimeRecoveryEnabled":true}})"
        );
        database.clock().advance(1);
        database.run(testing::put("tbl", item({{"pk", text("a")}})));
        arn = database.member("ExportTableToPointInTime", request, "ExportArn");
        database.clock().advance(1);
        database.run(testing::put("tbl", item({{"pk", text("b")}})));
        EXPECT_NE(
            database.run("DescribeExport", R"({"ExportArn":")" + arn + "\"}").find("IN_PROGRESS"),
            std::string::npos
        );
    }
    EXPECT_TRUE(store->objects().empty());
    options.long_work = {};
    Database again(options, std::string(directory.path()), Database::kStart + 10);
    const std::string done = again.run("DescribeExport", R"({"ExportArn":")" + arn + "\"}");
    EXPECT_NE(done.find("COMPLETED"), std::string::npos) << done;
    EXPECT_NE(done.find(R"("ItemCount":1,)"), std::string::npos) << done;
}

TEST(DurableExports, AreCopiedAndResetWithTheirUniverse) {
    EngineOptions options;
    options.object_store = std::make_shared<MemoryStore>(std::set<std::string>{"bucket"});
    Database database(options);
    database.create_table("tbl", "pk:S");
    database.run(
        "UpdateContinuousBackups",
        R"({"TableName":"tbl","PointInTimeRecoverySpecification":)"
        R"({"PointInTimeRecoveryEnabled":true}})"
    );
    database.run(
        "ExportTableToPointInTime",
        R"({"TableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/tbl","S3Bucket":"bucket"})"
    );
    database.run("ListExports", "{}");
    database.engine().copy_universe("", "copy");
    const transfer::TransferTotals totals{0, 1, 0, 0};
    EXPECT_EQ(database.engine().universe("copy")->transfers().exports.totals(), totals);
    database.engine().reset_universe("copy", {});
    EXPECT_EQ(
        database.engine().universe("copy")->transfers().exports.totals(), transfer::TransferTotals()
    );
    EXPECT_EQ(database.universe().transfers().exports.totals(), totals);
}

TEST(ExportLimits, AreThreeHundredAtATime) {
    EngineOptions options;
    options.table_delay_ms = 1'000;
    options.object_store = std::make_shared<MemoryStore>(std::set<std::string>{"bucket"});
    Database database(std::move(options));
    database.create_table("tbl", "pk:S");
    database.clock().advance(1'000);
    database.run(
        "UpdateContinuousBackups",
        R"({"TableName":"tbl","PointInTimeRecoverySpecification":)"
        R"({"PointInTimeRecoveryEnabled":true}})"
    );
    const std::string request =
        R"({"TableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/tbl","S3Bucket":"bucket"})";
    for (int i = 0; i < 300; ++i) {
        ASSERT_TRUE(database.run("ExportTableToPointInTime", request).starts_with("{")) << i;
    }
    EXPECT_EQ(
        database.run("ExportTableToPointInTime", request),
        "LimitExceededException: Subscriber limit exceeded: Only 300 export operations can be done "
        "simultaneously"
    );
    database.clock().advance(1'000);
    EXPECT_TRUE(database.run("ExportTableToPointInTime", request).starts_with("{"));
}

}  // namespace
}  // namespace stator::engine::operations::control
