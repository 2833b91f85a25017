// SnapshotOrigin: where the content of a snapshot's data file comes from. A durable section of one
// row, written when the snapshot is saved; a process that serves the snapshot leaves it alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/persistence/durable_section.hpp"

namespace stator::engine::universes {

struct Origin {
    std::string universe = {};  // "" is the default one
    Instant saved = {};         // by the machine's clock
    Instant time = {};          // the universe's at that moment
    std::string version = {};   // of the Stator that saved it

    friend bool operator==(const Origin&, const Origin&) = default;
};

// The row of a snapshot's data file. The universe that the row belongs to is the default one.
persistence::EntryRow origin_row(const Origin& origin);

class SnapshotOrigin final : public persistence::DurableSection {
public:
    static constexpr std::string_view kSection = "origin";

    // What the row says, if it is one.
    static std::optional<Origin> decode(const persistence::EntryRow& row);

    std::string_view name() const override { return kSection; }

    bool adapt(persistence::EntryRow& row) const override { return decode(row).has_value(); }

    void restore(const persistence::EntryRow&) override {}

    std::vector<persistence::EntryRow> contents(std::string_view) const override { return {}; }

    std::vector<persistence::EntryRow> forget(std::string_view) override { return {}; }
};

}  // namespace stator::engine::universes
