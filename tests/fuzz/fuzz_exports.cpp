// Two items in JSON, one per line: written as lines of a full and of an incremental export, in JSON
// and in Ion, they are read back unchanged. Also, the first line as the description of an export,
// an import or a bulk operation in a data file: a description that can be read is stored unchanged.
#include <optional>

#include "protocol/formats/transfer/bulk_operation.hpp"
#include "protocol/formats/transfer/export_lines.hpp"
#include "protocol/formats/transfer/import.hpp"
#include "protocol/formats/transfer/ion_json.hpp"
#include "protocol/formats/transfer/manifest.hpp"
#include "protocol/formats/transfer/record_splitter.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::formats::transfer::ExportFormat;
using protocol::formats::transfer::ExportView;
using protocol::values::ItemImagePtr;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr std::string_view kVersionMarker = "$ion_1_0 ";

ItemImagePtr exported_item(JsonView json) {
    const auto types =
        protocol::wire::check_types(json, protocol::operations::shapes::kAttributeMap);
    if (types.has_error()) return nullptr;
    auto item = protocol::wire::decode_item(json, protocol::values::Dialect::Current);
    return item.has_value() ? ItemImagePtr(*item) : nullptr;
}

ItemImagePtr exported_item(std::string_view line) {
    const auto document = JsonDocument::parse(std::string(line));
    return document && document->root().is_object() ? exported_item(document->root()) : nullptr;
}

// An empty item has no member to search for.
void require_same(std::optional<JsonView> json, const ItemImagePtr& item, std::string_view line) {
    require(json.has_value(), "the member is there", line);
    const auto again = exported_item(*json);
    require(again != nullptr && again->payload() == item->payload(), "the same item", line);
}

JsonDocument json_of_line(ExportFormat format, std::string_view line, std::string_view wrapper) {
    require(line.ends_with('\n'), "a line", line);
    require(line.find('\n') == line.size() - 1, "one line", line);
    std::string json(line);
    if (format == ExportFormat::Ion) {
        require(line.starts_with(kVersionMarker), "Ion's version", line);
        const auto structs = records_of<protocol::formats::transfer::IonSplitter>(line, 16);
        require(structs.size() == 1, "one struct", line);
        json.clear();
        const auto fault =
            protocol::formats::transfer::append_wrapped_json_of_ion(json, structs.front(), wrapper);
        require(!fault, "Ion that can be read", line, fault ? fault->sentence : "");
    }
    auto document = JsonDocument::parse(json);
    require(document.has_value(), "JSON", line, json);
    return std::move(*document);
}

void check_item_line(const ItemImagePtr& item) {
    for (const ExportFormat format : {ExportFormat::DynamodbJson, ExportFormat::Ion}) {
        std::string line;
        protocol::formats::transfer::append_item_line(line, format, *item);
        const auto document = json_of_line(format, line, "Item");
        require_same(document.root().find("Item"), item, line);
    }
}

void check_change(ExportView view, const protocol::formats::transfer::ChangedItem& change) {
    for (const ExportFormat format : {ExportFormat::DynamodbJson, ExportFormat::Ion}) {
        const bool is_ion = format == ExportFormat::Ion;
        std::string line;
        protocol::formats::transfer::append_change_line(line, format, view, change);
        const auto document = json_of_line(format, line, "Record");
        const JsonView record = is_ion ? *document.root().find("Record") : document.root();
        const auto inside = [&](std::string_view name) {
            const auto member = record.find(name);
            return member && is_ion ? member->find("M") : member;
        };
        require_same(inside("Keys"), change.key, line);
        const bool shows_old = view == ExportView::NewAndOldImages && change.old_image != nullptr;
        require(inside("OldImage").has_value() == shows_old, "an old image", line);
        if (shows_old) require_same(inside("OldImage"), change.old_image, line);
        const bool has_new = change.new_image != nullptr;
        require(inside("NewImage").has_value() == has_new, "a new image", line);
        if (has_new) require_same(inside("NewImage"), change.new_image, line);
        const auto moment = inside("Metadata")->find("WriteTimestampMicros");
        require(
            moment && moment->string_or_empty("N") == std::to_string(change.write_micros),
            "when it was written",
            line
        );
    }
}

template <class Description>
void check_kept(
    const std::string& text,
    std::string (*encode)(const Description&),
    std::optional<Description> (*decode)(std::string)
) {
    const auto description = decode(text);
    if (!description) return;
    const std::string kept = encode(*description);
    const auto again = decode(kept);
    require(again.has_value(), "what was kept can be read", text, kept);
    require(*again == *description, "and is the same", text, kept);
}

void check_manifest(const std::string& text) {
    const auto description = protocol::formats::transfer::decode_export(text);
    if (!description) return;
    const std::string summary =
        protocol::formats::transfer::manifest_summary(*description, "files.json");
    const auto document = JsonDocument::parse(summary);
    require(document.has_value(), "a manifest is JSON", text, summary);
    require(document->root().string_or_empty("exportArn") == description->arn, "of it", summary);
    std::string line;
    protocol::formats::transfer::append_data_file(
        line, {description->items, description->arn, description->table_id, description->manifest}
    );
    const auto file = JsonDocument::parse(line);
    require(file.has_value(), "a file's line is JSON", line);
    require(file->root().string_or_empty("dataFileS3Key") == description->manifest, "key", line);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(exports) {
    using namespace stator::fuzz;
    namespace transfer = stator::protocol::formats::transfer;
    std::string_view rest = text_of(data, size);
    const std::string first(take_line(rest));
    const std::string second(take_line(rest));
    check_kept<transfer::ExportDescription>(
        first, transfer::encode_export, transfer::decode_export
    );
    check_kept<transfer::ImportDescription>(
        first, transfer::encode_import, transfer::decode_import
    );
    check_kept<transfer::BulkDescription>(
        first, transfer::encode_bulk_operation, transfer::decode_bulk_operation
    );
    check_manifest(first);
    const ItemImagePtr item = exported_item(first);
    if (item == nullptr) return 0;
    check_item_line(item);
    const ItemImagePtr other = exported_item(second);
    const auto micros = static_cast<std::int64_t>(size) * 1'000'003;
    for (const ExportView view : {ExportView::NewAndOldImages, ExportView::NewImage}) {
        check_change(view, {micros, item, item, other});
        check_change(view, {micros, item, other, item});
    }
    return 0;
}
