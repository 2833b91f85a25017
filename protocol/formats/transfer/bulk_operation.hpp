// A bulk operation, which puts the items of objects in S3 into a table, as DescribeBulkOperation
// shows it. A value.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"
#include "protocol/formats/transfer/export.hpp"
#include "protocol/formats/transfer/import.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {

// Where the items are.
struct BulkInput {
    std::string bucket;
    std::string prefix = {};
    ImportFormat format = ImportFormat::DynamodbJson;  // never CSV
    Compression compression = Compression::None;

    friend bool operator==(const BulkInput&, const BulkInput&) = default;
};

// Where the report goes, and what is in it.
struct BulkOutput {
    std::string bucket;
    std::string prefix = {};
    bool has_errors = false;              // OutputType ERROR
    bool has_condition_failures = false;  // OutputType CONDITION_CHECK_FAILURE

    friend bool operator==(const BulkOutput&, const BulkOutput&) = default;
};

// What is asked for.
struct BulkSpecification {
    std::string table_name;   // as it was sent: a name or an ARN
    std::string input_json;   // InputS3Configuration as it was sent
    std::string output_json;  // OutputS3Configuration as it was sent
    BulkInput input = {};     // what the texts say
    BulkOutput output = {};
    std::string tier = "STANDARD";  // or ACCELERATED
    // Write units a second; 0 for as many as there can be.
    std::int64_t max_write_units = 0;
    std::string client_token = {};

    friend bool operator==(const BulkSpecification&, const BulkSpecification&) = default;
};

// The bytes that were put: into the table, and into each index that was touched.
struct BulkUsage {
    std::int64_t table = 0;
    std::map<std::string, std::int64_t> local_indexes = {};
    std::map<std::string, std::int64_t> global_indexes = {};
    std::map<std::string, std::int64_t> vector_indexes = {};  // no part of the total

    std::int64_t total() const;

    friend bool operator==(const BulkUsage&, const BulkUsage&) = default;
};

// What has been read so far, and what came of it.
struct BulkCounts {
    std::int64_t processed_items = 0;  // put, failed, or not meeting their condition
    std::int64_t processed_bytes = 0;  // as they are in S3
    std::int64_t failed_items = 0;
    std::int64_t put_items = 0;                    // no client sees it
    std::optional<std::int64_t> total_bytes = {};  // once the objects have been listed

    friend bool operator==(const BulkCounts&, const BulkCounts&) = default;
};

struct BulkDescription {
    std::string arn;
    TransferStatus status = TransferStatus::InProgress;
    std::string table_arn = {};
    std::string table_id = {};
    BulkSpecification specification = {};
    Instant start = {};
    std::optional<Instant> end = {};
    BulkCounts counts = {};
    BulkUsage usage = {};
    std::string failure_code = {};
    std::string failure_message = {};
    // The request, in a form in which equal ones are equal; for its ClientToken.
    std::string request = {};

    friend bool operator==(const BulkDescription&, const BulkDescription&) = default;
};

// What the members InputS3Configuration and OutputS3Configuration say, once they have been checked.
BulkInput read_bulk_input(wire::JsonView json);
BulkOutput read_bulk_output(wire::JsonView json);

// Where the operation's report is: "{prefix/}AWSDynamoDB/{id}/". Ours, after that of exports.
std::string bulk_report_folder(const BulkDescription& description);

// How a bulk operation is kept in the data file. Nothing for a text that is none.
std::string encode_bulk_operation(const BulkDescription& description);
std::optional<BulkDescription> decode_bulk_operation(std::string text);

}  // namespace stator::protocol::formats::transfer
