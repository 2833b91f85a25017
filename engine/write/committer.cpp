#include "engine/write/committer.hpp"

#include <algorithm>
#include <utility>

#include "engine/capacity.hpp"
#include "engine/expression/evaluate.hpp"
#include "engine/expression/update.hpp"
#include "engine/item_keys.hpp"
#include "engine/write/key_checks.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/limits.hpp"

namespace stator::engine {
namespace {

using protocol::ItemImage;
using protocol::ItemImagePtr;
using protocol::ItemView;
using protocol::MutableItemImagePtr;
using protocol::Result;
namespace errors = protocol::errors;

Result<void> check_condition(const WriteIntent& intent, const ItemImagePtr& old_image) {
    if (intent.condition == nullptr || evaluate(*intent.condition, ItemView(old_image))) return {};
    return errors::conditional_check_failed(intent.return_item_on_failure ? old_image : nullptr);
}

// What must hold before the condition is looked at.
// AWS: a key target and the statement's own size beat a false condition. [case updateitem/order]
Result<void> check_before_condition(
    const WriteIntent& intent, const TableSchema& schema, const ItemImagePtr& old_image
) {
    if (intent.kind == WriteKind::Put) return check_index_keys(schema, *intent.image);
    if (intent.kind != WriteKind::Update || intent.update == nullptr) return {};
    STATOR_CHECK(check_update_targets(schema, *intent.update));
    const bool charged = intent.charge_statement && !intent.update->legacy;
    if (charged &&
        statement_charge(*intent.update, ItemView(old_image)) > protocol::kMaxItemBytes) {
        return errors::updated_item_too_large();
    }
    return {};
}

// The image an update leaves behind: null when there is no item and none is made.
Result<MutableItemImagePtr> updated_image(
    const WriteIntent& intent, const TableSchema& schema, const ItemImagePtr& old_image
) {
    static const protocol::UpdateExpression kNothing;
    const auto& update = intent.update == nullptr ? kNothing : *intent.update;
    STATOR_TRY(MutableItemImagePtr image, apply_update(update, ItemView(old_image), *intent.image));
    // AWS: REMOVE and DELETE alone create no item. [case updateitem/remove_creates_nothing]
    if (old_image == nullptr && update.only_removes()) return MutableItemImagePtr();
    STATOR_CHECK(check_updated_index_keys(schema, update, *image));
    if (image->item_size() > protocol::kMaxItemBytes) return errors::updated_item_too_large();
    return image;
}

// Locks the partitions of the global indexes a write touches, in ascending order. While it lives
// none of them can split, so PartitionSet::find() answers a locked partition.
class IndexLocks {
public:
    explicit IndexLocks(const IndexEffects& effects) {
        while (!lock_all(effects)) unlock_all();
    }

    ~IndexLocks() { unlock_all(); }

    IndexLocks(const IndexLocks&) = delete;
    IndexLocks& operator=(const IndexLocks&) = delete;

private:
    // Calls `visit` with every index partition the effects touch.
    template <class Visit>
    static void each_partition(const IndexEffects& effects, Visit visit) {
        for (const IndexEffect& effect : effects) {
            if (!effect.index->global) continue;
            const PartitionSet& set = *effect.index->partitions;
            if (effect.before.record) visit(set.find(effect.before.hash));
            if (effect.after.record) visit(set.find(effect.after.hash));
        }
    }

    // False when a split came between finding a partition and locking it.
    bool lock_all(const IndexEffects& effects) STATOR_NO_ANALYSIS {
        each_partition(effects, [&](Partition& partition) { locked_.push_back(&partition); });
        std::sort(locked_.begin(), locked_.end(), [](const Partition* a, const Partition* b) {
            return a->id() < b->id();
        });
        locked_.erase(std::unique(locked_.begin(), locked_.end()), locked_.end());
        for (Partition* partition : locked_) partition->mutex().lock();
        bool complete = true;
        each_partition(effects, [&](Partition& partition) {
            complete = complete && std::count(locked_.begin(), locked_.end(), &partition) != 0;
        });
        return complete;
    }

    void unlock_all() STATOR_NO_ANALYSIS {
        for (Partition* partition : locked_) partition->mutex().unlock();
        locked_.clear();
    }

