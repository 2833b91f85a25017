// The lines of an export's data objects. Pure functions; each appends one line, including its line
// end. AWS: members are in this order, without whitespace.
// [spec-formats: captured 2022, 2024, 2026]
#pragma once

#include <cstdint>
#include <string>

#include "protocol/formats/transfer/export.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::protocol::formats::transfer {

// A line of a full export: {"Item":{…}}.
void append_item_line(std::string& out, ExportFormat format, const values::ItemImage& item);

// One item of an incremental export. An image is null if the item did not exist at that time.
struct ChangedItem {
    std::int64_t write_micros = 0;  // time of the last write
    values::ItemImagePtr key;       // only the key attributes
    values::ItemImagePtr old_image = nullptr;
    values::ItemImagePtr new_image = nullptr;
};

// AWS: a deletion has no NewImage.
void append_change_line(
    std::string& out, ExportFormat format, ExportView view, const ChangedItem& change
);

}  // namespace stator::protocol::formats::transfer
