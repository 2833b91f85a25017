#include "engine/operations/transaction_parts.hpp"

#include <algorithm>

#include "engine/capacity/capacity.hpp"
#include "engine/operations/read_watch.hpp"
#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/write/rare_conflict.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/replication.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::engine::operations {

using requests::transactions::TransactTableReply;

namespace {

// Read units for the larger of the items before and after the write.
double replay_units(const write::WriteOutcome& outcome) {
    const std::int64_t old_size = outcome.old_image ? outcome.old_image->item_size() : 0;
    const std::int64_t new_size = outcome.new_image ? outcome.new_image->item_size() : 0;
    return capacity::transact_read_units(std::max(old_size, new_size));
}

// The log's entry of a transaction: the cost of reading its items, by table.
transactions::TransactionReplay replay_after(
    const std::vector<NamedTable>& tables, std::span<const write::WriteOutcome> outcomes
) {
    TransactTally tally;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        tally.table(tables[i].table, tables[i].name).consumption.table += replay_units(outcomes[i]);
    }
    transactions::TransactionReplay replay;
    for (const TransactTableReply& table : tally.take()) {
        replay.emplace_back(table.table_name, table.consumption.table);
    }
    return replay;
}

// A throttled read cancels the transaction, with a reason for each throttled item. The account's
// limit rejects the whole request, like that of a write transaction.
Result<void> admit_reads(
    const universes::Call& call,
    const std::vector<NamedTable>& tables,
    std::span<const read::ItemPlace> places
) {
    const auto rare = faults::throttled_action(call.context, places.size());
    if (!call.universe.throughput().is_watching() && !rare) return {};
    std::vector<protocol::CancellationReason> reasons;
    bool is_cancelled = false;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const ReadWatch watch(call, *tables[i].table, *tables[i].snapshot);
        const auto admitted = watch.admit_part(places[i].key, rare == i);
        if (admitted.has_error() && !errors::can_be_reason(admitted.error())) {
            return admitted.error();
        }
        is_cancelled = is_cancelled || admitted.has_error();
        reasons.push_back(
            admitted.has_error() ? errors::cancellation_reason(admitted.error())
                                 : errors::no_reason()
        );
    }
    if (is_cancelled) return errors::transaction_cancelled(std::move(reasons));
    return {};
}

}  // namespace

Result<void> DistinctItems::add(
    const catalog::TargetTable& target, const values::ItemImage& image
) {
    const schema::TableSchema& schema = target.schema();
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
    const auto index = static_cast<std::size_t>(failed - results.begin());
    const auto reason = errors::cancellation_reason(failed->error());
    return errors::transaction_cancelled_by(reason, index, results.size());
}

TransactTableReply& TransactTally::table(const table::Table* table, const std::string& name) {
    const auto found = std::find(tables_.begin(), tables_.end(), table);
    if (found != tables_.end()) {
        return replies_[static_cast<std::size_t>(found - tables_.begin())];
    }
    tables_.push_back(table);
    replies_.push_back({name, {}, {}});
    return replies_.back();
}

requests::Consumption transact_consumption(const write::WriteOutcome& outcome) {
    requests::Consumption consumption = outcome.consumption;
    consumption.table = capacity::transact_write_units(consumption.table);
    return consumption;
}

Result<TransactReads> read_transaction(
    const universes::Call& call,
    const std::vector<NamedTable>& tables,
    std::span<const values::MutableItemImagePtr> keys
) {
    if (!call.universe.global_tables().is_empty()) {
        for (const NamedTable& table : tables) {
            const auto membership = table.table->membership();
            if (membership == nullptr || !membership->is_strong) continue;
            return errors::strong_table_with("Transactions are");
        }
    }
    std::vector<read::ItemPlace> places;
    std::vector<transactions::ItemName> names;
    places.reserve(keys.size());
    names.reserve(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const values::ItemImage& key = *keys[i];
        places.push_back({tables[i].table, {schema::item_hash(key), key.pk(), key.sk()}});
        names.push_back({tables[i].table->number(), places.back().key});
    }
    const auto conflict = call.universe.transactions().running.look(names);
    if (conflict.has_conflict())
        return errors::transaction_cancelled(transactions::conflict_reasons(conflict));
    STATOR_CHECK(write::rare_conflict(call.context, keys.size()));
    STATOR_CHECK(admit_reads(call, tables, places));
    TransactReads reads;
    reads.items = read::read_items_together(places, call.outcome);
    TransactTally tally;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < reads.items.size(); ++i) {
        const std::int64_t size = reads.items[i] ? reads.items[i]->item_size() : 0;
        bytes += static_cast<std::size_t>(size);
        requests::Consumption consumption;
        consumption.table = capacity::transact_read_units(size);
        const ReadWatch watch(call, *tables[i].table, *tables[i].snapshot);
        watch.note_item(places[i].key, consumption, reads.items[i] != nullptr);
        tally.table(tables[i].table, tables[i].name).consumption.add(consumption);
    }
    if (bytes > protocol::kMaxTransactBytes) return errors::transaction_too_large(bytes);
    reads.tables = tally.take();
    return reads;
}

Result<std::vector<write::WriteOutcome>> apply_once(
    write::Committer& committer,
    const faults::WatchedContext& context,
    transactions::TransactionLog::Use& use,
    const TransactionParts& parts,
    RequestOutcome& outcome
) {
    transactions::TransactionReplay replay;
    write::Committer::TokenKeeper token;
    token.make = [&](std::span<const write::WriteOutcome> outcomes) {
        replay = replay_after(parts.tables, outcomes);
        return use.row(replay, context.now);
    };
    token.committed = [&](JournalTicket journal_ticket) {
        use.commit(std::move(replay), context.now, journal_ticket);
    };
    return committer.apply_transaction(parts.intents, context, outcome, token);
}

std::vector<TransactTableReply> replayed_tables(const transactions::TransactionReplay& replay) {
    std::vector<TransactTableReply> tables;
    for (const auto& [name, units] : replay) {
        TransactTableReply table;
        table.table_name = name;
        table.consumption.table = units;
        tables.push_back(std::move(table));
    }
    return tables;
}

}  // namespace stator::engine::operations
