#include "emulator/integrations/triggers/board.hpp"

#include <algorithm>
#include <utility>

namespace stator::emulator::integrations::triggers {

Mappings TriggerBoard::mappings() const {
    const engine::MutexLock lock(mutex_);
    return mappings_;
}

std::uint64_t TriggerBoard::version() const {
    const engine::MutexLock lock(mutex_);
    return version_;
}

void TriggerBoard::replace(Mappings mappings) {
    const engine::MutexLock lock(mutex_);
    mappings_ = std::move(mappings);
    ++version_;
    for (auto at = states_.begin(); at != states_.end();) {
        at = has(at->first) ? std::next(at) : states_.erase(at);
    }
    for (auto at = pasts_.begin(); at != pasts_.end();) {
        at = has(at->first) ? std::next(at) : pasts_.erase(at);
    }
}

bool TriggerBoard::has(const std::string& name) const {
    return std::ranges::any_of(mappings_, [&](const MappingPtr& mapping) {
        return mapping->name == name;
    });
}

std::optional<MappingState> TriggerBoard::state(const std::string& name) const {
    const engine::MutexLock lock(mutex_);
    const auto found = states_.find(name);
    if (found == states_.end()) return std::nullopt;
    return found->second;
}

void TriggerBoard::publish(const std::string& name, MappingState state) {
    const engine::MutexLock lock(mutex_);
    states_[name] = std::move(state);
}

void TriggerBoard::note_deliveries(const std::string& name, std::vector<Delivery> deliveries) {
    if (deliveries.empty()) return;
    const engine::MutexLock lock(mutex_);
    if (!has(name)) return;
    Past& past = pasts_[name];
    for (Delivery& delivery : deliveries) {
        delivery.number = ++past.last_number;
        past.latest.push_back(std::move(delivery));
        if (past.latest.size() > kDeliveries) past.latest.pop_front();
    }
}

void TriggerBoard::forget_deliveries(const std::string& name) {
    const engine::MutexLock lock(mutex_);
    pasts_.erase(name);
}

std::optional<std::vector<Delivery>> TriggerBoard::deliveries(const std::string& name) const {
    const engine::MutexLock lock(mutex_);
    if (!has(name)) return std::nullopt;
    const auto found = pasts_.find(name);
    if (found == pasts_.end()) return std::vector<Delivery>();
    return std::vector<Delivery>(found->second.latest.begin(), found->second.latest.end());
}

void TriggerBoard::note_seen(std::uint64_t changes, std::uint64_t generation) {
    const engine::MutexLock lock(mutex_);
    seen_ = changes;
    seen_generation_ = generation;
}

bool TriggerBoard::has_seen(std::uint64_t changes, std::uint64_t generation) const {
    const engine::MutexLock lock(mutex_);
    return seen_generation_ == generation && seen_ >= changes;
}

}  // namespace stator::emulator::integrations::triggers
