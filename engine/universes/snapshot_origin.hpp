// SnapshotOrigin: the origin of a snapshot's contents. A durable section of one row, written when
// the snapshot is saved. A process that serves the snapshot does not change it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/persistence/durable_section.hpp"

namespace stator::engine::universes {

struct Origin {
    std::string universe = {};  // "" is the default universe
    Instant saved = {};         // system time
    Instant time = {};          // the universe's time at that moment
    std::string version = {};   // of the Stator that saved it

    friend bool operator==(const Origin&, const Origin&) = default;
};

// The row of a snapshot's data file. It belongs to the default universe.
persistence::EntryRow origin_row(const Origin& origin);

class SnapshotOrigin final : public persistence::DurableSection {
public:
    static constexpr std::string_view kSection = "origin";

    // Decodes the row, or returns nullopt if it is not valid.
    static std::optional<Origin> decode(const persistence::EntryRow& row);

    std::string_view name() const override { return kSection; }

    bool adapt(persistence::EntryRow& row) const override { return decode(row).has_value(); }

    void restore(const persistence::EntryRow&) override {}

    std::vector<persistence::EntryRow> contents(std::string_view) const override { return {}; }

    std::vector<persistence::EntryRow> forget(std::string_view) override { return {}; }
};

}  // namespace stator::engine::universes
