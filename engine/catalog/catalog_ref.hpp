// CatalogRef: the tables a request works with, kept alive for as long as the request.
//
// A universe may be deleted while requests are using it; what they hold stays alive. The default
// universe is never deleted, so requests to it count no references.
#pragma once

#include <memory>
#include <utility>

namespace stator::engine::catalog {

class Catalog;

class CatalogRef {
public:
    // Refers to a catalog that outlives the reference.
    explicit CatalogRef(Catalog& catalog) : catalog_(&catalog) {}

    explicit CatalogRef(std::shared_ptr<Catalog> catalog)
        : catalog_(catalog.get()), held_(std::move(catalog)) {}

    Catalog& operator*() const& { return *catalog_; }

    Catalog* operator->() const& { return catalog_; }

    // A temporary reference would keep nothing alive.
    Catalog& operator*() const&& = delete;
    Catalog* operator->() const&& = delete;

private:
    Catalog* catalog_;
    std::shared_ptr<Catalog> held_;
};

}  // namespace stator::engine::catalog
