#include "protocol/formats/transfer/export.hpp"

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

void write_specification(JsonWriter& json, const ExportSpecification& specification) {
    write_text(json, "S3Bucket", specification.bucket);
    write_text(json, "S3BucketOwner", specification.bucket_owner);
    write_text(json, "S3Prefix", specification.prefix);
    write_text(json, "S3SseAlgorithm", specification.encryption);
    write_text(json, "S3SseKmsKeyId", specification.kms_key_id);
    write_text(json, "ExportFormat", values::text_of(specification.format));
    if (specification.type) write_text(json, "ExportType", values::text_of(*specification.type));
    write_time(json, "ExportMs", specification.time);
    if (specification.incremental) {
        write_time(json, "FromMs", specification.incremental->from);
        write_time(json, "ToMs", specification.incremental->to);
        write_text(json, "ExportViewType", values::text_of(specification.incremental->view));
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
    specification.format = values::term_from<ExportFormat>(read_text(json, "ExportFormat"))
                               .value_or(ExportFormat::DynamodbJson);
    specification.type = values::term_from<ExportType>(read_text(json, "ExportType"));
    specification.time = read_time(json, "ExportMs");
    if (const auto from = read_time(json, "FromMs")) {
        specification.incremental = {
            *from,
            read_time(json, "ToMs").value_or(*from),
            values::term_from<ExportView>(read_text(json, "ExportViewType"))
                .value_or(ExportView::NewAndOldImages)};
    }
    specification.filter = read_text(json, "FilterSpecification");
    specification.client_token = read_text(json, "ClientToken");
    return specification;
}

}  // namespace

std::string export_folder(const ExportDescription& description) {
    const std::string& prefix = description.specification.prefix;
    std::string folder = prefix.empty() ? "" : prefix + "/";
    return folder.append("AWSDynamoDB/").append(transfer_id(description.arn)).append("/");
}

std::string encode_export(const ExportDescription& description) {
    return wire::object_text([&](JsonWriter& json) {
        write_text(json, "ExportArn", description.arn);
        write_text(json, "ExportStatus", values::text_of(description.status));
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
    const auto status = values::term_from<TransferStatus>(read_text(json, "ExportStatus"));
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
