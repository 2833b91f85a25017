// SeedRecord: stores the seed that the user gave to a universe in the data file. A durable section
// of one row, which exists only while the universe has such a seed.
//
// Copies and snapshots do not include the seed: code that replaces a universe's contents or seed
// must record it again. Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/persistence/durable_section.hpp"

namespace stator::engine::universes {

class SeedRecord final : public persistence::DurableSection {
public:
    std::string_view name() const override { return "seed"; }

    bool adapt(persistence::EntryRow& row) const override;
    void restore(const persistence::EntryRow& row) override;

    std::vector<persistence::EntryRow> contents(std::string_view) const override { return {}; }

    std::vector<persistence::EntryRow> forget(std::string_view universe) override;

    // The seed in the data file, or nullopt.
    std::optional<std::uint64_t> recorded() const;

    // Records `seed`, unless the data file already contains it.
    JournalTicket record(
        const std::string& universe,
        std::optional<std::uint64_t> seed,
        persistence::Recorder& recorder
    );

private:
    mutable Mutex mutex_;  // locked before the journal's queue
    std::optional<std::uint64_t> recorded_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::universes
