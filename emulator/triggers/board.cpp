#include "emulator/triggers/board.hpp"

#include <algorithm>
#include <utility>

namespace stator::emulator::triggers {

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
    std::erase_if(states_, [this](const auto& entry) {
        return std::ranges::none_of(mappings_, [&](const MappingPtr& mapping) {
            return mapping->name == entry.first;
        });
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

void TriggerBoard::note_seen(engine::SequenceNumber seen) {
    const engine::MutexLock lock(mutex_);
    seen_ = seen;
}

engine::SequenceNumber TriggerBoard::seen() const {
    const engine::MutexLock lock(mutex_);
    return seen_;
}

}  // namespace stator::emulator::triggers
