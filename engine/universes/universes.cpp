#include "engine/universes/universes.hpp"

namespace stator::engine::universes {

std::shared_ptr<catalog::Catalog> Universes::find(
    const std::string& universe, const std::string& region
) {
    const Key key(universe, region);
    {
        const ReaderLock lock(mutex_);
        const auto found = catalogs_.find(key);
        if (found != catalogs_.end()) return found->second;
    }
    const WriterLock lock(mutex_);
    auto& catalog = catalogs_[key];
    if (catalog == nullptr) {
        catalog = make_(universe, region);
        names_.insert(universe);
    }
    return catalog;
}

catalog::Catalog& Universes::find_default(const std::string& region) {
    const Key key(std::string(), region);
    {
        const ReaderLock lock(mutex_);
        const auto found = catalogs_.find(key);
        if (found != catalogs_.end()) return *found->second;
    }
    return *find("", region);
}

std::vector<Region> Universes::regions() const {
    std::vector<Region> regions;
    const ReaderLock lock(mutex_);
    for (const auto& [key, catalog] : catalogs_) {
        regions.push_back({key.first, key.second, catalog});
    }
    return regions;
}

std::vector<Region> Universes::regions(const std::string& universe) const {
    std::vector<Region> regions;
    const ReaderLock lock(mutex_);
    for (auto entry = catalogs_.lower_bound(Key(universe, ""));
         entry != catalogs_.end() && entry->first.first == universe;
         ++entry) {
        regions.push_back({universe, entry->first.second, entry->second});
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
    std::erase_if(catalogs_, [&](const auto& entry) { return entry.first.first == universe; });
    names_.erase(universe);
}

}  // namespace stator::engine::universes
