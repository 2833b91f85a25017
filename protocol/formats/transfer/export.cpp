#include "protocol/formats/transfer/export.hpp"

#include <array>

#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/model/definition_json.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {
namespace {

using model::definition::read_integer;
using model::definition::read_text;
using model::definition::read_time;
using model::definition::write_text;
using model::definition::write_time;
using wire::JsonView;
using wire::JsonWriter;

constexpr std::array<std::string_view, 6> kStatuses{
    "IN_PROGRESS", "COMPLETED", "FAILED", "COMPLETED_WITH_ERRORS", "CANCELLING", "CANCELLED"};
constexpr std::array<std::string_view, 2> kFormats{"DYNAMODB_JSON", "ION"};
constexpr std::array<std::string_view, 2> kTypes{"FULL_EXPORT", "INCREMENTAL_EXPORT"};
constexpr std::array<std::string_view, 2> kViews{"NEW_AND_OLD_IMAGES", "NEW_IMAGE"};

template <class Value, std::size_t Count>
std::string_view text_of(const std::array<std::string_view, Count>& texts, Value value) {
    return texts[static_cast<std::size_t>(value)];
}

template <class Value, std::size_t Count>
std::optional<Value> value_of(
    const std::array<std::string_view, Count>& texts, std::string_view text
) {
    for (std::size_t at = 0; at < Count; ++at) {
        if (texts[at] == text) return static_cast<Value>(at);
    }
    return std::nullopt;
}

void write_specification(JsonWriter& json, const ExportSpecification& specification) {
    write_text(json, "S3Bucket", specification.bucket);
    write_text(json, "S3BucketOwner", specification.bucket_owner);
    write_text(json, "S3Prefix", specification.prefix);
    write_text(json, "S3SseAlgorithm", specification.encryption);
    write_text(json, "S3SseKmsKeyId", specification.kms_key_id);
    write_text(json, "ExportFormat", format_text(specification.format));
    if (specification.type) write_text(json, "ExportType", type_text(*specification.type));
    write_time(json, "ExportMs", specification.time);
    if (specification.incremental) {
        write_time(json, "FromMs", specification.incremental->from);
        write_time(json, "ToMs", specification.incremental->to);
        write_text(json, "ExportViewType", view_text(specification.incremental->view));
    }
    write_text(json, "FilterSpecification", specification.filter);
    write_text(json, "ClientToken", specification.client_token);
}

ExportSpecification read_specification(JsonView json) {
    ExportSpecification specification;
    specification.bucket = read_text(json, "S3Bucket");
    specification.bucket_owner = read_text(json, "S3BucketOwner");
    specification.prefix = read_text(json, "S3Prefix");
    specification.encryption = read_text(json, "S3SseAlgorithm");
    specification.kms_key_id = read_text(json, "S3SseKmsKeyId");
    specification.format =
        format_from(read_text(json, "ExportFormat")).value_or(ExportFormat::DynamodbJson);
    specification.type = type_from(read_text(json, "ExportType"));
    specification.time = read_time(json, "ExportMs");
    if (const auto from = read_time(json, "FromMs")) {
        specification.incremental = {
            *from,
            read_time(json, "ToMs").value_or(*from),
            view_from(read_text(json, "ExportViewType")).value_or(ExportView::NewAndOldImages)};
    }
    specification.filter = read_text(json, "FilterSpecification");
    specification.client_token = read_text(json, "ClientToken");
    return specification;
}

}  // namespace

std::string_view status_text(TransferStatus status) {
    return text_of(kStatuses, status);
}

std::string_view format_text(ExportFormat format) {
    return text_of(kFormats, format);
}

std::string_view type_text(ExportType type) {
    return text_of(kTypes, type);
}

std::string_view view_text(ExportView view) {
    return text_of(kViews, view);
}

std::optional<TransferStatus> status_from(std::string_view text) {
    return value_of<TransferStatus>(kStatuses, text);
}

std::optional<ExportFormat> format_from(std::string_view text) {
    return value_of<ExportFormat>(kFormats, text);
}

std::optional<ExportType> type_from(std::string_view text) {
    return value_of<ExportType>(kTypes, text);
}

std::optional<ExportView> view_from(std::string_view text) {
    return value_of<ExportView>(kViews, text);
}

std::string export_folder(const ExportDescription& description) {
    const std::string& prefix = description.specification.prefix;
    std::string folder = prefix.empty() ? "" : prefix + "/";
    return folder.append("AWSDynamoDB/").append(transfer_id(description.arn)).append("/");
}

std::string encode_export(const ExportDescription& description) {
    return wire::object_text([&](JsonWriter& json) {
        write_text(json, "ExportArn", description.arn);
        write_text(json, "ExportStatus", status_text(description.status));
        write_text(json, "TableArn", description.table_arn);
        write_text(json, "TableId", description.table_id);
        write_specification(json, description.specification);
        write_time(json, "StartMs", description.start);
        write_time(json, "EndMs", description.end);
        json.integer_member("BilledSizeBytes", description.billed_bytes);
        json.integer_member("ItemCount", description.items);
        write_text(json, "ExportManifest", description.manifest);
        write_text(json, "FailureCode", description.failure_code);
        write_text(json, "FailureMessage", description.failure_message);
        write_text(json, "Request", description.request);
    });
}

std::optional<ExportDescription> decode_export(std::string text) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    const JsonView json = document->root();
    ExportDescription description;
    description.arn = read_text(json, "ExportArn");
    const auto status = status_from(read_text(json, "ExportStatus"));
    const auto start = read_time(json, "StartMs");
    if (description.arn.empty() || !status || !start) return std::nullopt;
    description.status = *status;
    description.start = *start;
    description.table_arn = read_text(json, "TableArn");
    description.table_id = read_text(json, "TableId");
    description.specification = read_specification(json);
    description.end = read_time(json, "EndMs");
    description.billed_bytes = read_integer(json, "BilledSizeBytes").value_or(0);
    description.items = read_integer(json, "ItemCount").value_or(0);
    description.manifest = read_text(json, "ExportManifest");
    description.failure_code = read_text(json, "FailureCode");
    description.failure_message = read_text(json, "FailureMessage");
    description.request = read_text(json, "Request");
    return description;
}

}  // namespace stator::protocol::formats::transfer
