// Several catalogs of one universe held together. For the catalog's own sources.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "engine/catalog/catalog.hpp"

namespace stator::engine::catalog {

// Locks each of them once, in the order of their regions.
class Catalog::AllHeld {
public:
    explicit AllHeld(std::vector<Catalog*> catalogs) STATOR_NO_ANALYSIS {
        std::ranges::sort(catalogs, {}, [](const Catalog* one) -> const std::string& {
            return one->settings_.place.region;
        });
        catalogs.erase(std::unique(catalogs.begin(), catalogs.end()), catalogs.end());
        for (Catalog* catalog : catalogs) locks_.emplace_back(catalog->mutex_);
    }

private:
    std::vector<std::unique_lock<SharedMutex>> locks_;
};

}  // namespace stator::engine::catalog
