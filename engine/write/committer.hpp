// Committer: the only code that changes items.
//
// lock → find the old images → check → next images → derive effects → install → journal.
// Thread-safe; takes partition locks in ascending order, those of tables before those of indexes.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/deadlines.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/request_context.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/consistency/consistency.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/storage/partition.hpp"
#include "engine/stream/adversity_switch.hpp"
#include "engine/stream/change_signal.hpp"
#include "engine/transactions/transaction_register.hpp"
#include "engine/write/follower.hpp"
#include "engine/write/intent.hpp"
#include "engine/write/preparation.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/consumed_capacity.hpp"

namespace stator::engine::write {

// The result of a write.
struct WriteOutcome {
    values::ItemImagePtr old_image;  // null when there was no item
    values::ItemImagePtr new_image;  // null when no item is left
    requests::Consumption consumption;
};

// The same table in other regions, for a write that is made in several of them at once.
struct Elsewhere {
    std::function<std::shared_ptr<table::Table>(std::string_view region, std::string_view table)>
        find_table;
    // Brings the members what is on its way to them.
    std::function<void(replication::GlobalTable& group, Instant now)> catch_up;
};

class Committer {
public:
    // What a committer works with. `journal` may be null; nothing is durable then.
    struct Surroundings {
        consistency::Consistency& consistency;
        transactions::TransactionRegister& transactions;
        Deadlines& deadlines;
        capacity::Throughput& throughput;
        const stream::AdversitySwitch& stream_adversity;
        // Noted when a stream has grown.
        stream::ChangeCount& changes;
        // In the order in which they are called.
        std::vector<Follower*> followers;
        // How long an expired item stays.
        std::int64_t time_to_live_delay_ms = 0;
        persistence::Journal* journal = nullptr;
        Elsewhere elsewhere = {};
    };

    explicit Committer(const Surroundings& surroundings) : around_(surroundings) {}

    // Applies the intent, or nothing. Sets the outcome's journal ticket.
    // Errors: those of prepare_write(); TransactionConflictException while a transaction works on
    // the item; the throughput exceptions; InternalServerError while the disk refuses writes.
    Result<WriteOutcome> apply(
        const WriteIntent& intent, const faults::WatchedContext& context, RequestOutcome& outcome
    );

    // Applies all intents as one commit, visible and durable as a whole, or none of them. No two
    // may be about one item. Sets the outcome's journal ticket.
    // Errors: TransactionCanceledException with a reason for each intent (those of prepare_write(),
    // TransactionConflict); InternalServerError while the disk refuses writes. `token` may be
    // empty. It becomes durable together with the transaction, and learns of the commit under the
    // same locks.
    struct TokenKeeper {
        std::function<std::optional<persistence::EntryRow>(std::span<const WriteOutcome>)> make;
        std::function<void(JournalTicket journal_ticket)> committed;
    };

    Result<std::vector<WriteOutcome>> apply_transaction(
        std::span<const WriteIntent> intents,
        const faults::WatchedContext& context,
        RequestOutcome& outcome,
        const TokenKeeper& token = {}
    );

private:
    // Applies the write of a table with strong consistency, in every region that can be reached
    // (strong_writes.cpp).
    Result<WriteOutcome> apply_everywhere(
        const WriteIntent& intent, const faults::WatchedContext& context, RequestOutcome& outcome
    );
    struct StrongWrite;
    // The same, once; nothing when something changed on the way.
    Result<std::optional<WriteOutcome>> try_everywhere(
        const StrongWrite& write, const faults::WatchedContext& context, RequestOutcome& outcome
    );
    // Prepares its parts in the other regions, behind its own.
    Result<void> prepare_elsewhere(
        const StrongWrite& write,
        std::vector<WriteIntent>& intents,
        std::vector<PreparedWrite>& prepared
    );
    // Prepares the intent under its partition's lock, if its table has the throughput.
    Result<PreparedWrite> prepare(
        const WriteIntent& intent, const faults::WatchedContext& context, bool meets_rare_throttle
    );
    // Prepares every intent, or returns why the transaction is cancelled.
    Result<std::vector<PreparedWrite>> prepare_all(
        std::span<const WriteIntent> intents, const faults::WatchedContext& context
    );
    // Installs prepared writes at that time, all with one stamp, and appends them to the journal.
    // Returns the ticket; nothing when there was nothing to write.
    std::optional<JournalTicket> install(
        std::span<const WriteIntent> intents,
        std::span<PreparedWrite> prepared,
        std::optional<persistence::EntryRow> token,
        Instant now
    );
    // Adds what an installed write leaves: its stream record, its expiry, its row.
    void follow_up(
        const WriteIntent& intent,
        const PreparedWrite& write,
        storage::Partition& partition,
        Instant now,
        Traces& traces
    );

    // Makes the stream records readable, and sends on what Kinesis gets.
    void publish(Traces traces, JournalTicket ticket);

    // Ends the shards that adversity ends before these writes. Called without any lock.
    void end_full_shards(std::span<const WriteIntent> intents, Instant now) const;

    // A partition that is hot now may have to be examined before the next deadline.
    void note_heat() {
        if (around_.throughput.is_watching()) {
            around_.deadlines.note(around_.throughput.next_due());
        }
    }

    const Surroundings around_;
};

}  // namespace stator::engine::write
