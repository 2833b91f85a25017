// Code shared by the operations on transactions: TransactWriteItems, TransactGetItems and
// ExecuteTransaction.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/catalog/target_table.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/transactions/transaction_log.hpp"
#include "engine/universes/call.hpp"
#include "engine/write/committer.hpp"
#include "engine/write/intent.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/transactions/transactions.hpp"

namespace stator::engine::operations {

// Detects items that appear twice. Skips attributes that do not form a key, because another check
// reports them.
class DistinctItems {
public:
    // Error: "Transaction request cannot include multiple operations on one item".
    Result<void> add(const catalog::TargetTable& target, const values::ItemImage& image);

private:
    std::set<std::pair<const table::Table*, std::string>> seen_;
};

// The validation result of each action. The first error cancels the transaction, with "None" as the
// reason of all others. AWS: [case TransactWriteItems/validation_reasons]
Result<void> cancel_on_first(const std::vector<Result<void>>& results);

// The cost of a transaction's actions, per table, in the order the tables first appear.
class TransactTally {
public:
    // The tally of the table with that name, created if needed.
    requests::transactions::TransactTableReply& table(
        const table::Table* table, const std::string& name
    );

    std::vector<requests::transactions::TransactTableReply> take() { return std::move(replies_); }

private:
    std::vector<const table::Table*> tables_;
    std::vector<requests::transactions::TransactTableReply> replies_;
};

// Units of one write within a transaction: the table's are doubled, the indexes' are not.
requests::Consumption transact_consumption(const write::WriteOutcome& outcome);

// The table of one part of a transaction, with the name used in the request.
struct NamedTable {
    table::Table* table = nullptr;
    std::string name;
    const table::TableSnapshot* snapshot = nullptr;
};

// Items read at one point in time, null for a missing item, and the cost of the read.
using TransactReads = requests::transactions::TransactGetReply;

// Reads the item of each (bound) key from its table. Errors: TransactionCanceledException for items
// that a transaction is using; more than 4 MB of items.
Result<TransactReads> read_transaction(
    const universes::Call& call,
    const std::vector<NamedTable>& tables,
    std::span<const values::MutableItemImagePtr> keys
);

// The writes of a transaction: the intents, and the table of each.
struct TransactionParts {
    const std::vector<NamedTable>& tables;
    std::span<const write::WriteIntent> intents;
};

// Applies the parts and makes the log remember the token together with them. Errors: those of
// Committer::apply_transaction().
Result<std::vector<write::WriteOutcome>> apply_once(
    write::Committer& committer,
    const faults::WatchedContext& context,
    transactions::TransactionLog::Use& use,
    const TransactionParts& parts,
    RequestOutcome& outcome
);

// The tables of a replayed transaction, from the log's entry.
std::vector<requests::transactions::TransactTableReply> replayed_tables(
    const transactions::TransactionReplay& replay
);

}  // namespace stator::engine::operations
