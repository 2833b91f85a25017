// Model: the expected contents of DynamoDB after the operations so far, as naive as possible: one
// map of items per table; everything else is derived from it when needed.
//
// Each operation returns the answer that the real one must give. While history is kept, the last
// commits can be undone one by one: that is how the state after a crash is found.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulation/model/charge.hpp"
#include "tests/simulation/operations/operation.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {

// The answer that an operation must give.
struct Expectation {
    std::string error;                 // the type, "" for success
    std::vector<std::string> reasons;  // codes, of a cancelled transaction
    std::optional<std::string> reply;  // the exact reply; nullopt accepts any
};

// A change of an item that its stream must record; the items as JSON, "" if absent.
struct ExpectedRecord {
    std::string key;
    std::string old_item;
    std::string new_item;
    bool by_time_to_live = false;
    std::int64_t time_ms = 0;
};

struct ExpectedStream {
    std::optional<std::int64_t> disabled_ms;
    std::deque<ExpectedRecord> records;  // may start before the first readable record
    bool is_complete = true;             // no record before the first one was dropped
};

// Writers maintain an index from its backfill; readers see it when it is active.
enum class IndexStage : unsigned char { Absent, Allocating, Backfilling, Active, Deleting };

struct ExpectedIndex {
    IndexStage stage = IndexStage::Absent;
    std::int64_t due_ms = 0;  // of the next stage, if it has one

    bool is_changing() const { return stage != IndexStage::Absent && stage != IndexStage::Active; }

    bool is_maintained() const {
        return stage == IndexStage::Backfilling || stage == IndexStage::Active;
    }
};

// An item before one of its changes.
struct ExpectedChange {
    std::int64_t time_ms = 0;
    Key key;
    Item before;
};

// A table's point-in-time recovery while it is on.
struct ExpectedRecovery {
    std::int64_t since_ms = 0;
    std::int64_t period_days = 0;
    // Changes that a shorter period has dropped stay dropped.
    bool has_been_short = false;
    std::vector<ExpectedChange> changes;  // since then, by age
};

// The result of a restore: of a current table, of its state at a moment, or of a backup.
struct ExpectedContents {
    std::size_t table = 0;  // whose definition it has
    std::map<Key, Item> items;
    std::vector<std::size_t> global_indexes;  // of those of the definition

    // The definitions of its indexes, local ones first.
    std::vector<const IndexDefinition*> indexes() const;
};

struct ExpectedBackup {
    std::string arn;
    ExpectedContents contents;
};

struct ExpectedTable {
    std::map<Key, Item> items;
    std::vector<ExpectedIndex> global_indexes;  // as in the definition
    bool expires = false;
    std::optional<std::size_t> policy = {};
    std::vector<ExpectedStream> streams;  // by age; the last one may be recording
    // Records queued for its Kinesis data stream.
    std::vector<ExpectedRecord> outgoing;
    // Records of its stream that its triggers have not received yet.
    std::vector<ExpectedRecord> triggering;
    // Until a change of the stream is over.
    std::optional<std::int64_t> stream_change_due_ms;
    std::optional<ExpectedRecovery> recovery;
    bool has_replica = false;
};

// The duration of changes.
struct Delays {
    std::int64_t time_to_live_ms = 0;
    std::int64_t table_ms = 0;  // each stage of an index, a change of the stream
};

class Model {
public:
    // With all tables newly created. `limits_recovery`: history that recovery needs may be dropped.
    Model(const Delays& delays, bool keeps_history, bool limits_recovery = false);
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    // A copy of the state. Nothing of the copy can be undone.
    std::unique_ptr<Model> copy() const;

    // Advances indexes and streams and deletes expired items. To be called before each operation.
    void run_due(std::int64_t now_ms);

    // The records queued for Kinesis data streams have been sent. Nothing may be undone then.
    void forget_outgoing();

    // Triggers have received the changes so far. Nothing may be undone then.
    void forget_triggering();

    // After a start, every change in progress starts its stage again.
    void restart_changes(std::int64_t now_ms);

    // False while another change is in progress that rejects this one in one of several ways.
    bool is_possible(const IndexChange& change) const;
    bool is_possible(const StreamChange& change) const;
    // Whether a replica can be created, which requires the stream, or deleted.
    bool is_possible(const ReplicaChange& change) const;

    void set_replica(std::size_t table, bool has_replica) {
        tables_[table].has_replica = has_replica;
    }

    Expectation apply(const SingleWrite& single);
    Expectation apply(const BatchWrite& batch);
    // `payload` identifies the request for its token.
    Expectation apply(const TransactWrite& transaction, const std::string& payload);
    Expectation apply(const StatementWrite& statement);
    Expectation apply(const StatementBatchWrite& batch);
    Expectation apply(const StatementTransactWrite& transaction, const std::string& payload);
    Expectation apply(const IndexChange& change);
    Expectation apply(const TimeToLiveChange& change);
    Expectation apply(const PolicyChange& change);
    Expectation apply(const StreamChange& change);
    Expectation expect(const GetItem& get) const;
    Expectation expect(const BatchGet& batch) const;
    Expectation expect(const TransactGet& gets) const;
    Expectation expect(const StatementGet& statement) const;
    Expectation expect(const StatementBatchGet& batch) const;
    Expectation expect(const StatementTransactGet& gets) const;

