// Universes: sets of tables in one process, isolated from each other.
//
// A universe is one catalog for each region in use. The default universe, "", always exists and its
// catalogs live as long as this object; those of another one live until it is deleted and the last
// request that works in it has ended. Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/catalog/catalog.hpp"

namespace stator::engine::universes {

// One region of one universe.
struct Region {
    Place place;
    std::shared_ptr<catalog::Catalog> catalog;
};

class Universes {
public:
    using MakeCatalog = std::function<std::shared_ptr<catalog::Catalog>(const Place& place)>;

    explicit Universes(MakeCatalog make) : make_(std::move(make)), names_{""} {}

    // The place's catalog. Region and universe are created on first use.
    std::shared_ptr<catalog::Catalog> find(const Place& place);

    // The same without counting a reference. Precondition: the place is in the default universe.
    catalog::Catalog& find_default(const Place& place);

    // In place order.
    std::vector<Region> regions() const;
    std::vector<Region> regions(const std::string& universe) const;

    std::vector<std::string> names() const;
    bool exists(const std::string& universe) const;

    // False when a universe of that name exists.
    bool add(const std::string& universe);

    // Drops the universe, which must not be the default one.
    void remove(const std::string& universe);

private:
    const MakeCatalog make_;
    mutable SharedMutex mutex_;
    std::set<std::string> names_ STATOR_GUARDED_BY(mutex_);
    std::map<Place, std::shared_ptr<catalog::Catalog>> catalogs_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::universes
