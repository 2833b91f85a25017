#include "engine/write/committer.hpp"

#include <algorithm>
#include <utility>

#include "engine/schema/item_keys.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/storage/partition_locks.hpp"
#include "engine/stream/shard.hpp"
#include "engine/table/effect_installation.hpp"
#include "engine/write/rare_conflict.hpp"
#include "engine/write/recording.hpp"
#include "engine/write/replication.hpp"
#include "engine/write/write_watch.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/replication.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::engine::write {
namespace {

using values::ItemImagePtr;
using values::MutableItemImagePtr;

// AWS: a transaction doubles the cost of the table, but not of the indexes.
// [case TransactWriteItems/capacity]
constexpr double kTransactionFactor = 2;

void add_index_places(
    const WriteIntent& intent, const PreparedWrite& write, storage::PartitionPlaces& places
) {
    for (const table::IndexEffect& effect : write.effects) {
        if (!effect.index->global) continue;
        const storage::PartitionSet* set = &intent.table->contents_under_lock().of(*effect.index);
        if (effect.before.record) places.push_back({set, effect.before.hash});
        if (effect.after.record) places.push_back({set, effect.after.hash});
    }
}

bool changes_vectors(const PreparedWrite& write) {
    return !write.vector_effects.empty();
}

vectors::VectorIndexLocks::Indexes changed_vectors(
    std::span<const WriteIntent> intents, std::span<const PreparedWrite> prepared
) {
    vectors::VectorIndexLocks::Indexes indexes;
    for (std::size_t i = 0; i < intents.size(); ++i) {
        const table::IndexContents& contents = intents[i].table->contents_under_lock();
        for (const table::VectorEffect& effect : prepared[i].vector_effects) {
            indexes.push_back(&contents.of(*effect.index));
        }
    }
    return indexes;
}

// Returns the item's partition, which is locked.
storage::Partition& partition_of(const WriteIntent& intent) {
    return intent.table->partitions().find(intent.hash);
}

WriteOutcome outcome_of(const PreparedWrite& prepared) {
    return {prepared.old_image, prepared.new_image, write_consumption(prepared)};
}

bool refuses_writes(const persistence::Journal* journal) {
    return journal != nullptr && !journal->is_healthy();
}

// Returns the parts of the transaction; a read may see only some of them.
std::vector<consistency::TransactionPart> parts_of(
    std::span<const WriteIntent> intents, std::span<const PreparedWrite> prepared
) {
    std::vector<consistency::TransactionPart> parts;
    for (std::size_t i = 0; i < intents.size(); ++i) {
        if (!prepared[i].changes) continue;
        parts.push_back({intents[i].table->number(), intents[i].hash, static_cast<std::uint32_t>(i)}
        );
    }
    return parts;
}

// True if the intent's table has replicas in which every write is made at the same time. The
// partition is locked.
bool is_strong(const WriteIntent& intent) {
    const auto* membership = intent.table->membership_under_lock();
    return membership != nullptr && membership->is_strong;
}

transactions::ItemName item_name(const WriteIntent& intent) {
    return {intent.table->number(), intent.key()};
}

}  // namespace

void Committer::follow_up(
    const WriteIntent& intent,
    const PreparedWrite& write,
    storage::Partition& partition,
    Instant now,
    Traces& traces
) {
    persistence::ChangeBatch& batch = traces.batch;
    const std::string& expiry = intent.table->schema_under_lock().time_to_live_attribute;
    if (!expiry.empty()) {
        partition.expiries().replace(write.old_image, write.new_image, expiry);
        const auto at =
            write.new_image ? storage::expiry_time(*write.new_image, expiry) : std::nullopt;
        if (at) around_.deadlines.note(storage::deletion_time(*at, around_.time_to_live_delay_ms));
    }
    if (const std::shared_ptr<stream::Shard>& shard = partition.shard()) {
        const auto ordinal = static_cast<std::uint32_t>(batch.records.size());
        const model::StreamPosition position{batch.sequence.value, ordinal};
        const stream::ShardOwner& owner = shard->owner();
        model::StreamRecord record = record_of(intent, write, owner.view_type, position, now);
        traces.records.push_back({shard, record});
        batch.records.push_back({owner.stream, shard->id(), std::move(record)});
    }
    storage::ChangeHistory* const past = intent.table->history_under_lock();
    if (around_.journal == nullptr) {
        if (past != nullptr) past->add(change_of(write, now));
        return;
    }
    const std::uint64_t row_id =
        write.old_image ? write.old_image->row_id() : intent.table->next_row_id();
    if (write.changed != nullptr) write.changed->set_row_id(row_id);
    batch.rows.push_back({intent.table->number(), row_id, ItemImagePtr(write.changed)});
    if (past == nullptr) return;
    storage::ItemChange change = change_of(write, now);
    const storage::ChangeHistory::Added added = past->add(change);
    batch.history.push_back(storage::history_row(
        intent.table->number(), intent.table->schema_under_lock(), change, added
    ));
}

