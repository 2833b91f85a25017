// Imports of tables from S3, through the whole engine.
#include <gtest/gtest.h>
#include <zstd.h>

#include <string>
#include <vector>

#include "emulator/http/compression.hpp"
#include "tests/support/database.hpp"
#include "tests/support/memory_store.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using testing::Database;
using testing::MemoryStore;

std::string zstd(const std::string& text) {
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 1));
    return bytes;
}

std::string gzip_of(const std::string& text) {
    return emulator::http::compress(emulator::http::Codec::Gzip, text);
}

class ImportsTest : public ::testing::Test {
protected:
    ImportsTest() {
        options_.object_store = store_;
        options_.log_import_error = [this](const std::string&, const std::string& line) {
            errors_.push_back(line);
        };
        database_ = std::make_unique<Database>(options_);
    }

    void write(const std::string& key, const std::string& bytes) {
        ASSERT_TRUE(store_->put("bucket", key, bytes).has_value());
    }

    static std::string request(const std::string& format, const std::string& more = "") {
        return R"({"S3BucketSource":{"S3Bucket":"bucket","S3KeyPrefix":"in/"},"InputFormat":")" +
               format +
               R"(","TableCreationParameters":{"TableName":"tbl","BillingMode":"PAY_PER_REQUEST",)"
               R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
               R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})" +
               more + "}";
    }

    std::string run(const std::string& operation, const std::string& json) {
        return database_->run(operation, json);
    }

    // Starts the import and returns the reply of DescribeImport after its end.
    std::string imported(const std::string& format, const std::string& more = "") {
        const std::string arn =
            database_->member("ImportTable", request(format, more), "ImportArn");
        return run("DescribeImport", R"({"ImportArn":")" + arn + "\"}");
    }

    std::string item(const std::string& pk) {
        return run("GetItem", R"({"TableName":"tbl","Key":{"pk":{"S":")" + pk + "\"}}}");
    }

    static bool has(const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    }

    std::shared_ptr<MemoryStore> store_ =
        std::make_shared<MemoryStore>(std::set<std::string>{"bucket"});
    std::vector<std::string> errors_;
    EngineOptions options_;
    std::unique_ptr<Database> database_;
};

TEST_F(ImportsTest, CreatesATableFromLines) {
    write("in/1.json", "{\"Item\":{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"}}}\n");
    write("in/2.json", "{\"Item\":{\"pk\":{\"S\":\"b\"}}}");
    write("out/3.json", "no item");
    const std::string done = imported("DYNAMODB_JSON");
    EXPECT_TRUE(has(done, R"("ImportStatus":"COMPLETED")")) << done;
    EXPECT_TRUE(
        has(done, R"("ProcessedSizeBytes":65,"ProcessedItemCount":2,"ImportedItemCount":2})")
    ) << done;
    EXPECT_TRUE(has(done, R"("ErrorCount":0,)"));
    EXPECT_EQ(item("a"), R"({"Item":{"n":{"N":"1"},"pk":{"S":"a"}}})");
    EXPECT_EQ(item("b"), R"({"Item":{"pk":{"S":"b"}}})");
    EXPECT_TRUE(has(run("DescribeTable", R"({"TableName":"tbl"})"), R"("TableStatus":"ACTIVE")"));
}

TEST_F(ImportsTest, ReadsCompressedObjects) {
    const std::string line = "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n";
    write("in/1", gzip_of(line) + gzip_of("{\"Item\":{\"pk\":{\"S\":\"b\"}}}\n"));
    EXPECT_TRUE(has(imported("DYNAMODB_JSON", R"(,"InputCompressionType":"GZIP")"), "COMPLETED"));
    EXPECT_EQ(item("b"), R"({"Item":{"pk":{"S":"b"}}})");
    run("DeleteTable", R"({"TableName":"tbl"})");
    write("in/1", zstd(line) + zstd("{\"Item\":{\"pk\":{\"S\":\"c\"}}}\n"));
    EXPECT_TRUE(has(imported("DYNAMODB_JSON", R"(,"InputCompressionType":"ZSTD")"), "COMPLETED"));
    EXPECT_EQ(item("a"), R"({"Item":{"pk":{"S":"a"}}})");
    EXPECT_EQ(item("c"), R"({"Item":{"pk":{"S":"c"}}})");
}

