#include "engine/operations/transaction_parts.hpp"

#include <algorithm>

#include "engine/capacity.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::engine {

using protocol::Result;
using protocol::TransactTableReply;
namespace errors = protocol::errors;

Result<void> DistinctItems::add(const TargetTable& target, const protocol::ItemImage& image) {
    const TableSchema& schema = target.schema();
    const auto hash = image.find(schema.hash.name);
    const auto range = schema.range ? image.find(schema.range->name) : std::nullopt;
    if (!hash || (schema.range && !range)) return {};
    std::string key(hash->encoded());
    if (range) key.append(range->encoded());
    if (seen_.emplace(target.table.get(), std::move(key)).second) return {};
    return errors::several_actions_on_item();
}

Result<void> cancel_on_first(const std::vector<Result<void>>& results) {
    const auto failed = std::find_if(results.begin(), results.end(), [](const auto& result) {
        return result.has_error();
    });
    if (failed == results.end()) return {};
    std::vector<protocol::CancellationReason> reasons(results.size(), errors::no_reason());
    reasons[static_cast<std::size_t>(failed - results.begin())] =
        errors::cancellation_reason(failed->error());
    return errors::transaction_cancelled(std::move(reasons));
}

TransactTableReply& TransactTally::table(const Table* table, const std::string& name) {
    const auto found = std::find(tables_.begin(), tables_.end(), table);
    if (found != tables_.end()) {
        return replies_[static_cast<std::size_t>(found - tables_.begin())];
    }
    tables_.push_back(table);
    replies_.push_back({name, {}, {}});
    return replies_.back();
}

protocol::Consumption transact_consumption(const WriteOutcome& outcome) {
    protocol::Consumption consumption = outcome.consumption;
    consumption.table = transact_write_units(consumption.table);
    return consumption;
}

double replay_units(const WriteOutcome& outcome) {
    const std::int64_t old_size = outcome.old_image ? outcome.old_image->item_size() : 0;
    const std::int64_t new_size = outcome.new_image ? outcome.new_image->item_size() : 0;
    return transact_read_units(std::max(old_size, new_size));
}

std::vector<TransactTableReply> replayed_tables(const TransactionReplay& replay) {
    std::vector<TransactTableReply> tables;
    for (const auto& [name, units] : replay) {
        TransactTableReply table;
        table.table_name = name;
        table.consumption.table = units;
        tables.push_back(std::move(table));
    }
    return tables;
}

}  // namespace stator::engine
