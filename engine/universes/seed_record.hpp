// SeedRecord: keeps the seed that was given to a universe in the data file. A durable section of
// one row, which is there while the universe has such a seed.
//
// The seed is not part of what a copy or a snapshot brings along: whoever replaces the contents of
// a universe, or its seed, has it recorded. Thread-safe.
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

    // What the data file has.
    std::optional<std::uint64_t> recorded() const;

    // Records that seed, unless it is recorded already.
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