void Committer::publish(Traces traces, JournalTicket ticket) {
    for (auto& [shard, record] : traces.records) shard->append(std::move(record));
    if (!traces.records.empty()) around_.changes.note();
    for (const auto& call : traces.afterwards) call(ticket);
}

std::optional<JournalTicket> Committer::install(
    std::span<const WriteIntent> intents,
    std::span<PreparedWrite> prepared,
    std::optional<persistence::EntryRow> token,
    Instant now
) {
    storage::PartitionPlaces index_places;
    for (std::size_t i = 0; i < intents.size(); ++i) {
        add_index_places(intents[i], prepared[i], index_places);
    }
    const storage::PartitionLocks index_locks(index_places);
    std::optional<vectors::VectorIndexLocks> vector_locks;
    if (std::ranges::any_of(prepared, changes_vectors)) {
        vector_locks.emplace(changed_vectors(intents, prepared));
    }
    storage::CommitStamp stamp = around_.consistency.next_stamp(now);
    const bool is_transaction = intents.size() > 1 && intents.back().replicated == nullptr;
    if (is_transaction && around_.consistency.lags()) {
        around_.consistency.note_transaction(stamp.sequence, parts_of(intents, prepared));
    }
    // Queried after the stamp is taken, so that a read at an earlier point finds the previous
    // versions.
    const bool history = around_.consistency.keeps_history();
    Traces traces;
    persistence::ChangeBatch& batch = traces.batch;
    batch.sequence = stamp.sequence;
    for (std::size_t i = 0; i < intents.size(); ++i) {
        const WriteIntent& intent = intents[i];
        const PreparedWrite& write = prepared[i];
        if (!write.changes) continue;
        stamp.part = static_cast<std::uint32_t>(i);
        storage::Partition& partition = partition_of(intent);
        // The row id must be set before another thread can see the image.
        follow_up(intent, write, partition, now, traces);
        const Installed installed{intent, write, stamp, now};
        for (Follower* const follower : around_.followers) follower->note(installed, traces);
        const auto record =
            write.changed == nullptr ? storage::Record() : storage::Record(write.new_image);
        partition.items().install(intent.key(), record, stamp, history);
        const table::IndexContents& contents = intent.table->contents_under_lock();
        if (!write.effects.empty()) {
            table::install_effects(write.effects, contents, partition, stamp, history);
        }
        if (changes_vectors(write)) {
            table::install_vector_effects(write.vector_effects, contents, stamp, history);
        }
    }
    if (around_.journal == nullptr) {
        publish(std::move(traces), {});
        return std::nullopt;
    }
    if (token) {
        batch.entries.push_back(std::move(*token));
        batch.expired_by = now;
    }
    if (batch.rows.empty() && batch.entries.empty()) return std::nullopt;
    const JournalTicket ticket = around_.journal->append(std::move(batch));
    for (std::size_t i = 0; i < intents.size(); ++i) {
        const WriteIntent& intent = intents[i];
        if (prepared[i].changes) partition_of(intent).tickets().note(intent.hash, ticket);
    }
    // After the batch was appended, so that the ticket is known to readers of the records.
    publish(std::move(traces), ticket);
    return ticket;
}

Result<PreparedWrite> Committer::prepare(
    const WriteIntent& intent, const faults::WatchedContext& context, bool meets_rare_throttle
) {
    const WriteWatch watch(around_.throughput, context, intent, meets_rare_throttle);
    STATOR_CHECK(watch.admit());
    ItemImagePtr old_image =
        partition_of(intent).items().find_to_replace(intent.key()).shared_image();
    const ItemImagePtr kept = watch.is_watched() ? old_image : nullptr;
    auto prepared = prepare_write(intent, intent.table->schema_under_lock(), std::move(old_image));
    if (prepared.has_error()) {
        watch.note_refusal(prepared.error(), kept);
        return prepared;
    }
    STATOR_CHECK(watch.admit(prepared->effects));
    return prepared;
}

