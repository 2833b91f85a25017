// The lines of an export's data objects. Pure functions; each appends one line with its end.
// AWS: members stand in this order, without blanks. [spec-formats: captured 2022, 2024, 2026]
#pragma once

#include <cstdint>
#include <string>

#include "protocol/formats/transfer/export.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::protocol::formats::transfer {

// Of a full export: {"Item":{…}}.
void append_item_line(std::string& out, ExportFormat format, const values::ItemImage& item);

// One item of an incremental export. Its images are null where there was no item.
struct ChangedItem {
    std::int64_t write_micros = 0;  // when it was last written to
    values::ItemImagePtr key;       // the key attributes and no others
    values::ItemImagePtr old_image = nullptr;
    values::ItemImagePtr new_image = nullptr;
};

// AWS: a deletion is told by the absence of NewImage.
void append_change_line(
    std::string& out, ExportFormat format, ExportView view, const ChangedItem& change
);

}  // namespace stator::protocol::formats::transfer
