#include "protocol/formats/transfer/export_lines.hpp"

#include "protocol/base/number_text.hpp"
#include "protocol/formats/transfer/ion_text.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::formats::transfer {
namespace {

// AWS: each line is a separate Ion document.
constexpr std::string_view kIonVersion = "$ion_1_0 ";

void append_json_change(std::string& out, const ChangedItem& change, bool shows_old) {
    out.append(R"({"Metadata":{"WriteTimestampMicros":{"N":")");
    append_integer(out, change.write_micros);
    out.append(R"("}},"Keys":)");
    wire::append_item(out, *change.key);
    if (shows_old && change.old_image != nullptr) {
        out.append(R"(,"OldImage":)");
        wire::append_item(out, *change.old_image);
    }
    if (change.new_image != nullptr) {
        out.append(R"(,"NewImage":)");
        wire::append_item(out, *change.new_image);
    }
    out.append("}\n");
}

void append_ion_change(std::string& out, const ChangedItem& change, bool shows_old) {
    out.append(kIonVersion).append("{Record:{Keys:");
    append_ion_item(out, *change.key);
    out.append(",Metadata:{WriteTimestampMicros:");
    append_integer(out, change.write_micros);
    out.append(".}");
    if (shows_old && change.old_image != nullptr) {
        out.append(",OldImage:");
        append_ion_item(out, *change.old_image);
    }
    if (change.new_image != nullptr) {
        out.append(",NewImage:");
        append_ion_item(out, *change.new_image);
    }
    out.append("}}\n");
}

}  // namespace

void append_item_line(std::string& out, ExportFormat format, const values::ItemImage& item) {
    if (format == ExportFormat::DynamodbJson) {
        out.append(R"({"Item":)");
        wire::append_item(out, item);
    } else {
        out.append(kIonVersion).append("{Item:");
        append_ion_item(out, item);
    }
    out.append("}\n");
}

void append_change_line(
    std::string& out, ExportFormat format, ExportView view, const ChangedItem& change
) {
    const bool shows_old = view == ExportView::NewAndOldImages;
    if (format == ExportFormat::DynamodbJson) {
        append_json_change(out, change, shows_old);
    } else {
        append_ion_change(out, change, shows_old);
    }
}

}  // namespace stator::protocol::formats::transfer
