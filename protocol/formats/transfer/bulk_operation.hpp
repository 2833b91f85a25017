// A bulk operation, which puts items from S3 objects into a table, as shown by
// DescribeBulkOperation. A value.
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

// The location and format of the items.
struct BulkInput {
    std::string bucket;
    std::string prefix = {};
    ImportFormat format = ImportFormat::DynamodbJson;  // never CSV
    Compression compression = Compression::None;

    friend bool operator==(const BulkInput&, const BulkInput&) = default;
};

// The location and contents of the report.
struct BulkOutput {
    std::string bucket;
    std::string prefix = {};
    bool has_errors = false;              // OutputType ERROR
    bool has_condition_failures = false;  // OutputType CONDITION_CHECK_FAILURE

    friend bool operator==(const BulkOutput&, const BulkOutput&) = default;
};

// The parameters of the request.
struct BulkSpecification {
    std::string table_name;   // a name or an ARN, as sent
    std::string input_json;   // InputS3Configuration as sent
    std::string output_json;  // OutputS3Configuration as sent
    BulkInput input = {};     // parsed from the texts
    BulkOutput output = {};
    std::string tier = "STANDARD";  // or ACCELERATED
    // Write units per second; 0 means no limit.
    std::int64_t max_write_units = 0;
    std::string client_token = {};

    friend bool operator==(const BulkSpecification&, const BulkSpecification&) = default;
};

// The bytes that were put into the table, and into each affected index.
struct BulkUsage {
    std::int64_t table = 0;
    std::map<std::string, std::int64_t> local_indexes = {};
    std::map<std::string, std::int64_t> global_indexes = {};
    std::map<std::string, std::int64_t> vector_indexes = {};  // not included in the total

    std::int64_t total() const;

    friend bool operator==(const BulkUsage&, const BulkUsage&) = default;
};

// Progress and results so far.
struct BulkCounts {
    std::int64_t processed_items = 0;  // put, failed, or condition not met
    std::int64_t processed_bytes = 0;  // as stored in S3
    std::int64_t failed_items = 0;
    std::int64_t put_items = 0;                    // not shown to clients
    std::optional<std::int64_t> total_bytes = {};  // set once the objects have been listed

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
    // The canonical text of the request, which its ClientToken is compared by.
    std::string request = {};

    friend bool operator==(const BulkDescription&, const BulkDescription&) = default;
};

// Read InputS3Configuration and OutputS3Configuration. Precondition: they have been validated.
BulkInput read_bulk_input(wire::JsonView json);
BulkOutput read_bulk_output(wire::JsonView json);

// Returns the folder of the operation's report: "{prefix/}AWSDynamoDB/{id}/". Stator's own choice,
// modelled on exports.
std::string bulk_report_folder(const BulkDescription& description);

// The form in which the data file stores a bulk operation. decode_bulk_operation() returns nullopt
// if the text is not one.
std::string encode_bulk_operation(const BulkDescription& description);
std::optional<BulkDescription> decode_bulk_operation(std::string text);

}  // namespace stator::protocol::formats::transfer
