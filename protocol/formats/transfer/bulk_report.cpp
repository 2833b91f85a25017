#include "protocol/formats/transfer/bulk_report.hpp"

#include "protocol/base/time_text.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {
namespace {

using wire::JsonWriter;

// In the same form as in the error log of imports.
void write_pointer(JsonWriter& json, const BulkPointer& pointer) {
    json.begin_object("itemS3Pointer");
    json.string_member("bucket", pointer.bucket);
    json.string_member("key", pointer.key);
    json.integer_member("itemIndex", pointer.item_index);
    json.end_object();
}

}  // namespace

void append_bulk_error(std::string& out, const BulkPointer& pointer, std::string_view message) {
    JsonWriter json(out);
    json.begin_object();
    write_pointer(json, pointer);
    json.begin_array("errorMessages");
    json.string(message);
    json.end_array();
    json.end_object();
    out.push_back('\n');
}

void append_condition_failure(
    std::string& out,
    const BulkPointer& pointer,
    const values::ItemImage& item,
    const values::ItemImagePtr& existing
) {
    JsonWriter json(out);
    json.begin_object();
    write_pointer(json, pointer);
    json.key("Item");
    wire::write_item(json, item);
    if (existing != nullptr) {
        json.key("ExistingItem");
        wire::write_item(json, *existing);
    }
    json.end_object();
    out.push_back('\n');
}

void append_report_file(std::string& out, BulkOutputType type, const DataFile& file) {
    JsonWriter json(out);
    json.begin_object();
    json.string_member("outputType", values::text_of(type));
    write_data_file(json, file);
    json.end_object();
    out.push_back('\n');
}

std::string report_summary(const BulkDescription& description, std::string_view files_key) {
    const BulkCounts& counts = description.counts;
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("bulkOperationArn", description.arn);
        json.string_member("bulkOperationStatus", values::text_of(description.status));
        json.string_member("startTime", utc_text(description.start) + "Z");
        if (description.end) json.string_member("endTime", utc_text(*description.end) + "Z");
        json.string_member("tableArn", description.table_arn);
        json.string_member("tableId", description.table_id);
        json.string_member("s3Bucket", description.specification.output.bucket);
        json.string_member("manifestFilesS3Key", files_key);
        json.integer_member("processedItemCount", counts.processed_items);
        json.integer_member("failedItemCount", counts.failed_items);
        json.integer_member(
            "conditionCheckFailureCount",
            counts.processed_items - counts.failed_items - counts.put_items
        );
    });
}

}  // namespace stator::protocol::formats::transfer