    absl::InlinedVector<Partition*, 4> locked_;
};

// The tree that holds an index's entries of one hash. `partition` is the item's own.
Tree& index_tree(const IndexSchema& index, std::uint64_t hash, Partition& partition) {
    if (!index.global) return partition.local_index(index.local_slot);
    return index.partitions->find(hash).items();
}

void install_effects(
    const IndexEffects& effects, Partition& partition, const CommitStamp& stamp, bool history
) {
    for (const IndexEffect& effect : effects) {
        if (effect.leaves_position()) {
            Tree& tree = index_tree(*effect.index, effect.before.hash, partition);
            tree.install(effect.before.key(), Record(), stamp, history);
        }
        if (effect.after.record) {
            Tree& tree = index_tree(*effect.index, effect.after.hash, partition);
            tree.install(effect.after.key(), effect.after.record, stamp, history);
        }
    }
}

}  // namespace

Result<Committer::Prepared> Committer::prepare(
    const WriteIntent& intent, const TableSchema& schema, Partition& partition
) const {
    Prepared prepared;
    prepared.old_image = partition.items().find(intent.key()).shared_image();
    STATOR_CHECK(check_before_condition(intent, schema, prepared.old_image));
    STATOR_CHECK(check_condition(intent, prepared.old_image));
    switch (intent.kind) {
        case WriteKind::Put: prepared.changed = intent.image; break;
        case WriteKind::Update: {
            STATOR_TRY(prepared.changed, updated_image(intent, schema, prepared.old_image));
            break;
        }
        case WriteKind::Delete: break;
        case WriteKind::Check: prepared.new_image = prepared.old_image; return prepared;
    }
    const bool had = prepared.old_image != nullptr;
    const bool has = prepared.changed != nullptr;
    prepared.changes =
        had != has || (had && prepared.old_image->payload() != prepared.changed->payload());
    prepared.new_image = prepared.changes ? ItemImagePtr(prepared.changed) : prepared.old_image;
    if (!prepared.changes) return prepared;
    if (has) bind_item_keys(schema, *prepared.changed);
    prepared.effects = derive_effects(schema, prepared.old_image, prepared.new_image);
    return prepared;
}

void Committer::install(
    const WriteIntent& intent, Prepared& prepared, Partition& partition, RequestContext& context
) {
    std::uint64_t row_id = 0;
    if (journal_ != nullptr) {
        row_id = prepared.old_image != nullptr ? prepared.old_image->row_id()
                                               : intent.table->next_row_id();
        if (prepared.changed != nullptr) prepared.changed->set_row_id(row_id);
    }
    const bool history = consistency_.keeps_history();
    const IndexLocks locks(prepared.effects);
    const CommitStamp stamp = consistency_.next_stamp(context.now_ms);
    const auto record = prepared.changed == nullptr ? Record() : Record(prepared.new_image);
    partition.items().install(intent.key(), record, stamp, history);
    install_effects(prepared.effects, partition, stamp, history);
    if (journal_ == nullptr) return;
    ChangeBatch batch{stamp.sequence, {}, {}};
    batch.rows.push_back({intent.table->number(), row_id, ItemImagePtr(prepared.changed)});
    context.journal_ticket = journal_->append(std::move(batch));
}

Result<WriteOutcome> Committer::apply(const WriteIntent& intent, RequestContext& context) {
    if (journal_ != nullptr && !journal_->is_healthy()) return errors::internal_server_error();
    WriteOutcome outcome;
    IndexEffects effects;
    {
        const LockedPartition partition(intent.table->partitions(), intent.hash);
        const TableSchema& schema = intent.table->schema_under_lock();
        STATOR_TRY(Prepared prepared, prepare(intent, schema, *partition));
        if (prepared.changes) install(intent, prepared, *partition, context);
        outcome.old_image = std::move(prepared.old_image);
        outcome.new_image = std::move(prepared.new_image);
        for (const IndexEffect& effect : prepared.effects) {
            outcome.consumption.add_index(
                effect.index->name, effect.index->global, effect.write_units()
            );
        }
    }
    const std::int64_t old_size = outcome.old_image ? outcome.old_image->item_size() : 0;
    const std::int64_t new_size = outcome.new_image ? outcome.new_image->item_size() : 0;
    outcome.consumption.table = write_units(std::max(old_size, new_size));
    return outcome;
}

void Committer::load(Table& table, const MutableItemImagePtr& image) {
    const std::uint64_t hash = item_hash(*image);
    const LockedPartition partition(table.partitions(), hash);
    const KeyView key{hash, image->pk(), image->sk()};
    const ItemImagePtr item(image);
    partition->items().install(key, Record(item), CommitStamp{}, false);
    const IndexEffects effects = derive_effects(table.schema_under_lock(), nullptr, item);
    const IndexLocks locks(effects);
    install_effects(effects, *partition, CommitStamp{}, false);
}

}  // namespace stator::engine
