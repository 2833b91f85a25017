// The report of a bulk operation: the items that could not be put. Pure functions.
//
// The format is Stator's own: AWS documents the contents of a report, but not its layout and
// members. It resembles an export, so that existing readers of exports can be used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/formats/transfer/bulk_operation.hpp"
#include "protocol/formats/transfer/manifest.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::protocol::formats::transfer {

enum class BulkOutputType : unsigned char { Error, ConditionCheckFailure };

constexpr values::TextsTo<BulkOutputType::ConditionCheckFailure> texts_of(BulkOutputType) {
    return {"ERROR", "CONDITION_CHECK_FAILURE"};
}

// The position of an item in the input.
struct BulkPointer {
    std::string bucket;
    std::string key;
    std::int64_t item_index = 0;  // within its object, starting at 0
};

// Both functions append one line, including its line end.
void append_bulk_error(std::string& out, const BulkPointer& pointer, std::string_view message);
// `existing` is null if there was no item.
void append_condition_failure(
    std::string& out,
    const BulkPointer& pointer,
    const values::ItemImage& item,
    const values::ItemImagePtr& existing
);

// Appends one line of the manifest of files, including its line end.
void append_report_file(std::string& out, BulkOutputType type, const DataFile& file);

// Returns the summary of a finished operation.
std::string report_summary(const BulkDescription& description, std::string_view files_key);

}  // namespace stator::protocol::formats::transfer
