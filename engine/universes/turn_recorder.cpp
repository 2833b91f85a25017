#include "engine/universes/turn_recorder.hpp"

#include <utility>

namespace stator::engine::universes {

// Does not consume a sequence number, because storing data must not change how commits are
// numbered.
JournalTicket TurnRecorder::append(persistence::ChangeBatch batch) {
    if (shared_.journal == nullptr) return {};
    batch.sequence = consistency_.last_sequence();
    return persistence::append_in_parts(*shared_.journal, std::move(batch));
}

JournalTicket TurnRecorder::append_rows(std::vector<persistence::EntryRow> rows) {
    if (is_closed_ || rows.empty()) return {};
    persistence::ChangeBatch batch;
    batch.entries = std::move(rows);
    return append(std::move(batch));
}

JournalTicket TurnRecorder::record(std::vector<persistence::EntryRow> rows) {
    const MutexLock lock(mutex_);
    return append_rows(std::move(rows));
}

JournalTicket TurnRecorder::record_in(std::uint64_t turn, std::vector<persistence::EntryRow> rows) {
    const MutexLock lock(mutex_);
    return turn == turn_ ? append_rows(std::move(rows)) : JournalTicket();
}

JournalTicket TurnRecorder::begin_turn(persistence::ChangeBatch batch) {
    const MutexLock lock(mutex_);
    ++turn_;
    return append(std::move(batch));
}

std::uint64_t TurnRecorder::turn() const {
    const MutexLock lock(mutex_);
    return turn_;
}

void TurnRecorder::close() {
    const MutexLock lock(mutex_);
    is_closed_ = true;
}

}  // namespace stator::engine::universes
