#include "protocol/formats/transfer/export.hpp"

#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/model/member_codec.hpp"

namespace stator::protocol::formats::transfer {

using model::Like;

void members(auto& code, Like<IncrementalExport> auto& incremental) {
    code.demand("FromMs", incremental.from);
    code("ToMs", incremental.to, incremental.from);
    code("ExportViewType", incremental.view);
}

void members(auto& code, Like<ExportSpecification> auto& specification) {
    code.if_set("S3Bucket", specification.bucket);
    code.if_set("S3BucketOwner", specification.bucket_owner);
    code.if_set("S3Prefix", specification.prefix);
    code.if_set("S3SseAlgorithm", specification.encryption);
    code.if_set("S3SseKmsKeyId", specification.kms_key_id);
    code("ExportFormat", specification.format);
    code("ExportType", specification.type);
    code("ExportMs", specification.time);
    code.together(specification.incremental);
    code.if_set("FilterSpecification", specification.filter);
    code.if_set("ClientToken", specification.client_token);
}

void members(auto& code, Like<ExportDescription> auto& description) {
    code.demand("ExportArn", description.arn);
    code.demand("ExportStatus", description.status);
    code.if_set("TableArn", description.table_arn);
    code.if_set("TableId", description.table_id);
    members(code, description.specification);
    code.demand("StartMs", description.start);
    code("EndMs", description.end);
    code("BilledSizeBytes", description.billed_bytes);
    code("ItemCount", description.items);
    code.if_set("ExportManifest", description.manifest);
    code.if_set("FailureCode", description.failure_code);
    code.if_set("FailureMessage", description.failure_message);
    code.if_set("Request", description.request);
}

std::string export_folder(const ExportDescription& description) {
    const std::string& prefix = description.specification.prefix;
    std::string folder = prefix.empty() ? "" : prefix + "/";
    return folder.append("AWSDynamoDB/").append(transfer_id(description.arn)).append("/");
}

std::string encode_export(const ExportDescription& description) {
    return model::stored_text(description);
}

std::optional<ExportDescription> decode_export(std::string text) {
    return model::from_stored<ExportDescription>(std::move(text));
}

}  // namespace stator::protocol::formats::transfer
