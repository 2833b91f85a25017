// What the operations on transactions share: TransactWriteItems, TransactGetItems and
// ExecuteTransaction.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/operations/target_table.hpp"
#include "engine/plan.hpp"
#include "engine/transaction_log.hpp"
#include "engine/write/committer.hpp"
#include "protocol/operations/transactions.hpp"
#include "protocol/result.hpp"

namespace stator::engine {

// Tells items that appear twice. Attributes that make no key are passed over: they have an error
// of their own.
class DistinctItems {
public:
    // Error: "Transaction request cannot include multiple operations on one item".
    protocol::Result<void> add(const TargetTable& target, const protocol::ItemImage& image);

private:
    std::set<std::pair<const Table*, std::string>> seen_;
};

// The result of each action's validation; the first error cancels the transaction, with "None" as
// the reason of all others. AWS: [case transactwriteitems/validation_reasons]
protocol::Result<void> cancel_on_first(const std::vector<protocol::Result<void>>& results);

// What the actions of a transaction cost, table by table in the order the tables first appear.
class TransactTally {
public:
    // The tally of the table that was named so, new if need be.
    protocol::TransactTableReply& table(const Table* table, const std::string& name);

    std::vector<protocol::TransactTableReply> take() { return std::move(replies_); }

private:
    std::vector<const Table*> tables_;
    std::vector<protocol::TransactTableReply> replies_;
};

// Units of one write within a transaction: the table's doubled, the indexes' not.
protocol::Consumption transact_consumption(const WriteOutcome& outcome);

// Units of reading what the write left, as a replay is charged.
double replay_units(const WriteOutcome& outcome);

// A replay's tables, from what the log remembers.
std::vector<protocol::TransactTableReply> replayed_tables(const TransactionReplay& replay);

}  // namespace stator::engine