TEST_F(ImportsTest, KeepsTheLaterOfTwoItemsWithOneKey) {
    std::string lines;
    for (const char* number : {"1", "2"}) {
        for (const char* key : {"a", "b", "c", "d"}) {
            lines.append(R"({"Item":{"pk":{"S":")").append(key).append(R"("},"n":{"N":")");
            lines.append(number).append("\"}}}\n");
        }
    }
    write("in/1", lines);
    EXPECT_TRUE(has(imported("DYNAMODB_JSON"), R"("ImportedItemCount":8})"));
    EXPECT_EQ(item("a"), R"({"Item":{"n":{"N":"2"},"pk":{"S":"a"}}})");
    EXPECT_EQ(item("d"), R"({"Item":{"n":{"N":"2"},"pk":{"S":"d"}}})");
}

TEST_F(ImportsTest, ReadsIonTextAndBinaryIon) {
    write("in/1", "$ion_1_0 {Item:{pk:\"a\",n:6d2}}\n$ion_1_0 {Item:{pk:\"b\"}}\n");
    write("in/2", "$ion_1_0\n[{Item:{pk:\"c\",s:$dynamodb_SS::[\"x\"]}}, {Item:{pk:\"d\"}}]");
    const std::string done = imported("ION");
    EXPECT_TRUE(has(done, R"("ImportedItemCount":4})")) << done;
    EXPECT_EQ(item("a"), R"({"Item":{"n":{"N":"600"},"pk":{"S":"a"}}})");
    EXPECT_EQ(item("c"), R"({"Item":{"pk":{"S":"c"},"s":{"SS":["x"]}}})");
}

// {Item:{pk:"a",n:1.5}}, after $ion_symbol_table::{symbols:["Item","pk","n"]}.
constexpr std::string_view kBinaryIon(
    "\xE0\x01\x00\xEA"
    "\xEE\x8F\x81\x83\xDC\x87\xBA\x84Item\x82pk\x81n"
    "\xD9\x8A\xD7\x8B\x81"
    "a\x8C\x52\xC1\x0F",
    31
);

TEST_F(ImportsTest, ReadsTheBinaryFormOfIon) {
    write("in/1", gzip_of(std::string(kBinaryIon)));
    const std::string done = imported("ION", R"(,"InputCompressionType":"GZIP")");
    EXPECT_TRUE(has(done, R"("ImportedItemCount":1})")) << done;
    EXPECT_EQ(item("a"), R"({"Item":{"n":{"N":"1.5"},"pk":{"S":"a"}}})");
}

TEST_F(ImportsTest, ReportsBrokenIon) {
    write("in/1", std::string(kBinaryIon.substr(0, kBinaryIon.size() - 1)));
    write("in/2", "{Item:{pk:\"a\"}}");
    const std::string done = imported("ION");
    EXPECT_TRUE(has(done, R"("FailureCode":"ItemValidationError")")) << done;
    EXPECT_TRUE(has(done, R"("ImportedItemCount":1,)")) << done;
    ASSERT_EQ(errors_.size(), 1);
    EXPECT_TRUE(has(errors_[0], "Ion's binary form is cut off")) << errors_[0];
}

TEST_F(ImportsTest, ReadsCsvWithItsHeaderOrAGivenOne) {
    write("in/1.csv", "pk,n,empty\na,1,\n\"b\",\"x,y\",z\n");
    const std::string done = imported("CSV");
    EXPECT_TRUE(has(done, R"("ImportedItemCount":2})")) << done;
    EXPECT_EQ(item("a"), R"({"Item":{"n":{"S":"1"},"pk":{"S":"a"}}})");
    EXPECT_EQ(item("b"), R"({"Item":{"empty":{"S":"z"},"n":{"S":"x,y"},"pk":{"S":"b"}}})");
    run("DeleteTable", R"({"TableName":"tbl"})");
    write("in/1.csv", "c;1\n");
    const std::string other = imported(
        "CSV", R"(,"InputFormatOptions":{"Csv":{"Delimiter":";","HeaderList":["pk","m"]}})"
    );
    EXPECT_TRUE(has(other, R"("ImportStatus":"COMPLETED")")) << other;
    EXPECT_EQ(item("c"), R"({"Item":{"m":{"S":"1"},"pk":{"S":"c"}}})");
}

