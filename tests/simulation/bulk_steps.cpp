#include "tests/simulation/bulk_steps.hpp"

#include <rapidjson/document.h>

#include <algorithm>

#include "emulator/http/compression.hpp"
#include "tests/simulation/operations/request_json.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

constexpr std::size_t kMaxReportBytes = std::size_t{1} << 30U;

// The result of a bulk operation.
struct Outcome {
    std::string status;
    std::int64_t processed = 0;
    std::int64_t failed = 0;
    std::int64_t failed_lines = 0;
    std::int64_t missed_lines = 0;  // whose condition failed

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::string text_of(const Outcome& outcome) {
    return outcome.status + " of " + std::to_string(outcome.processed) + " items with " +
           std::to_string(outcome.failed) +
           " failed; reported: " + std::to_string(outcome.failed_lines) + " failed, " +
           std::to_string(outcome.missed_lines) + " with their conditions not met";
}

std::string start_json(std::size_t table) {
    const std::string bucket = std::string("\"S3Bucket\":") + quoted(System::kBucket);
    return "{" + table_member(table) + ",\"InputS3Configuration\":{" + bucket +
           member("S3KeyPrefix", quoted("bulk/")) + member("InputFormat", quoted("DYNAMODB_JSON")) +
           "},\"OutputS3Configuration\":{" + bucket + member("S3KeyPrefix", quoted("report")) +
           member("OutputType", "[\"ERROR\",\"CONDITION_CHECK_FAILURE\"]") + "}}";
}

}  // namespace

std::string BulkSteps::refusal(std::size_t table) const {
    if (model_.table(table).has_replica) return "ValidationException";
    const auto& indexes = model_.table(table).global_indexes;
    const bool is_indexed = std::ranges::any_of(indexes, [](const ExpectedIndex& index) {
        return index.stage == IndexStage::Allocating || index.stage == IndexStage::Backfilling;
    });
    return is_indexed ? "ResourceInUseException" : "";
}

std::size_t BulkSteps::lines(const std::string& part) {
    std::size_t lines = 0;
    for (const auto& [path, bytes] : system_.buckets().objects()) {
        if (path.find(part) == std::string::npos) continue;
        std::string text = bytes;
        if (emulator::http::decompress("gzip", kMaxReportBytes, text)) continue;
        lines += static_cast<std::size_t>(std::ranges::count(text, '\n'));
    }
    return lines;
}

std::optional<Difference> BulkSteps::run(const BulkPut& bulk) {
    const std::size_t table = bulk.writes.front().key.table;
    std::string input;
    for (const Write& write : bulk.writes) input.append(bulk_line(write));
    system_.buckets().clear();
    static_cast<void>(system_.buckets().put(System::kBucket, "bulk/1.json", input));
    const Answer begun = system_.run({"StartBulkPutItems", start_json(table)});
    if (begun.error != refusal(table)) {
        return Difference{"answer", begun.error + " (" + begun.text + ") for a bulk operation"};
    }
    if (!begun.error.empty()) return std::nullopt;
    Outcome expected;
    for (const Write& write : bulk.writes) {
        const std::string error = model_.apply(SingleWrite{write}).error;
        ++expected.processed;
        if (error.empty()) continue;
        const bool is_missed = error == "ConditionalCheckFailedException";
        ++(is_missed ? expected.missed_lines : expected.failed_lines);
    }
    expected.failed = expected.failed_lines;
    expected.status = expected.failed == 0 ? "COMPLETED" : "COMPLETED_WITH_ERRORS";
    rapidjson::Document reply;
    reply.Parse(begun.text.data(), begun.text.size());
    const std::string arn = reply["BulkOperationDescription"]["BulkOperationArn"].GetString();
    const Answer done =
        system_.run({"DescribeBulkOperation", "{\"BulkOperationArn\":" + quoted(arn) + "}"});
    reply.Parse(done.text.data(), done.text.size());
    const auto& told = reply["BulkOperationDescription"];
    const Outcome outcome{
        told["BulkOperationStatus"].GetString(),
        told["ProcessedItemCount"].GetInt64(),
        told["FailedItemCount"].GetInt64(),
        static_cast<std::int64_t>(lines("/error/")),
        static_cast<std::int64_t>(lines("/condition-check-failure/"))};
    if (outcome == expected) return std::nullopt;
    return Difference{"bulk", text_of(outcome) + "; expected " + text_of(expected)};
}

}  // namespace stator::simulation
