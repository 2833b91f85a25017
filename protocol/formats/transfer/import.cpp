#include "protocol/formats/transfer/import.hpp"

#include "protocol/model/member_codec.hpp"

namespace stator::protocol::formats::transfer {

using model::Like;

void members(auto& code, Like<ImportSpecification> auto& specification) {
    const auto text_of_delimiter = [](char delimiter) { return std::string(1, delimiter); };
    const auto delimiter_of = [](std::string_view text) {
        return text.empty() ? std::nullopt : std::optional(text.front());
    };
    code.if_set("S3Bucket", specification.bucket);
    code.if_set("S3BucketOwner", specification.bucket_owner);
    code.if_set("S3KeyPrefix", specification.prefix);
    code("InputFormat", specification.format);
    code("Compression", specification.compression);
    code.text("Delimiter", specification.delimiter, text_of_delimiter, delimiter_of);
    code("HeaderList", specification.header);
    code.if_set("InputFormatOptions", specification.format_options);
    code.if_set("TableCreationParameters", specification.table_parameters);
    code.if_set("ClientToken", specification.client_token);
}

void members(auto& code, Like<ImportDescription> auto& description) {
    code.demand("ImportArn", description.arn);
    code.demand("ImportStatus", description.status);
    code.if_set("TableArn", description.table_arn);
    code.if_set("TableId", description.table_id);
    members(code, description.specification);
    code.demand("StartMs", description.start);
    code("EndMs", description.end);
    code("ProcessedSizeBytes", description.counts.processed_bytes);
    code("ProcessedItemCount", description.counts.processed_items);
    code("ImportedItemCount", description.counts.imported_items);
    code("ErrorCount", description.counts.errors);
    code.if_set("FailureCode", description.failure_code);
    code.if_set("FailureMessage", description.failure_message);
    code.if_set("Request", description.request);
}

std::string encode_import(const ImportDescription& description) {
    return model::stored_text(description);
}

std::optional<ImportDescription> decode_import(std::string text) {
    return model::from_stored<ImportDescription>(std::move(text));
}

std::string import_error_line(const ImportError& error) {
    return wire::object_text([&](wire::JsonWriter& json) {
        json.begin_object("itemS3Pointer");
        json.string_member("bucket", error.bucket);
        json.string_member("key", error.key);
        json.integer_member("itemIndex", error.item_index);
        json.end_object();
        json.string_member("importArn", error.import_arn);
        json.begin_array("errorMessages");
        json.string(error.message);
        json.end_array();
    });
}

}  // namespace stator::protocol::formats::transfer
