#include "engine/universes/seed_record.hpp"

#include <utility>

#include "protocol/base/number_text.hpp"

namespace stator::engine::universes {
namespace {

persistence::EntryRow seed_row(const std::string& universe, std::optional<std::uint64_t> seed) {
    persistence::EntryRow row{"seed", {universe, ""}, "given", std::nullopt, {}};
    if (seed) row.value = std::to_string(*seed);
    return row;
}

std::optional<std::uint64_t> seed_of(const persistence::EntryRow& row) {
    return protocol::parse_number<std::uint64_t>(row.value.value_or(""));
}

}  // namespace

bool SeedRecord::adapt(persistence::EntryRow& row) const {
    return seed_of(row).has_value();
}

void SeedRecord::restore(const persistence::EntryRow& row) {
    const MutexLock lock(mutex_);
    recorded_ = seed_of(row);
}

std::vector<persistence::EntryRow> SeedRecord::forget(std::string_view universe) {
    const MutexLock lock(mutex_);
    if (!std::exchange(recorded_, std::nullopt)) return {};
    return {seed_row(std::string(universe), std::nullopt)};
}

std::optional<std::uint64_t> SeedRecord::recorded() const {
    const MutexLock lock(mutex_);
    return recorded_;
}

JournalTicket SeedRecord::record(
    const std::string& universe, std::optional<std::uint64_t> seed, persistence::Recorder& recorder
) {
    const MutexLock lock(mutex_);
    if (seed == recorded_) return {};
    recorded_ = seed;
    return recorder.record({seed_row(universe, seed)});
}

}  // namespace stator::engine::universes
