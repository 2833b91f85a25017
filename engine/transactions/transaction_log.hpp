// TransactionLog: the client request tokens of transactions, which make a repeated request
// harmless. A durable section: what has been used up survives a restart.
//
// A token is reserved while its transaction runs, remembered for ten minutes once it has
// committed, and forgotten at once when it was cancelled. Thread-safe.
// AWS: [case TransactWriteItems/idempotency] [case TransactWriteItems/idempotency_after_failure]
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

// What a committed transaction left for those who repeat it: units per table, charged as reads.
using TransactionReplay = std::vector<std::pair<std::string, double>>;

class TransactionLog final : public persistence::DurableSection {
public:
    // One use of a token, from the look-up to the end of the transaction. Without a commit() the
    // token is free again when it goes.
    class Use {
    public:
        Use(Use&& other) noexcept;
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        Use& operator=(Use&&) = delete;
        ~Use();

        // True when the transaction has committed before and must not run again.
        bool is_replay() const { return is_replay_; }

        const TransactionReplay& replay() const { return replay_; }

        // A replay's reply waits for what the transaction itself waits for.
        JournalTicket journal_ticket() const { return journal_ticket_; }

        // What makes the token durable together with its transaction. None without a token.
        std::optional<persistence::EntryRow> row(const TransactionReplay& replay, Instant now)
            const;

        // The transaction has committed: remembers the token for ten minutes, and what its reply
        // waits for.
        void commit(TransactionReplay replay, Instant now, JournalTicket journal_ticket);

    private:
        friend class TransactionLog;
        Use() = default;

        TransactionLog* home_ = nullptr;  // null when there is no token, or nothing left to do
        std::string key_;
        std::string fingerprint_;
        bool is_replay_ = false;
        TransactionReplay replay_;
        JournalTicket journal_ticket_;
    };

    // `operation` has its own tokens. An empty token is a use that nobody can repeat.
    // Errors: TransactionInProgressException, IdempotentParameterMismatchException.
    protocol::Result<Use> begin(
        const RequestContext& context,
        std::string_view operation,
        std::string_view token,
        std::string_view payload
    );

    std::string_view name() const override { return "tokens"; }

    bool adapt(persistence::EntryRow& row) const override;
    void restore(const persistence::EntryRow& row) override;

    // The tokens that have been used up, in order of expiry.
    std::vector<persistence::EntryRow> contents(std::string_view universe) const override;
    std::vector<persistence::EntryRow> forget(std::string_view universe) override;

private:
    struct Record {
        std::string fingerprint;  // SHA-256 of the payload
        bool in_progress = true;
        TransactionReplay replay;
        JournalTicket journal_ticket;
        Instant expires_at;  // once it is remembered
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
    // Remembered tokens by when they are forgotten.
    std::multimap<Instant, std::string> expiries_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::transactions
