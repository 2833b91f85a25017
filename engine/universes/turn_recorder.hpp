// TurnRecorder: makes the entries of a universe's durable sections durable, turn by turn. A turn
// ends when all contents of the universe are replaced. Thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/consistency/consistency.hpp"
#include "engine/persistence/durable_section.hpp"
#include "engine/universes/shared_services.hpp"

namespace stator::engine::universes {

class TurnRecorder final : public persistence::Recorder {
public:
    // Both must outlive this.
    TurnRecorder(SharedServices& shared, const consistency::Consistency& consistency)
        : shared_(shared), consistency_(consistency) {}

    // Records nothing after close().
    JournalTicket record(std::vector<persistence::EntryRow> rows) override;

    // Like record(), but does nothing if that turn has ended.
    JournalTicket record_in(std::uint64_t turn, std::vector<persistence::EntryRow> rows);

    // Makes a batch durable whose changes are not entries of a section.
    JournalTicket append(persistence::ChangeBatch batch);

    // Makes the batch that replaces all contents durable, and begins the next turn at the same
    // position in the journal.
    JournalTicket begin_turn(persistence::ChangeBatch batch);

    std::uint64_t turn() const;

    // Call before the universe is deleted.
    void close();

private:
    JournalTicket append_rows(std::vector<persistence::EntryRow> rows) STATOR_REQUIRES(mutex_);

    SharedServices& shared_;
    const consistency::Consistency& consistency_;
    // Held while a batch is passed to the journal. Only the journal's lock is acquired after it.
    mutable Mutex mutex_;
    std::uint64_t turn_ STATOR_GUARDED_BY(mutex_) = 1;
    bool is_closed_ STATOR_GUARDED_BY(mutex_) = false;
};

}  // namespace stator::engine::universes
