// Reads an import's objects, which takes long. Holds only a piece of an object and, for each
// thread, some batches of 256 KB and the items of one batch.
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

// The target of an import's items.
struct ImportSurroundings {
    ObjectStore* store = nullptr;  // null if S3 is not configured
    // The attribute definitions of the table.
    std::vector<values::AttributeDefinition> definitions = {};
    // Both functions are called by several threads at the same time. Error: why the item is not
    // valid for the table.
    std::function<Result<write::WriteIntent>(values::MutableItemImagePtr item)> intent_of = {};
    std::function<Result<void>(const write::WriteIntent& intent)> put = {};
    // Number of threads that put items. AWS does not specify which of two items with the same key
    // remains.
    std::size_t threads = 1;
    // Receives one line of the error log.
    std::function<void(const std::string& line)> log_error = {};
    // Polled during the import. Returns false to stop it.
    std::function<bool()> goes_on = {};
};

// The result of an import.
struct ImportResult {
    protocol::formats::transfer::ImportCounts counts = {};
    // Set if no object could be read.
    std::optional<StoreError> failure = {};
    bool was_left = false;
};

ImportResult run_import(
    const ImportSurroundings& surroundings,
    const protocol::formats::transfer::ImportDescription& description
);

}  // namespace stator::engine::transfer
