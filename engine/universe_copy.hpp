// Copying a universe: every table and stream of all its regions, as they are at one moment.
//
// Images, index entries and stream records are shared, so a copy costs a tree of 16 bytes an item.
#pragma once

#include <memory>
#include <span>

#include "engine/catalog.hpp"

namespace stator::engine {

// A region and the empty catalog, unknown to anybody else, that becomes its copy.
struct CatalogCopy {
    const Catalog& original;
    Catalog& copy;
};

// Takes the locks of all catalogs, then those of all partitions, for as long as copying takes.
// `next_number` makes numbers no table has had.
void copy_catalogs(
    std::span<const CatalogCopy> catalogs,
    const std::function<TableNumber()>& next_number,
    std::int64_t now_ms
);

}  // namespace stator::engine
