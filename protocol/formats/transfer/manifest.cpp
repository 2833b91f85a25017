#include "protocol/formats/transfer/manifest.hpp"

#include "protocol/base/time_text.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {
namespace {

using wire::JsonWriter;

void write_moment(JsonWriter& json, std::string_view name, std::optional<Instant> time) {
    if (time) json.string_member(name, utc_text(*time) + "Z");
}

void write_text_or_null(JsonWriter& json, std::string_view name, const std::string& text) {
    json.key(name);
    if (text.empty()) {
        json.null();
    } else {
        json.string(text);
    }
}

}  // namespace

void write_data_file(JsonWriter& json, const DataFile& file) {
    json.integer_member("itemCount", file.items);
    json.string_member("md5Checksum", file.md5);
    json.string_member("etag", file.etag);
    json.string_member("dataFileS3Key", file.key);
}

void append_data_file(std::string& out, const DataFile& file) {
    JsonWriter json(out);
    json.begin_object();
    write_data_file(json, file);
    json.end_object();
    out.push_back('\n');
}

std::string manifest_summary(const ExportDescription& description, std::string_view files_key) {
    const ExportSpecification& specification = description.specification;
    const auto& incremental = specification.incremental;
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("version", incremental ? "2023-08-01" : "2020-06-30");
        json.string_member("exportArn", description.arn);
        write_moment(json, "startTime", description.start);
        write_moment(json, "endTime", description.end);
        json.string_member("tableArn", description.table_arn);
        json.string_member("tableId", description.table_id);
        if (incremental) {
            write_moment(json, "exportFromTime", incremental->from);
            write_moment(json, "exportToTime", incremental->to);
        } else {
            write_moment(json, "exportTime", specification.time);
        }
        json.string_member("s3Bucket", specification.bucket);
        write_text_or_null(json, "s3Prefix", specification.prefix);
        json.string_member("s3SseAlgorithm", specification.encryption);
        write_text_or_null(json, "s3SseKmsKeyId", specification.kms_key_id);
        json.string_member("manifestFilesS3Key", files_key);
        json.integer_member("billedSizeBytes", description.billed_bytes);
        json.integer_member("itemCount", description.items);
        json.string_member("outputFormat", values::text_of(specification.format));
        if (incremental) {
            json.string_member("outputView", values::text_of(incremental->view));
            json.string_member("exportType", values::text_of(ExportType::Incremental));
        }
    });
}

}  // namespace stator::protocol::formats::transfer
