// Outbox: the records of a universe's tables that are queued for Kinesis data streams. A durable
// section: a record is added in the batch of its change and removed after it has been sent. So no
// record is lost, but the next process may send a record again.
//
// Thread-safe. Its lock comes after those of catalogs and partitions, before the journal's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/kinesis/outgoing.hpp"
#include "engine/persistence/durable_section.hpp"
#include "engine/stream/change_signal.hpp"

namespace stator::engine::kinesis {

class Outbox final : public persistence::DurableSection {
public:
    // Notifies `changes` when records can be sent. `changes` must outlive this object.
    Outbox(std::string universe, const stream::ChangeSignal& changes)
        : universe_(std::move(universe)), changes_(changes) {}

    // The reported time of a change made at `now`: unique, and ascending in the order of the calls
    // unless the clock is set back.
    std::int64_t next_microseconds(Instant now);

    // The row that makes a record durable.
    persistence::EntryRow row_of(const Outgoing& record) const;

    // Adds records whose rows are in the journal, under that ticket. Called under the locks of the
    // partitions of their items.
    void add(std::vector<Outgoing> records, JournalTicket ticket);

    // Counts a record that is too large for Kinesis.
    void note_too_large(const std::string& stream_arn);

    // The streams with queued records.
    std::vector<std::string> streams() const;

    // True if records are queued for that stream.
    bool has_waiting(const std::string& stream_arn) const;

    // The limits of a batch. The defaults are those of PutRecords, which accepts 5 MB including
    // partition keys.
    struct Limits {
        std::size_t records = 500;
        std::size_t bytes = std::size_t{9} << 19U;
        // Limits a batch to one record per item, because the sender cannot keep the order within a
        // batch.
        bool has_items_once = true;
        // Records whose changes are not yet durable must wait.
        JournalTicket durable = {UINT64_MAX};
        // The minimum delay between a change and sending its record. Null: no delay.
        std::function<std::int64_t(const Outgoing& record)> delay_ms = {};
        Instant now = {};
    };

    // The first records that may be sent, in order for each item. Empty while the contents are
    // being replaced.
    OutgoingBatch take(const std::string& stream_arn, const Limits& limits) const;

    // Removes the records of the batch that have been sent. Ignored if the universe has been
    // replaced since.
    void forget(
        const OutgoingBatch& batch,
        std::span<const OutgoingPtr> sent,
        persistence::Recorder& recorder
    );

    // Counts a failed attempt with that many failed records. The error is a sentence.
    void note_failure(
        const std::string& stream_arn, std::uint64_t records, std::string error, Instant now
    );

    // By stream ARN, for streams with queued or sent records.
    std::map<std::string, DeliveryFigures> figures() const;

    std::string_view name() const override { return "kinesis"; }

    bool adapt(persistence::EntryRow& row) const override;
    void restore(const persistence::EntryRow& row) override;
    std::vector<persistence::EntryRow> contents(std::string_view universe) const override;
    std::vector<persistence::EntryRow> forget(std::string_view universe) override;
    void finish_replacing(JournalTicket ticket) override;

private:
    // In the order of commits.
    using Queue = std::map<std::string, OutgoingPtr>;

    void insert(OutgoingPtr record) STATOR_REQUIRES(mutex_);
    std::vector<persistence::EntryRow> rows() const STATOR_REQUIRES(mutex_);

    const std::string universe_;
    const stream::ChangeSignal& changes_;
    mutable Mutex mutex_;
    std::uint64_t generation_ STATOR_GUARDED_BY(mutex_) = 0;
    // Journal ticket of the last replacement of the contents. nullopt while the replacement is
    // being written.
    std::optional<JournalTicket> replacement_ STATOR_GUARDED_BY(mutex_) = JournalTicket{};
    std::int64_t last_microseconds_ STATOR_GUARDED_BY(mutex_) = 0;
    // By stream ARN; no queue is empty.
    std::map<std::string, Queue> queues_ STATOR_GUARDED_BY(mutex_);
    std::map<std::string, DeliveryFigures> figures_ STATOR_GUARDED_BY(mutex_);
};

// The position in the order of commits, as Outgoing::key.
std::string outgoing_key(SequenceNumber commit, std::uint32_t ordinal);

}  // namespace stator::engine::kinesis
