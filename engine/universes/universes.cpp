#include "engine/universes/universes.hpp"

#include <utility>

namespace stator::engine::universes {

Universes::Universes(MakeUniverse make)
    : make_(std::move(make)), default_(make_("")), universes_{{"", default_}} {}

std::shared_ptr<Universe> Universes::find(const std::string& name, const MakeUniverse& make) {
    if (auto known = find_existing(name)) return known;
    const WriterLock lock(mutex_);
    auto& universe = universes_[name];
    if (universe == nullptr) universe = make(name);
    return universe;
}

std::shared_ptr<Universe> Universes::find_existing(const std::string& name) const {
    const ReaderLock lock(mutex_);
    const auto found = universes_.find(name);
    return found == universes_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<Universe>> Universes::all() const {
    std::vector<std::shared_ptr<Universe>> all;
    const ReaderLock lock(mutex_);
    for (const auto& [name, universe] : universes_) all.push_back(universe);
    return all;
}

std::vector<std::string> Universes::names() const {
    std::vector<std::string> names;
    const ReaderLock lock(mutex_);
    for (const auto& [name, universe] : universes_) names.push_back(name);
    return names;
}

std::vector<Region> Universes::regions(const std::string& universe) const {
    const auto found = find_existing(universe);
    return found == nullptr ? std::vector<Region>() : found->regions();
}

std::shared_ptr<Universe> Universes::add(const std::string& name, const MakeUniverse& make) {
    const WriterLock lock(mutex_);
    auto& universe = universes_[name];
    if (universe != nullptr) return nullptr;
    universe = make(name);
    return universe;
}

void Universes::remove(const std::shared_ptr<Universe>& universe) {
    const WriterLock lock(mutex_);
    const auto found = universes_.find(universe->name());
    if (found != universes_.end() && found->second == universe) universes_.erase(found);
}

}  // namespace stator::engine::universes