    // The error of a query, or its items: in order of the table, in any order of an index.
    struct QueryExpectation {
        std::string error;
        std::vector<Item> items;
        std::optional<std::string> capacity;  // the exact ConsumedCapacity, if it is known
    };

    QueryExpectation expect(const Query& query) const;
    QueryExpectation expect(const StatementQuery& statement) const;

    // ---- Backups, recovery and restores (model_backups.cpp) ----

    void add_backup(std::size_t table, std::string arn);
    void remove_backup(std::size_t backup);
    void apply(const RecoveryChange& change);

    // By age.
    const std::vector<ExpectedBackup>& backups() const { return backups_; }

    // The current contents of the table, and those at a moment; its recovery is on.
    ExpectedContents contents(std::size_t table) const;
    ExpectedContents contents_at(std::size_t table, std::int64_t moment_ms) const;
    // The earliest moment that can be restored, and whether it is exact or may be later.
    std::pair<std::int64_t, bool> earliest_ms(const ExpectedRecovery& recovery) const;

    // The table that the latest restore made, if it still exists.
    const std::optional<ExpectedContents>& restored() const { return restored_; }

    void set_restored(std::optional<ExpectedContents> restored);
    void remove_restored_item(const Key& key);

    const ExpectedTable& table(std::size_t table) const { return tables_[table]; }

    std::int64_t now_ms() const { return now_ms_; }

    // The entries of the index, in no order.
    std::vector<Item> entries(std::size_t table, const IndexDefinition& index) const;
    // The stage of a global index.
    IndexStage stage(std::size_t table, const IndexDefinition& index) const;
    // Local indexes, and the global ones that writers maintain.
    std::vector<const IndexDefinition*> indexes(std::size_t table) const;

    // ---- History ----

    // The commits since the last call have the journal tickets above `before` up to `after`.
    void note_tickets(std::uint64_t before, std::uint64_t after);

    // The `count` oldest commits cannot be lost any more.
    void forget_commits(std::size_t count);

    // Only batches up to this ticket were saved: undoes the commits that are certainly lost, and
    // drops the history of those that certainly are not.
    void lose_commits_above(std::uint64_t saved_ticket);

    // Commits that may be lost.
    std::size_t history_size() const { return history_.size(); }

    void undo_last_commit();

private:
    using Undo = std::function<void()>;

    struct Commit {
        std::vector<Undo> undo;  // to be called from the last to the first
        // The tickets of its batches are above the one and up to the other.
        std::uint64_t before_ticket = 0;
        std::uint64_t last_ticket = 0;
    };

    struct Token {
        std::string payload;
        std::string reply;
        std::int64_t expires_ms = 0;
    };

    struct Evaluation {
        std::string error;
        Item before;
        Item after;
    };

    // A write of a transaction and its effect.
    struct Attempt {
        Key key;
        Evaluation result;
    };

    // Identifies a transaction that is sent again, with the start of its replies.
    struct Identity {
        std::string token;
        std::string payload;
        std::string reply_head;
    };

    // The effect of the write at this time.
    Evaluation evaluate(const Write& write) const;
    Evaluation evaluate(const StatementWrite& statement) const;
    // Index keys of the wrong type, found before the item is looked at.
    bool has_wrong_index_key(const Write& write) const;
    Charge write_charge(std::size_t table, const Item& before, const Item& after) const;
    // Applies an evaluated write as a separate commit, and returns its cost.
    Charge carry_out(const Key& key, const Evaluation& result);
    // The reply to a transaction whose token is known.
    std::optional<Expectation> replay(const Identity& identity) const;
    // Applies all of it, or nothing.
    Expectation run_transaction(const std::vector<Attempt>& attempts, const Identity& identity);

    const Item& item(const Key& key) const;
    // Starts a commit; the changes that follow belong to it.
    void begin_commit();
    void change_item(const Key& key, const Item& after, bool by_time_to_live);
    void remember(Undo undo);
    void set_index(std::size_t table, std::size_t index, ExpectedIndex value);
    void set_stream_change(std::size_t table, std::optional<std::int64_t> due_ms);
    void run_changes(std::size_t table);
    void expire_items(const ExpectedTable& table);
    // Drops records and streams that can no longer be read. Nothing may be undone then.
    void trim_streams();

    const Delays delays_;
    const bool keeps_history_;
    const bool limits_recovery_;
    std::int64_t now_ms_ = 0;
    std::vector<ExpectedTable> tables_;
    std::vector<ExpectedBackup> backups_;
    std::optional<ExpectedContents> restored_;
    std::map<std::string, Token> tokens_;
    std::deque<Commit> history_;
    std::size_t ticketless_commits_ = 0;  // the last ones of history_
};

// Whether entries of the index show the attribute.
bool shows(std::size_t table, const IndexDefinition& index, const std::string& name);

// An index entry: the attributes that it shows of the item; empty if the item is not in the index.
Item index_entry(std::size_t table, const IndexDefinition& index, const Item& item);

}  // namespace stator::simulation
