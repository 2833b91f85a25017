// ClockRecord: stores a universe's clock setting in the data file, so that its time survives a
// restart. A durable section of one row, which exists only while the clock differs from system
// time.
//
// The contents of a universe do not include its clock: the caller that sets the clock records it.
// Thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/persistence/durable_section.hpp"

namespace stator::engine::universes {

// A setting as text. The clock's rate is stored in millionths.
std::string encode_clock(const ClockSetting& setting);
std::optional<ClockSetting> decode_clock(const std::string& text);

class ClockRecord final : public persistence::DurableSection {
public:
    static constexpr std::string_view kSection = "clock";

    // `clock` must outlive this.
    explicit ClockRecord(VirtualClock& clock) : clock_(clock) {}

    // The row for a universe with that clock setting. It has no value if the clock follows system
    // time.
    static persistence::EntryRow row(const std::string& universe, const ClockSetting& setting);

    std::string_view name() const override { return kSection; }

    bool adapt(persistence::EntryRow& row) const override;
    // Sets the clock.
    void restore(const persistence::EntryRow& row) override;

    std::vector<persistence::EntryRow> contents(std::string_view) const override { return {}; }

    std::vector<persistence::EntryRow> forget(std::string_view) override { return {}; }

    // Records the current setting, unless the data file already contains it. Settings are recorded
    // in the order in which they were made.
    JournalTicket record(const std::string& universe, persistence::Recorder& recorder);

    // Returns the row of a setting that becomes durable together with the universe's contents.
    // Empty if it is already recorded. No other setting is recorded until finish_replacing().
    std::vector<persistence::EntryRow> begin_replacing(const std::string& universe)
        STATOR_ACQUIRE(mutex_);
    void finish_replacing() STATOR_RELEASE(mutex_);

    // Call when the universe has been deleted: removes its row, and records nothing afterwards.
    void retire(const std::string& universe, persistence::Recorder& recorder);

private:
    VirtualClock& clock_;
    Mutex mutex_;  // locked before the clock and the journal's queue
    ClockSetting recorded_ STATOR_GUARDED_BY(mutex_);
    bool is_retired_ STATOR_GUARDED_BY(mutex_) = false;
};

}  // namespace stator::engine::universes
