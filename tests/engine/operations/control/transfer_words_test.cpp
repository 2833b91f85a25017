// Imports and bulk operations use the error messages of their region, although their threads serve
// no request.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "emulator/http/compression.hpp"
#include "tests/support/database.hpp"
#include "tests/support/memory_store.hpp"

namespace stator::engine::operations::control {
namespace {

using testing::Database;
using testing::MemoryStore;

const std::vector<std::string> kFaultyItems = {
    R"({"pk":{"S":"a"},"n":{"N":""}})",
    R"({"pk":{"S":"a"},"n":{"NS":["1","1"]}})",
    R"({"pk":{"S":"a"},"n":{"BS":["YQ==","YQ=="]}})",
    R"({"pk":{"S":"a"},"n":{"SS":[]}})",
    R"({"pk":{"S":""}})",
};

// The text as it appears inside a JSON string.
std::string escaped(std::string text) {
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
        text.insert(at, 1, '\\');
    }
    return text;
}

class TransferWords : public ::testing::TestWithParam<std::string> {
protected:
    TransferWords() {
        options_.object_store = store_;
        options_.log_import_error = [this](const std::string&, const std::string& line) {
            import_errors_.push_back(line);
        };
        database_ = std::make_unique<Database>(options_);
        run("CreateTable",
            R"({"TableName":"tbl","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
            R"({"AttributeName":"pk","AttributeType":"S"}],)"
            R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
        for (std::size_t i = 0; i < kFaultyItems.size(); ++i) {
            const std::string line = R"({"Item":)" + kFaultyItems[i] + "}\n";
            EXPECT_TRUE(store_->put("bucket", "in/" + std::to_string(i), line).has_value());
        }
    }

    std::string run(const std::string& operation, const std::string& json) {
        return database_->run(operation, json, GetParam());
    }

    // PutItem's message, without the envelope.
    std::string put_message(const std::string& item) {
        std::string message = run("PutItem", R"({"TableName":"tbl","Item":)" + item + "}");
        message.erase(0, message.find(": ") + 2);
        for (const std::string envelope :
             {"1 validation error detected: ", "One or more parameter values were invalid: "}) {
            if (message.starts_with(envelope)) message.erase(0, envelope.size());
        }
        return message;
    }

    std::shared_ptr<MemoryStore> store_ =
        std::make_shared<MemoryStore>(std::set<std::string>{"bucket"});
    std::vector<std::string> import_errors_;
    EngineOptions options_;
    std::unique_ptr<Database> database_;
};

TEST_P(TransferWords, AnImportReportsTheMessageOfPutItem) {
    run("ImportTable",
        R"({"S3BucketSource":{"S3Bucket":"bucket","S3KeyPrefix":"in/"},)"
        R"("InputFormat":"DYNAMODB_JSON","TableCreationParameters":{"TableName":"imported",)"
        R"("BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
        R"({"AttributeName":"pk","AttributeType":"S"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}})");
    run("ListTables", "{}");  // performs the due work
    ASSERT_EQ(import_errors_.size(), kFaultyItems.size());
    for (std::size_t i = 0; i < kFaultyItems.size(); ++i) {
        const std::string message = escaped(put_message(kFaultyItems[i]));
        EXPECT_NE(import_errors_[i].find(message), std::string::npos)
            << import_errors_[i] << " has not " << message;
    }
}

TEST_P(TransferWords, ABulkOperationReportsTheMessageOfPutItem) {
    const std::string begun =
        run("StartBulkPutItems",
            R"({"TableName":"tbl","InputS3Configuration":{"S3Bucket":"bucket","S3KeyPrefix":"in/",)"
            R"("InputFormat":"DYNAMODB_JSON"},"OutputS3Configuration":{"S3Bucket":"bucket",)"
            R"("S3KeyPrefix":"out","OutputType":["ERROR"]}})");
    ASSERT_TRUE(begun.starts_with("{")) << begun;
    run("ListTables", "{}");  // performs the due work
    std::string lines;
    for (auto [path, bytes] : store_->objects()) {
        if (path.find("/error/") == std::string::npos) continue;
        if (path.ends_with(".gz")) {
            EXPECT_FALSE(emulator::http::decompress("gzip", std::size_t{1} << 20U, bytes));
        }
        lines += bytes;
    }
    for (const std::string& item : kFaultyItems) {
        const std::string message = escaped(put_message(item));
        EXPECT_NE(lines.find(message), std::string::npos) << lines << " has not " << message;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Regions,
    TransferWords,
    ::testing::Values("us-east-1", "eu-west-2", "eu-west-1"),
    [](const auto& tested) {
        std::string name = tested.param;
        std::ranges::replace(name, '-', '_');
        return name;
    }
);

}  // namespace
}  // namespace stator::engine::operations::control
