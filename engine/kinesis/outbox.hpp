// Outbox: what a universe's tables have still to send to Kinesis data streams. A durable section: a
// record is added in the batch of the change that it is about, and removed once it has been sent,
// so that none is lost, and one that was sent may be sent again by the next process.
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
    // `changes` rings when there is something to send; it outlives this object.
    Outbox(std::string universe, const stream::ChangeSignal& changes)
        : universe_(std::move(universe)), changes_(changes) {}

    // When a change of that time is said to have been made: never twice the same, in the order of
    // the calls, as long as time does not go back.
    std::int64_t next_microseconds(Instant now);

    // The row that makes a record durable.
    persistence::EntryRow row_of(const Outgoing& record) const;

    // Records whose rows are in the journal, under that ticket. Called under the locks of the
    // partitions of their items.
    void add(std::vector<Outgoing> records, JournalTicket ticket);

    // A record that Kinesis takes in no case.
    void note_too_large(const std::string& stream_arn);

    // The streams for which something waits.
    std::vector<std::string> streams() const;

    // Whether something waits for that stream.
    bool has_waiting(const std::string& stream_arn) const;

    // Those of PutRecords, which takes 5 MB with partition keys, unless other ones are given.
    struct Limits {
        std::size_t records = 500;
        std::size_t bytes = std::size_t{9} << 19U;
        // No two records of an item: who sends them cannot keep their order within a batch.
        bool has_items_once = true;
        // Records whose changes are not durable so far have to wait.
        JournalTicket durable = {UINT64_MAX};
        // How long after its change a record is sent at the soonest; null for at once.
        std::function<std::int64_t(const Outgoing& record)> delay_ms = {};
        Instant now = {};
    };

    // The first ones that may be sent, never one in front of another of its item; none while all
    // are being replaced.
    OutgoingBatch take(const std::string& stream_arn, const Limits& limits) const;

    // These of the batch have been sent. Nothing happens when the universe has been replaced since.
    void forget(
        const OutgoingBatch& batch,
        std::span<const OutgoingPtr> sent,
        persistence::Recorder& recorder
    );

    // An attempt has failed, with so many records; the error is a sentence.
    void note_failure(
        const std::string& stream_arn, std::uint64_t records, std::string error, Instant now
    );

    // By the streams' ARNs: those for which something waits or has been sent.
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
    // What came in place of another content is durable with it; nothing while that is on its way to
    // the journal.
    std::optional<JournalTicket> replacement_ STATOR_GUARDED_BY(mutex_) = JournalTicket{};
    std::int64_t last_microseconds_ STATOR_GUARDED_BY(mutex_) = 0;
    // By the streams' ARNs; none is empty.
    std::map<std::string, Queue> queues_ STATOR_GUARDED_BY(mutex_);
    std::map<std::string, DeliveryFigures> figures_ STATOR_GUARDED_BY(mutex_);
};

// The place in the order of commits, as Outgoing::key.
std::string outgoing_key(SequenceNumber commit, std::uint32_t ordinal);

}  // namespace stator::engine::kinesis
