#include "protocol/formats/transfer/import.hpp"

#include "protocol/model/definition_json.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {
namespace {

namespace stored = model::definition;
using wire::JsonView;
using wire::JsonWriter;

void write_import(JsonWriter& json, const ImportSpecification& specification) {
    stored::write_text(json, "S3Bucket", specification.bucket);
    stored::write_text(json, "S3BucketOwner", specification.bucket_owner);
    stored::write_text(json, "S3KeyPrefix", specification.prefix);
    stored::write_text(json, "InputFormat", values::text_of(specification.format));
    stored::write_text(json, "Compression", values::text_of(specification.compression));
    stored::write_text(json, "Delimiter", std::string(1, specification.delimiter));
    json.strings_member("HeaderList", specification.header);
    stored::write_text(json, "InputFormatOptions", specification.format_options);
    stored::write_text(json, "TableCreationParameters", specification.table_parameters);
    stored::write_text(json, "ClientToken", specification.client_token);
}

ImportSpecification read_import(JsonView json) {
    ImportSpecification specification;
    specification.bucket = stored::read_text(json, "S3Bucket");
    specification.bucket_owner = stored::read_text(json, "S3BucketOwner");
    specification.prefix = stored::read_text(json, "S3KeyPrefix");
    specification.format = values::term_from<ImportFormat>(stored::read_text(json, "InputFormat"))
                               .value_or(ImportFormat::DynamodbJson);
    specification.compression =
        values::term_from<Compression>(stored::read_text(json, "Compression"))
            .value_or(Compression::None);
    const std::string delimiter = stored::read_text(json, "Delimiter");
    if (!delimiter.empty()) specification.delimiter = delimiter.front();
    if (const auto header = json.find("HeaderList"); header && header->is_array()) {
        for (const auto& name : header->elements()) {
            if (name.IsString()) specification.header.emplace_back(JsonView(name).string());
        }
    }
    specification.format_options = stored::read_text(json, "InputFormatOptions");
    specification.table_parameters = stored::read_text(json, "TableCreationParameters");
    specification.client_token = stored::read_text(json, "ClientToken");
    return specification;
}

}  // namespace

std::string encode_import(const ImportDescription& description) {
    return wire::object_text([&](JsonWriter& json) {
        stored::write_text(json, "ImportArn", description.arn);
        stored::write_text(json, "ImportStatus", values::text_of(description.status));
        stored::write_text(json, "TableArn", description.table_arn);
        stored::write_text(json, "TableId", description.table_id);
        write_import(json, description.specification);
        stored::write_time(json, "StartMs", description.start);
        stored::write_time(json, "EndMs", description.end);
        json.integer_member("ProcessedSizeBytes", description.counts.processed_bytes);
        json.integer_member("ProcessedItemCount", description.counts.processed_items);
        json.integer_member("ImportedItemCount", description.counts.imported_items);
        json.integer_member("ErrorCount", description.counts.errors);
        stored::write_text(json, "FailureCode", description.failure_code);
        stored::write_text(json, "FailureMessage", description.failure_message);
        stored::write_text(json, "Request", description.request);
    });
}

std::optional<ImportDescription> decode_import(std::string text) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    const JsonView json = document->root();
    ImportDescription description;
    description.arn = stored::read_text(json, "ImportArn");
    const auto status = values::term_from<TransferStatus>(stored::read_text(json, "ImportStatus"));
    const auto start = stored::read_time(json, "StartMs");
    if (description.arn.empty() || !status || !start) return std::nullopt;
    description.status = *status;
    description.start = *start;
    description.table_arn = stored::read_text(json, "TableArn");
    description.table_id = stored::read_text(json, "TableId");
    description.specification = read_import(json);
    description.end = stored::read_time(json, "EndMs");
    const auto count = [&](std::string_view name) {
        return stored::read_integer(json, name).value_or(0);
    };
    description.counts = {
        count("ProcessedSizeBytes"),
        count("ProcessedItemCount"),
        count("ImportedItemCount"),
        count("ErrorCount")};
    description.failure_code = stored::read_text(json, "FailureCode");
    description.failure_message = stored::read_text(json, "FailureMessage");
    description.request = stored::read_text(json, "Request");
    return description;
}

std::string import_error_line(const ImportError& error) {
    return wire::object_text([&](JsonWriter& json) {
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
