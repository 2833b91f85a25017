// Operations: the single steps of the simulation. Values, independent of any state, so that a list
// of them can be run again, cut and shrunk.
//
// A new kind of operation is an alternative of Operation here, a line in describe(), a draw in
// generator.cpp, and its effect: request and expectation, in requests.cpp and the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tests/simulation/operations/item.hpp"

namespace stator::simulation {

enum class ConditionKind : unsigned char { None, Exists, NotExists, Less };

struct Condition {
    ConditionKind kind = ConditionKind::None;
    std::string attribute;
    Value operand;  // of Less
};

enum class ClauseKind : unsigned char { Set, Add, Remove };

// One action of an update expression.
struct Clause {
    ClauseKind kind = ClauseKind::Set;
    std::string attribute;
    Value operand;
};

enum class WriteKind : unsigned char { Put, Update, Delete, Check };

struct Write {
    WriteKind kind = WriteKind::Put;
    Key key;
    Item attributes;              // of a Put, without the key
    std::vector<Clause> clauses;  // of an Update
    Condition condition;
};

// PutItem, UpdateItem or DeleteItem. May return ALL_OLD, or ALL_NEW for an update.
struct SingleWrite {
    Write write;
    bool returns_item = false;
    bool is_in_replica = false;  // written in the other region, if the table has a replica there
};

// BatchWriteItem of puts and deletes.
struct BatchWrite {
    std::vector<Write> writes;
};

// StartBulkPutItems of puts into one table, in this order.
struct BulkPut {
    std::vector<Write> writes;
};

struct TransactWrite {
    std::vector<Write> writes;
    std::string token;  // "" for none
};

struct GetItem {
    Key key;
    bool consistent = false;
};

struct BatchGet {
    std::vector<Key> keys;
};

struct TransactGet {
    std::vector<Key> keys;
};

// Query of one partition key; `index` counts local indexes, then global ones; -1 is the table.
struct Query {
    std::size_t table = 0;
    int index = -1;
    Value hash;
    std::size_t page_items = 0;  // Limit, 0 for none
};

// The RETURNING clause of a statement.
enum class Returning : unsigned char { Nothing, AllOld, AllNew, ModifiedOld, ModifiedNew };

// A statement can be written in many ways. Each bit of `wording` decides one choice: whether a
// value is a `?` or a literal, a name is quoted, the sort key comes first …

// INSERT for a Put, UPDATE, DELETE, EXISTS for a Check. An Add is `SET n = n + …`.
struct StatementWrite {
    Write write;
    Returning returning = Returning::Nothing;
    std::uint64_t wording = 0;
};

// SELECT of an item by its key; all columns when none is named.
struct StatementGet {
    GetItem get;
    std::vector<std::string> columns;
    std::uint64_t wording = 0;
};

// SELECT of a partition.
struct StatementQuery {
    Query query;
    bool consistent = false;
    bool descends = false;  // ORDER BY the sort key, if there is one
    Condition filter;
    std::vector<std::string> columns;
    std::uint64_t wording = 0;
};

// BatchExecuteStatement.
struct StatementBatchWrite {
    std::vector<StatementWrite> writes;
};

struct StatementBatchGet {
    std::vector<StatementGet> gets;
};

// ExecuteTransaction.
struct StatementTransactWrite {
    std::vector<StatementWrite> writes;
    std::string token;  // "" for none
};

struct StatementTransactGet {
    std::vector<StatementGet> gets;
};

struct IndexChange {
    std::size_t table = 0;
    std::size_t index = 0;  // of global_indexes
    bool creates = false;
};

struct TimeToLiveChange {
    std::size_t table = 0;
    bool enables = false;
};

// Puts one of a few policies, or deletes the table's.
struct PolicyChange {
    std::size_t table = 0;
    std::optional<std::size_t> policy = {};
};

struct StreamChange {
    std::size_t table = 0;
    bool enables = false;
};

struct BackupCreation {
    std::size_t table = 0;
};

// Deletes one of the existing backups.
struct BackupDeletion {
    std::size_t backup = 0;  // by age, modulo their number
};

// Restores a backup to kRestoredTable, replacing the existing table, and compares it.
struct BackupRestore {
    std::size_t backup = 0;  // as above
    std::size_t page_items = 0;
};

struct RecoveryChange {
    std::size_t table = 0;
    bool enables = false;
    std::int64_t period_days = 0;  // 0 for the default
};

// Restores a table at a moment to kRestoredTable, and compares it.
struct MomentRestore {
    std::size_t table = 0;
    // Chooses a restorable moment: that of a change or one next to it, or any.
    std::uint64_t choice = 0;
    bool is_near_change = false;
    std::size_t page_items = 0;
};

// Creates or deletes a replica in another region, if the table's state allows it.
struct ReplicaChange {
    std::size_t table = 0;
    bool creates = false;
};

// Splits a partition of the table and of each global index.
struct PartitionSplit {
    std::size_t table = 0;
    std::uint64_t hash = 0;
};

struct TimeAdvance {
    std::int64_t milliseconds = 0;
};

// Everything written so far becomes durable.
struct JournalSync {};

// A clean stop and a new start.
struct Restart {};

// A stop in which only the next few unsynced batches reach the disk.
struct Crash {
    std::size_t kept_batches = 0;
};

// Copies the world. The run continues in one of the two; the other is left behind with a frozen
// clock.
struct Fork {
    bool goes_on_in_copy = false;
};

// Compares everything with the model.
struct Comparison {
    std::size_t page_items = 0;  // Limit of scans and GetRecords, 0 for none
};

using Operation = std::variant<
    SingleWrite,
    BatchWrite,
    BulkPut,
    TransactWrite,
    GetItem,
    BatchGet,
    TransactGet,
    Query,
    StatementWrite,
    StatementGet,
    StatementQuery,
    StatementBatchWrite,
    StatementBatchGet,
    StatementTransactWrite,
    StatementTransactGet,
    IndexChange,
    TimeToLiveChange,
    PolicyChange,
    StreamChange,
    BackupCreation,
    BackupDeletion,
    BackupRestore,
    RecoveryChange,
    MomentRestore,
    ReplicaChange,
    PartitionSplit,
    TimeAdvance,
    JournalSync,
    Restart,
    Crash,
    Fork,
    Comparison>;

// One readable line.
std::string describe(const Operation& operation);

// The operation with relative times converted to absolute ones.
Operation resolved(const Operation& operation, std::int64_t now_ms);

}  // namespace stator::simulation
