// Locks several catalogs of one universe together. Used only by the catalog's own sources.
#pragma once

#include <algorithm>
#include <cassert>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/catalog/catalog.hpp"
#include "engine/catalog/replica_changes.hpp"

namespace stator::engine::catalog {

// Locks each catalog once, in the order of regions. Clang cannot track a list of locks, so code
// that uses one of the catalogs calls covers(), which asserts that the list contains it.
class Catalog::AllHeld {
public:
    explicit AllHeld(std::vector<Catalog*> catalogs) : catalogs_(std::move(catalogs)) {
        std::ranges::sort(catalogs_, {}, [](const Catalog* one) -> const std::string& {
            return one->settings_.place.region;
        });
        catalogs_.erase(std::unique(catalogs_.begin(), catalogs_.end()), catalogs_.end());
        locks_.reserve(catalogs_.size());
        for (Catalog* catalog : catalogs_) locks_.emplace_back(catalog->mutex_);
    }

    void covers(const Catalog& catalog) const STATOR_ASSERTS_HELD(catalog.mutex_) {
        assert(has(catalog));
        static_cast<void>(catalog);
    }

    void covers(const ReplicaPlace& place) const
        STATOR_ASSERTS_HELD(place.source.mutex_, place.target.mutex_) {
        assert(has(place.source) && has(place.target));
        static_cast<void>(place);
    }

private:
    bool has(const Catalog& catalog) const {
        return std::ranges::find(catalogs_, &catalog) != catalogs_.end();
    }

    std::vector<Catalog*> catalogs_;
    std::vector<std::unique_lock<SharedMutex>> locks_;
};

}  // namespace stator::engine::catalog
