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
    values::ItemImagePtr old_image;  // null if the item did not exist
    values::ItemImagePtr new_image;  // null if no item is left
    requests::Consumption consumption;
};

// Access to the same table in other regions, for a write that is made in several regions at the
// same time.
struct Elsewhere {
    std::function<std::shared_ptr<table::Table>(std::string_view region, std::string_view table)>
        find_table;
    // Delivers pending writes to the replicas.
    std::function<void(replication::GlobalTable& group, Instant now)> catch_up;
};

class Committer {
public:
    // The dependencies of a committer. If `journal` is null, nothing is durable.
    struct Surroundings {
        consistency::Consistency& consistency;
        transactions::TransactionRegister& transactions;
        Deadlines& deadlines;
        capacity::Throughput& throughput;
        const stream::AdversitySwitch& stream_adversity;
        // Counts up when a stream has new records.
        stream::ChangeCount& changes;
        // Called in this order.
        std::vector<Follower*> followers;
        // The delay between an item's expiry and its deletion.
        std::int64_t time_to_live_delay_ms = 0;
        persistence::Journal* journal = nullptr;
        Elsewhere elsewhere = {};
    };

    explicit Committer(const Surroundings& surroundings) : around_(surroundings) {}

    // Applies the intent completely or not at all. Sets the outcome's journal ticket.
    // Errors: those of prepare_write(); TransactionConflictException while a transaction uses the
    // item; the throughput exceptions; InternalServerError while the disk refuses writes.
    Result<WriteOutcome> apply(
        const WriteIntent& intent, const faults::WatchedContext& context, RequestOutcome& outcome
    );

    // Applies all intents as one commit, visible and durable as a whole, or none of them. Each
    // intent must be for a different item. Sets the outcome's journal ticket. Errors:
    // TransactionCanceledException with a reason for each intent (those of prepare_write(),
    // TransactionConflict); InternalServerError while the disk refuses writes. `token` may be
    // empty. The token becomes durable together with the transaction, and is notified of the commit
    // under the same locks.
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
    // Tries apply_everywhere() once. Returns nullopt if regions or replicas have changed in the
    // meantime.
    Result<std::optional<WriteOutcome>> try_everywhere(
        const StrongWrite& write, const faults::WatchedContext& context, RequestOutcome& outcome
    );
    // Appends the intents for the other regions and prepares them.
    Result<void> prepare_elsewhere(
        const StrongWrite& write,
        std::vector<WriteIntent>& intents,
        std::vector<PreparedWrite>& prepared
    );
    // Prepares the intent under its partition's lock, if its table has throughput left.
    Result<PreparedWrite> prepare(
        const WriteIntent& intent, const faults::WatchedContext& context, bool meets_rare_throttle
    );
    // Prepares every intent, or returns why the transaction is cancelled.
    Result<std::vector<PreparedWrite>> prepare_all(
        std::span<const WriteIntent> intents, const faults::WatchedContext& context
    );
    // Installs prepared writes with the time `now`, all with one stamp, and appends them to the
    // journal. Returns the ticket, or nullopt if nothing was written to the journal.
    std::optional<JournalTicket> install(
        std::span<const WriteIntent> intents,
        std::span<PreparedWrite> prepared,
        std::optional<persistence::EntryRow> token,
        Instant now
    );
    // Adds the side effects of a write: its expiry, stream record, history and journal row.
    void follow_up(
        const WriteIntent& intent,
        const PreparedWrite& write,
        storage::Partition& partition,
        Instant now,
        Traces& traces
    );

    // Makes the stream records readable, and runs the followers' `afterwards` calls.
    void publish(Traces traces, JournalTicket ticket);

    // Ends the shards that the stream faults end before these writes. Called without any lock.
    void end_full_shards(std::span<const WriteIntent> intents, Instant now) const;

    // A partition that has become hot may require a check before the next deadline.
    void note_heat() {
        if (around_.throughput.is_watching()) {
            around_.deadlines.note(around_.throughput.next_due());
        }
    }

    const Surroundings around_;
};

}  // namespace stator::engine::write
