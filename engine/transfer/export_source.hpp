// What an export reads: a table as it was at a moment, or what was changed between two moments. It
// never changes, and shares all images with the table.
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
    // Of a full export: nobody else has it.
    std::shared_ptr<const table::Table> table = nullptr;

    // Of an incremental one, by their hashes.
    struct Change {
        std::uint64_t hash = 0;
        protocol::formats::transfer::ChangedItem item;
    };

    std::vector<Change> changes = {};
    // The last hash of each data object; the last of all is the highest that there is.
    std::vector<std::uint64_t> last_hashes = {};
};

// Null when the table's history does not lead back to there.
std::shared_ptr<const ExportSource> export_source(
    const std::shared_ptr<const table::Table>& table,
    const protocol::formats::transfer::ExportSpecification& specification,
    Instant now
);

}  // namespace stator::engine::transfer
