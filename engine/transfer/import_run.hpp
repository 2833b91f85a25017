// Reads an import's objects: what takes long of it. Holds no more of them than a piece and, for
// each of its threads, some batches of 256 KB and the items of one of them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/transfer/object_store.hpp"
#include "engine/write/intent.hpp"
#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/import.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::engine::transfer {

// Where an import's items go.
struct ImportSurroundings {
    ObjectStore* store = nullptr;  // without one there are no buckets
    // Of the table.
    std::vector<values::AttributeDefinition> definitions = {};
    // Both are called by several threads at once. Error: why this is no item of the table.
    std::function<Result<write::WriteIntent>(values::MutableItemImagePtr item)> intent_of = {};
    std::function<Result<void>(const write::WriteIntent& intent)> put = {};
    // How many threads put items; AWS leaves open which of two items with one key stays.
    std::size_t threads = 1;
    // A line of the log of errors.
    std::function<void(const std::string& line)> log_error = {};
    // Asked from time to time; false when the import is to be left as it is.
    std::function<bool()> goes_on = {};
};

// What came of it.
struct ImportResult {
    protocol::formats::transfer::ImportCounts counts = {};
    // No object could be read.
    std::optional<StoreError> failure = {};
    bool was_left = false;
};

ImportResult run_import(
    const ImportSurroundings& surroundings,
    const protocol::formats::transfer::ImportDescription& description
);

}  // namespace stator::engine::transfer
