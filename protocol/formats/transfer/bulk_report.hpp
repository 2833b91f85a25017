// The report of a bulk operation: what could not be put. Pure functions.
//
// Ours: AWS's documentation says what a report tells, its layout and its members are not known. It
// looks like an export, whose readers there are.
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

// Where an item of the input stands.
struct BulkPointer {
    std::string bucket;
    std::string key;
    std::int64_t item_index = 0;  // within its object, from 0
};

// Each appends one line with its end.
void append_bulk_error(std::string& out, const BulkPointer& pointer, std::string_view message);
// `existing` is null when there was no item.
void append_condition_failure(
    std::string& out,
    const BulkPointer& pointer,
    const values::ItemImage& item,
    const values::ItemImagePtr& existing
);

// A line of the manifest of files, with its end.
void append_report_file(std::string& out, BulkOutputType type, const DataFile& file);

// The summary of an operation that is over.
std::string report_summary(const BulkDescription& description, std::string_view files_key);

}  // namespace stator::protocol::formats::transfer
