// Copying a universe: every table and stream of all its regions, as they are at one moment.
//
// Images, index entries and stream records are shared, so a copy costs a 16-byte tree slot per
// item.
#pragma once

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
};

// Holds the locks of all catalogs and then of all partitions while it copies.
void copy_catalogs(std::span<const CatalogCopy> catalogs, const CopyingHelp& help);

}  // namespace stator::engine::universes
