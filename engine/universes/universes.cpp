#include "engine/universes/universes.hpp"

namespace stator::engine::universes {

std::shared_ptr<catalog::Catalog> Universes::find(const Place& place) {
    {
        const ReaderLock lock(mutex_);
        const auto found = catalogs_.find(place);
        if (found != catalogs_.end()) return found->second;
    }
    const WriterLock lock(mutex_);
    auto& catalog = catalogs_[place];
    if (catalog == nullptr) {
        catalog = make_(place);
        names_.insert(place.universe);
    }
    return catalog;
}

catalog::Catalog& Universes::find_default(const Place& place) {
    {
        const ReaderLock lock(mutex_);
        const auto found = catalogs_.find(place);
        if (found != catalogs_.end()) return *found->second;
    }
    return *find(place);
}

std::vector<Region> Universes::regions() const {
    std::vector<Region> regions;
    const ReaderLock lock(mutex_);
    for (const auto& [place, catalog] : catalogs_) regions.push_back({place, catalog});
    return regions;
}

std::vector<Region> Universes::regions(const std::string& universe) const {
    std::vector<Region> regions;
    const ReaderLock lock(mutex_);
    for (auto entry = catalogs_.lower_bound(Place{universe, ""});
         entry != catalogs_.end() && entry->first.universe == universe;
         ++entry) {
        regions.push_back({entry->first, entry->second});
    }
    return regions;
}

std::vector<std::string> Universes::names() const {
    const ReaderLock lock(mutex_);
    return {names_.begin(), names_.end()};
}

bool Universes::exists(const std::string& universe) const {
    const ReaderLock lock(mutex_);
    return names_.contains(universe);
}

bool Universes::add(const std::string& universe) {
    const WriterLock lock(mutex_);
    return names_.insert(universe).second;
}

void Universes::remove(const std::string& universe) {
    const WriterLock lock(mutex_);
    std::erase_if(catalogs_, [&](const auto& entry) { return entry.first.universe == universe; });
    names_.erase(universe);
}

}  // namespace stator::engine::universes
