// CatalogRef: the tables that a request works with, kept for as long as it does.
//
// A universe may be forgotten while requests are under way in it; what they hold stays. The default
// universe is never forgotten, so a request to it counts no references.
#pragma once

#include <memory>
#include <utility>

namespace stator::engine::catalog {

class Catalog;

class CatalogRef {
public:
    // Of a catalog that outlives the reference.
    explicit CatalogRef(Catalog& catalog) : catalog_(&catalog) {}

    explicit CatalogRef(std::shared_ptr<Catalog> catalog)
        : catalog_(catalog.get()), held_(std::move(catalog)) {}

    Catalog& operator*() const& { return *catalog_; }

    Catalog* operator->() const& { return catalog_; }

    // A reference that is gone at the end of the line keeps nothing.
    Catalog& operator*() const&& = delete;
    Catalog* operator->() const&& = delete;

private:
    Catalog* catalog_;
    std::shared_ptr<Catalog> held_;
};

}  // namespace stator::engine::catalog