Result<std::vector<PreparedWrite>> Committer::prepare_all(
    std::span<const WriteIntent> intents, const faults::WatchedContext& context
) {
    std::vector<PreparedWrite> prepared;
    std::vector<protocol::CancellationReason> reasons;
    bool cancelled = false;
    const auto throttled = faults::throttled_action(context, intents.size());
    for (std::size_t i = 0; i < intents.size(); ++i) {
        auto result = prepare(intents[i], context, throttled == i);
        if (result.has_value()) {
            prepared.push_back(std::move(result).value());
            reasons.push_back(errors::no_reason());
            continue;
        }
        if (!errors::can_be_reason(result.error())) return std::move(result).error();
        reasons.push_back(errors::cancellation_reason(result.error()));
        cancelled = true;
    }
    if (cancelled) return errors::transaction_cancelled(std::move(reasons));
    return prepared;
}

void Committer::end_full_shards(std::span<const WriteIntent> intents, Instant now) const {
    const auto chances = around_.stream_adversity.chances();
    if (!chances) return;
    for (const WriteIntent& intent : intents) {
        intent.table->end_full_shard(intent.hash, *chances, now);
    }
}

Result<WriteOutcome> Committer::apply(
    const WriteIntent& intent, const faults::WatchedContext& context, RequestOutcome& outcome
) {
    if (refuses_writes(around_.journal)) return errors::internal_server_error();
    end_full_shards(std::span(&intent, 1), context.now);
    std::optional<storage::LockedPartition> partition(
        std::in_place, intent.table->partitions(), intent.hash
    );
    // The reply also waits if the write is refused or changes nothing, because it then reveals the
    // item.
    outcome.wait_for((*partition)->tickets().of(intent.hash));
    // The table may have been deleted, or its universe replaced, after the lookup.
    if (intent.table->is_over_under_lock()) return errors::resource_not_found();
    if (intent.replicated != nullptr) {
        if (!is_wanted(*intent.replicated, context.now)) return WriteOutcome();
    } else if (is_strong(intent)) {
        partition.reset();
        return apply_everywhere(intent, context, outcome);
    } else if (around_.transactions.is_busy(item_name(intent))) {
        return errors::transaction_conflict();
    }
    if (intent.meets_rare_refusals) STATOR_CHECK(rare_conflict(context));
    STATOR_TRY(PreparedWrite prepared, prepare(intent, context, true));
    if (prepared.changes) {
        const auto ticket =
            install(std::span(&intent, 1), std::span(&prepared, 1), std::nullopt, context.now);
        if (ticket) outcome.wait_for(*ticket);
    }
    WriteWatch(around_.throughput, context, intent).note(prepared);
    note_heat();
    return outcome_of(prepared);
}

Result<std::vector<WriteOutcome>> Committer::apply_transaction(
    std::span<const WriteIntent> intents,
    const faults::WatchedContext& context,
    RequestOutcome& outcome,
    const TokenKeeper& token
) {
    if (refuses_writes(around_.journal)) return errors::internal_server_error();
    std::vector<transactions::ItemName> names;
    names.reserve(intents.size());
    storage::PartitionPlaces places;
    for (const WriteIntent& intent : intents) {
        names.push_back(item_name(intent));
        places.push_back({&intent.table->partitions(), intent.hash});
    }
    const transactions::TransactionRegister::Entry entry = around_.transactions.enter(names);
    if (entry.has_conflict())
        return errors::transaction_cancelled(transactions::conflict_reasons(entry));
    STATOR_CHECK(rare_conflict(context, intents.size()));
    end_full_shards(intents, context.now);
    const storage::PartitionLocks locks(places);
    const auto is_over = [](const WriteIntent& intent) {
        return intent.table->is_over_under_lock();
    };
    if (std::ranges::any_of(intents, is_over)) return errors::resource_not_found();
    for (const WriteIntent& intent : intents) {
        outcome.wait_for(partition_of(intent).tickets().of(intent.hash));
    }
    // AWS: [doc V2globaltables_HowItWorks.html]
    if (std::ranges::any_of(intents, is_strong))
        return errors::strong_table_with("Transactions are");
    STATOR_TRY(std::vector<PreparedWrite> prepared, prepare_all(intents, context));
    std::vector<WriteOutcome> outcomes;
    outcomes.reserve(prepared.size());
    for (const PreparedWrite& write : prepared) outcomes.push_back(outcome_of(write));
    const auto ticket =
        install(intents, prepared, token.make ? token.make(outcomes) : std::nullopt, context.now);
    if (ticket) outcome.wait_for(*ticket);
    if (token.committed) token.committed(outcome.journal_ticket);
    for (std::size_t i = 0; i < intents.size(); ++i) {
        WriteWatch(around_.throughput, context, intents[i]).note(prepared[i], kTransactionFactor);
    }
    note_heat();
    return outcomes;
}

}  // namespace stator::engine::write
