// An import of a table from S3, as shown by DescribeImport. A value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/formats/transfer/export.hpp"

namespace stator::protocol::formats::transfer {

enum class ImportFormat : unsigned char { DynamodbJson, Ion, Csv };

constexpr values::TextsTo<ImportFormat::Csv> texts_of(ImportFormat) {
    return {"DYNAMODB_JSON", "ION", "CSV"};
}

enum class Compression : unsigned char { None, Gzip, Zstd };

constexpr values::TextsTo<Compression::Zstd> texts_of(Compression) {
    return {"NONE", "GZIP", "ZSTD"};
}

// The parameters of the request.
struct ImportSpecification {
    std::string bucket;
    std::string bucket_owner = {};
    std::string prefix = {};
    ImportFormat format = ImportFormat::DynamodbJson;
    Compression compression = Compression::None;
    char delimiter = ',';
    std::vector<std::string> header = {};  // of CSV; empty: the first line of each object
    std::string format_options = {};       // JSON of InputFormatOptions; "" if absent
    std::string table_parameters = {};     // JSON of TableCreationParameters
    std::string client_token = {};

    friend bool operator==(const ImportSpecification&, const ImportSpecification&) = default;
};

// Progress and results so far.
struct ImportCounts {
    std::int64_t processed_bytes = 0;  // without compression
    std::int64_t processed_items = 0;
    std::int64_t imported_items = 0;
    std::int64_t errors = 0;

    friend bool operator==(const ImportCounts&, const ImportCounts&) = default;
};

struct ImportDescription {
    std::string arn;
    TransferStatus status = TransferStatus::InProgress;
    std::string table_arn = {};
    std::string table_id = {};
    ImportSpecification specification = {};
    Instant start = {};
    std::optional<Instant> end = {};
    ImportCounts counts = {};
    std::string failure_code = {};
    std::string failure_message = {};
    // The canonical text of the request, which its ClientToken is compared by.
    std::string request = {};

    friend bool operator==(const ImportDescription&, const ImportDescription&) = default;
};

// The form in which the data file stores an import. decode_import() returns nullopt if the text is
// not one.
std::string encode_import(const ImportDescription& description);
std::optional<ImportDescription> decode_import(std::string text);

// A line of an import's error log.
struct ImportError {
    std::string bucket;
    std::string key;
    std::int64_t item_index = 0;  // within its object, starting at 0
    std::string import_arn;
    std::string message;
};

// Returns one JSON object, without a line end. AWS: [spec-formats: AWS's documentation]
std::string import_error_line(const ImportError& error);

}  // namespace stator::protocol::formats::transfer
