// Copying a universe: every table and stream of all its regions, as they are at one moment.
//
// Images, index entries and stream records are shared, so a copy costs a tree of 16 bytes an item.
#pragma once

#include <memory>
#include <span>

#include "engine/base/instant.hpp"
#include "engine/catalog/catalog.hpp"

namespace stator::engine::universes {

// A region and the empty catalog, unknown to anybody else, that becomes its copy.
struct CatalogCopy {
    const catalog::Catalog& original;
    catalog::Catalog& copy;
};

// What copying asks for on the way.
struct CopyingHelp {
    // Called under all locks, for what must be of the same moment.
    std::function<void()> while_held;
    Instant now = {};
};

// Takes the locks of all catalogs, then those of all partitions, for as long as copying takes.
void copy_catalogs(std::span<const CatalogCopy> catalogs, const CopyingHelp& help);

}  // namespace stator::engine::universes
