// Copying a universe: every table and stream of all its regions, as they are at one moment.
//
// Images, index entries and stream records are shared, and so are the runs of slots of the trees:
// the first write to a run copies it, 16 bytes an item.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "engine/base/instant.hpp"
#include "engine/catalog/catalog.hpp"

namespace stator::engine::universes {

// A region and the empty catalog, not yet visible to anyone else, that becomes its copy.
struct CatalogCopy {
    const catalog::Catalog& original;
    catalog::Catalog& copy;
};

// What copying calls on the way.
struct CopyingHelp {
    // Called under all locks, for whatever must be from the same moment.
    std::function<void()> while_held;
    Instant now = {};
    // Called under all locks in the end, with what says in the data file which table and which
    // stream is a copy of which; may be empty.
    std::function<void(persistence::ChangeBatch copies)> made = {};
};

// Holds the locks of all catalogs and then of all partitions while it copies.
void copy_catalogs(std::span<const CatalogCopy> catalogs, const CopyingHelp& help);

}  // namespace stator::engine::universes
