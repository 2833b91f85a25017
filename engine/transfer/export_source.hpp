// ExportSource: the input of an export, either a table at one point in time or the changes between
// two. It is immutable, and shares all images with the table.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/table/table.hpp"
#include "protocol/formats/transfer/export.hpp"
#include "protocol/formats/transfer/export_lines.hpp"

namespace stator::engine::transfer {

struct ExportSource {
    // Set for a full export: a private copy of the table.
    std::shared_ptr<const table::Table> table = nullptr;

    // Set for an incremental export: the changes in order of key hash.
    struct Change {
        std::uint64_t hash = 0;
        protocol::formats::transfer::ChangedItem item;
    };

    std::vector<Change> changes = {};
    // The last hash of each data object, ascending; the final one is the highest possible hash.
    std::vector<std::uint64_t> last_hashes = {};
};

// Returns null if the table's history does not reach back to the requested time.
std::shared_ptr<const ExportSource> export_source(
    const std::shared_ptr<const table::Table>& table,
    const protocol::formats::transfer::ExportSpecification& specification,
    Instant now
);

}  // namespace stator::engine::transfer
