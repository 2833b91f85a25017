// MappingRecord: stores a universe's event source mappings in the data file, as a text that the
// engine does not parse. A durable section of one row, which exists once mappings have been set.
//
// Mappings are settings, not contents: a copy or a reset of the universe does not replace them. The
// caller that sets them also records them. Thread-safe. Its lock comes before the journal's.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/persistence/durable_section.hpp"

namespace stator::engine::triggers {

class MappingRecord final : public persistence::DurableSection {
public:
    explicit MappingRecord(std::string universe) : universe_(std::move(universe)) {}

    // nullopt if mappings have never been set.
    std::optional<std::string> text() const;

    // nullopt: as if mappings had never been set. Returns the journal's ticket.
    JournalTicket record(std::optional<std::string> text, persistence::Recorder& recorder);

    std::string_view name() const override { return "trigger_mappings"; }

    bool adapt(persistence::EntryRow& row) const override { return row.value.has_value(); }

    void restore(const persistence::EntryRow& row) override;

    std::vector<persistence::EntryRow> contents(std::string_view) const override { return {}; }

    std::vector<persistence::EntryRow> forget(std::string_view) override { return {}; }

private:
    const std::string universe_;
    mutable Mutex mutex_;
    std::optional<std::string> text_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::triggers
