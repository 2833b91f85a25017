// An export of a table to S3, as shown by DescribeExport. A value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/base/instant.hpp"
#include "protocol/values/terms.hpp"

namespace stator::protocol::formats::transfer {

// The last three are used only by bulk operations.
enum class TransferStatus : unsigned char {
    InProgress,
    Completed,
    Failed,
    CompletedWithErrors,
    Cancelling,
    Cancelled,
};

constexpr values::TextsTo<TransferStatus::Cancelled> texts_of(TransferStatus) {
    return {
        "IN_PROGRESS", "COMPLETED", "FAILED", "COMPLETED_WITH_ERRORS", "CANCELLING", "CANCELLED"};
}

enum class ExportFormat : unsigned char { DynamodbJson, Ion };

constexpr values::TextsTo<ExportFormat::Ion> texts_of(ExportFormat) {
    return {"DYNAMODB_JSON", "ION"};
}

enum class ExportType : unsigned char { Full, Incremental };

constexpr values::TextsTo<ExportType::Incremental> texts_of(ExportType) {
    return {"FULL_EXPORT", "INCREMENTAL_EXPORT"};
}

enum class ExportView : unsigned char { NewAndOldImages, NewImage };

constexpr values::TextsTo<ExportView::NewImage> texts_of(ExportView) {
    return {"NEW_AND_OLD_IMAGES", "NEW_IMAGE"};
}

// Returns true if the transfer has ended.
constexpr bool is_over(TransferStatus status) {
    return status != TransferStatus::InProgress && status != TransferStatus::Cancelling;
}

// The period of an incremental export: from inclusive, to exclusive.
struct IncrementalExport {
    Instant from = {};
    Instant to = {};
    ExportView view = ExportView::NewAndOldImages;

    friend bool operator==(const IncrementalExport&, const IncrementalExport&) = default;
};

// The parameters of the request.
struct ExportSpecification {
    std::string bucket;
    std::string bucket_owner = {};  // "" if absent; the same for the strings below
    std::string prefix = {};
    std::string encryption = "AES256";  // or KMS
    std::string kms_key_id = {};
    ExportFormat format = ExportFormat::DynamodbJson;
    // Set if the request contained it.
    std::optional<ExportType> type = {};
    std::optional<Instant> time = {};                   // of a full export
    std::optional<IncrementalExport> incremental = {};  // of an incremental export
    std::string filter = {};                            // JSON of FilterSpecification
    std::string client_token = {};

    friend bool operator==(const ExportSpecification&, const ExportSpecification&) = default;
};

struct ExportDescription {
    std::string arn;
    TransferStatus status = TransferStatus::InProgress;
    std::string table_arn = {};
    std::string table_id = {};
    ExportSpecification specification = {};
    Instant start = {};
    std::optional<Instant> end = {};
    std::int64_t billed_bytes = 0;
    std::int64_t items = 0;
    std::string manifest = {};  // its object key, once COMPLETED
    std::string failure_code = {};
    std::string failure_message = {};
    // The canonical text of the request, which its ClientToken is compared by.
    std::string request = {};

    friend bool operator==(const ExportDescription&, const ExportDescription&) = default;
};

// Returns the folder of the export's manifests: "{prefix/}AWSDynamoDB/{id}/".
std::string export_folder(const ExportDescription& description);

// The form in which the data file stores an export. decode_export() returns nullopt if the text is
// not one.
std::string encode_export(const ExportDescription& description);
std::optional<ExportDescription> decode_export(std::string text);

}  // namespace stator::protocol::formats::transfer