TEST_F(ImportsTest, SkipsAndReportsInvalidItems) {
    write(
        "in/1",
        "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n"
        "{\"Item\":{\"other\":{\"S\":\"a\"}}}\n"
        "no json\n"
        "{\"Item\":{\"pk\":{\"N\":\"1\"}}}\n"
        "{\"Item\":{\"pk\":{\"S\":\"b\"},\"n\":{\"N\":\"x\"}}}\n"
        "{\"Item\":{\"pk\":{\"S\":\"c\"}}}\n"
    );
    const std::string done = imported("DYNAMODB_JSON");
    EXPECT_TRUE(has(
        done,
        R"("FailureCode":"ItemValidationError","FailureMessage":"Some of the items failed )"
        R"(validation checks and were not imported. Please check CloudWatch error logs for more )"
        R"(details.")"
    )) << done;
    EXPECT_TRUE(has(done, R"("ProcessedItemCount":6,"ImportedItemCount":2,)")) << done;
    EXPECT_TRUE(has(done, R"("ErrorCount":4,)")) << done;
    ASSERT_EQ(errors_.size(), 4);
    EXPECT_TRUE(errors_[0].starts_with(
        R"({"itemS3Pointer":{"bucket":"bucket","key":"in/1","itemIndex":1},"importArn":"arn:)"
    )) << errors_[0];
    EXPECT_TRUE(errors_[0].ends_with(
        R"("errorMessages":["One or more parameter values were invalid: Missing the key pk in the )"
        R"(item"]})"
    )) << errors_[0];
    EXPECT_EQ(item("c"), R"({"Item":{"pk":{"S":"c"}}})");
}

TEST_F(ImportsTest, LosesOnlyTheRestOfATruncatedObject) {
    const std::string whole = gzip_of("{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n");
    write("in/1", whole.substr(0, whole.size() - 6));
    write("in/2", gzip_of("{\"Item\":{\"pk\":{\"S\":\"b\"}}}\n"));
    write("in/3", "plain");
    const std::string done = imported("DYNAMODB_JSON", R"(,"InputCompressionType":"GZIP")");
    EXPECT_TRUE(has(done, "ItemValidationError")) << done;
    EXPECT_TRUE(has(done, R"("ErrorCount":2,)")) << done;
    EXPECT_EQ(item("b"), R"({"Item":{"pk":{"S":"b"}}})");
    ASSERT_EQ(errors_.size(), 2);
    EXPECT_TRUE(has(errors_[0], "the object is cut off")) << errors_[0];
    EXPECT_TRUE(has(errors_[1], "the object is not compressed as it was said")) << errors_[1];
}

TEST_F(ImportsTest, MakesNoTableWithoutABucket) {
    std::string elsewhere = request("DYNAMODB_JSON");
    elsewhere.replace(elsewhere.find("\"bucket\""), 8, "\"other\"");
    const std::string arn = database_->member("ImportTable", elsewhere, "ImportArn");
    const std::string done = run("DescribeImport", R"({"ImportArn":")" + arn + "\"}");
    EXPECT_TRUE(has(done, R"("FailureCode":"S3NoSuchBucket")")) << done;
    EXPECT_TRUE(run("DescribeTable", R"({"TableName":"tbl"})").starts_with("ResourceNotFound"));
    // An empty prefix results in an empty table.
    EXPECT_TRUE(has(imported("DYNAMODB_JSON"), R"("ImportStatus":"COMPLETED")"));
    EXPECT_TRUE(has(run("Scan", R"({"TableName":"tbl"})"), R"("Count":0)"));
}

TEST_F(ImportsTest, KeepsTheTableCreatingUntilItEnds) {
    options_.table_delay_ms = 1'000;
    database_ = std::make_unique<Database>(options_);
    write("in/1", "{\"Item\":{\"pk\":{\"S\":\"a\"}}}");
    const std::string arn = database_->member("ImportTable", request("DYNAMODB_JSON"), "ImportArn");
    database_->clock().advance(999);
    EXPECT_TRUE(has(run("DescribeTable", R"({"TableName":"tbl"})"), R"("TableStatus":"CREATING")"));
    EXPECT_TRUE(item("a").starts_with("ResourceNotFoundException"));
    EXPECT_TRUE(has(run("DescribeImport", R"({"ImportArn":")" + arn + "\"}"), "IN_PROGRESS"));
    database_->clock().advance(1);
    EXPECT_TRUE(has(run("DescribeTable", R"({"TableName":"tbl"})"), R"("TableStatus":"ACTIVE")"));
    EXPECT_TRUE(has(run("DescribeImport", R"({"ImportArn":")" + arn + "\"}"), "COMPLETED"));
    EXPECT_EQ(item("a"), R"({"Item":{"pk":{"S":"a"}}})");
}

