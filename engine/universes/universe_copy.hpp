// Copying a universe: all tables and streams of all its regions, at one point in time.
//
// Images, index entries, stream records and the trees' runs of slots are shared. The first write to
// a run copies it, 16 bytes per item.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "engine/base/instant.hpp"
#include "engine/catalog/catalog.hpp"

namespace stator::engine::universes {

// A region, and the empty catalog that becomes its copy. No other thread sees that catalog yet.
struct CatalogCopy {
    const catalog::Catalog& original;
    catalog::Catalog& copy;
};

// Callbacks of a copy.
struct CopyingHelp {
    // Called with all locks held, to capture other state of the same moment.
    std::function<void()> while_held;
    Instant now = {};
    // Called last, with all locks held. `copies` records the origin of each copied table and stream
    // in the data file. May be empty.
    std::function<void(persistence::ChangeBatch copies)> made = {};
};

// Copies while holding the locks of all catalogs and then of all partitions.
void copy_catalogs(std::span<const CatalogCopy> catalogs, const CopyingHelp& help);

}  // namespace stator::engine::universes
