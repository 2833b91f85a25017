// TransactionLog: the client request tokens of transactions, which make transactions idempotent. A
// durable section: used tokens survive a restart.
//
// A token is reserved while its transaction runs, remembered for ten minutes after the commit, and
// released immediately if the transaction is cancelled. Thread-safe. AWS:
// [case TransactWriteItems/idempotency] [case TransactWriteItems/idempotency_after_failure]
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/base/request_context.hpp"
#include "engine/persistence/durable_section.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::transactions {

// The data about a committed transaction that a replay requires: units per table, charged as reads.
using TransactionReplay = std::vector<std::pair<std::string, double>>;

class TransactionLog final : public persistence::DurableSection {
public:
    // One use of a token, from the lookup to the end of the transaction. If it is destroyed without
    // commit(), it releases the token.
    class Use {
    public:
        Use(Use&& other) noexcept;
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        Use& operator=(Use&&) = delete;
        ~Use();

        // True if the transaction has committed before and must not run again.
        bool is_replay() const { return is_replay_; }

        const TransactionReplay& replay() const { return replay_; }

        // The ticket that a replay's reply waits for: the ticket of the original transaction.
        JournalTicket journal_ticket() const { return journal_ticket_; }

        // The row that makes the token durable together with its transaction; nullopt if there is
        // no token.
        std::optional<persistence::EntryRow> row(const TransactionReplay& replay, Instant now)
            const;

        // Called when the transaction has committed. Remembers the token for ten minutes, and the
        // ticket that the reply waits for.
        void commit(TransactionReplay replay, Instant now, JournalTicket journal_ticket);

    private:
        friend class TransactionLog;
        Use() = default;

        TransactionLog* home_ = nullptr;  // null if there is no token or the use has ended
        std::string key_;
        std::string fingerprint_;
        bool is_replay_ = false;
        TransactionReplay replay_;
        JournalTicket journal_ticket_;
    };

    // Each operation has its own tokens. A use with an empty token is never a replay. Errors:
    // TransactionInProgressException, IdempotentParameterMismatchException.
    Result<Use> begin(
        const RequestContext& context,
        std::string_view operation,
        std::string_view token,
        std::string_view payload
    );

    std::string_view name() const override { return "tokens"; }

    bool adapt(persistence::EntryRow& row) const override;
    void restore(const persistence::EntryRow& row) override;

    // The used tokens, in order of expiry.
    std::vector<persistence::EntryRow> contents(std::string_view universe) const override;
    std::vector<persistence::EntryRow> forget(std::string_view universe) override;

private:
    struct Record {
        std::string fingerprint;  // SHA-256 of the payload
        bool in_progress = true;
        TransactionReplay replay;
        JournalTicket journal_ticket;
        Instant expires_at;  // set once it is remembered
    };

    persistence::EntryRow row(
        const std::string& key,
        const std::string& fingerprint,
        const TransactionReplay& replay,
        Instant expires_at
    ) const;
    std::vector<persistence::EntryRow> remembered(std::string_view universe) const
        STATOR_REQUIRES(mutex_);
    void forget_expired(Instant now) STATOR_REQUIRES(mutex_);
    void remember(
        const std::string& key, TransactionReplay replay, Instant now, JournalTicket journal_ticket
    );
    void release(const std::string& key);

    mutable Mutex mutex_;
    absl::flat_hash_map<std::string, Record> records_ STATOR_GUARDED_BY(mutex_);
    // Remembered tokens by expiry.
    std::multimap<Instant, std::string> expiries_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::transactions