TEST_F(ImportsTest, RefusesMoreThanFiftyAtATime) {
    options_.table_delay_ms = 1'000;
    database_ = std::make_unique<Database>(options_);
    const auto import = [this](int number) {
        std::string json = request("DYNAMODB_JSON");
        const std::string name = "\"tbl\"";
        return run(
            "ImportTable",
            json.replace(json.find(name), name.size(), "\"t" + std::to_string(number) + "00\"")
        );
    };
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(has(import(i), "IN_PROGRESS")) << i;
    EXPECT_EQ(
        import(50),
        "LimitExceededException: Subscriber limit exceeded: Only 50 import operations can be done "
        "simultaneously"
    );
    // The rejected import has left no table behind.
    EXPECT_TRUE(run("DescribeTable", R"({"TableName":"t5000"})").starts_with("ResourceNotFound"));
    // An existing table is reported before the limit.
    EXPECT_TRUE(import(0).starts_with("ResourceInUseException"));
    database_->clock().advance(1'000);
    EXPECT_TRUE(has(import(50), "IN_PROGRESS"));
}

TEST_F(ImportsTest, RefusesAnExistingTable) {
    imported("DYNAMODB_JSON");
    EXPECT_EQ(
        run("ImportTable", request("DYNAMODB_JSON")),
        "ResourceInUseException: Table already exists: tbl"
    );
}

TEST_F(ImportsTest, IsStartedOnceForAToken) {
    const std::string token = R"(,"ClientToken":"token")";
    const std::string arn =
        database_->member("ImportTable", request("DYNAMODB_JSON", token), "ImportArn");
    EXPECT_EQ(database_->member("ImportTable", request("DYNAMODB_JSON", token), "ImportArn"), arn);
    EXPECT_EQ(
        run("ImportTable", request("ION", token)),
        "ImportConflictException: Import conflict: Duplicate request detected with conflicting "
        "parameters"
    );
}

TEST_F(ImportsTest, FillsIndexes) {
    write(
        "in/1",
        "{\"Item\":{\"pk\":{\"S\":\"a\"},\"g\":{\"S\":\"x\"}}}\n"
        "{\"Item\":{\"pk\":{\"S\":\"b\"},\"g\":{\"N\":\"1\"}}}\n"
    );
    std::string indexed = request("DYNAMODB_JSON");
    const std::string definitions = R"({"AttributeName":"pk","AttributeType":"S"})";
    indexed.replace(
        indexed.find(definitions),
        definitions.size(),
        definitions + R"(,{"AttributeName":"g","AttributeType":"S"})"
    );
    const std::string keys = R"("KeyType":"HASH"}])";
    indexed.replace(
        indexed.find(keys),
        keys.size(),
        keys + R"(,"GlobalSecondaryIndexes":[{"IndexName":"by_g","KeySchema":[{"AttributeName":)"
               R"("g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}])"
    );
    run("ImportTable", indexed);
    const std::string found = run("Scan", R"({"TableName":"tbl","IndexName":"by_g"})");
    EXPECT_TRUE(has(found, R"("Count":1)")) << found;
    // An item whose index key has the wrong type is not imported.
    EXPECT_EQ(errors_.size(), 1);
    EXPECT_TRUE(has(run("ListImports", "{}"), R"("ImportStatus":"FAILED")"));
}

TEST_F(ImportsTest, StartsAgainAfterTheProcessEnded) {
    const testing::TemporaryDirectory directory;
    write("in/1", "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n{\"Item\":{\"pk\":{\"S\":\"b\"}}}\n");
    options_.long_work = [](const std::function<void()>&) {};  // the process ended first
    std::string arn;
    database_ = std::make_unique<Database>(options_, std::string(directory.path()));
    arn = database_->member("ImportTable", request("DYNAMODB_JSON"), "ImportArn");
    EXPECT_TRUE(has(run("DescribeTable", R"({"TableName":"tbl"})"), R"("TableStatus":"CREATING")"));
    database_.reset();
    options_.long_work = {};
    database_ = std::make_unique<Database>(options_, std::string(directory.path()));
    const std::string done = run("DescribeImport", R"({"ImportArn":")" + arn + "\"}");
    EXPECT_TRUE(has(done, R"("ImportedItemCount":2})")) << done;
    EXPECT_EQ(item("b"), R"({"Item":{"pk":{"S":"b"}}})");
    database_.reset();
    database_ = std::make_unique<Database>(options_, std::string(directory.path()));
    EXPECT_EQ(run("DescribeImport", R"({"ImportArn":")" + arn + "\"}"), done);
    EXPECT_EQ(item("a"), R"({"Item":{"pk":{"S":"a"}}})");
}

}  // namespace
}  // namespace stator::engine::operations::control
