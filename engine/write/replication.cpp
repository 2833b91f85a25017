#include "engine/write/replication.hpp"

#include <cstddef>
#include <mutex>
#include <utility>

#include "engine/schema/item_keys.hpp"
#include "engine/schema/partition_hash.hpp"

namespace stator::engine::write {
namespace {

// The delay until a write that failed is tried again.
constexpr std::int64_t kRedeliveryMs = 1'000;
// These deliveries take about 0.3 ms.
constexpr std::size_t kFewDeliveries = 64;

// The image is a copy: each region's table has its own rows.
WriteIntent intent_of(
    const std::shared_ptr<table::Table>& table, const replication::Change& change
) {
    const auto snapshot = table->snapshot();
    const values::ItemImagePtr image =
        change.is_deletion ? schema::key_attributes(snapshot->schema, nullptr, *change.image)
                           : change.image;
    WriteIntent intent = make_intent(
        table,
        snapshot->schema,
        change.is_deletion ? WriteKind::Delete : WriteKind::Put,
        values::ItemImage::create(image->payload())
    );
    intent.cause = WriteCause::Replication;
    return intent;
}

// A writer reports its change before it appends it to the journal, both under the lock of the
// item's partition. Consequences of a change must not be in the journal before the change itself,
// so this function waits for the writer.
void await_writer(const DeliveryHelp& help, const replication::Change& change) {
    const auto table = help.find_table(change.region);
    if (table == nullptr) return;
    const std::uint64_t hash =
        schema::hash_partition_key(replication::partition_key_of(change.key));
    const storage::LockedPartition written(table->partitions(), hash);
}

// Returns false if the delivery must be tried again.
bool deliver_one(
    replication::GlobalTable& group,
    const replication::GlobalTable::Delivery& delivery,
    const DeliveryHelp& help,
    Instant now
) {
    const replication::Change& change = *delivery.change;
    await_writer(help, change);
    const auto table = help.find_table(delivery.region);
    // The universe may have been replaced in the meantime.
    const auto membership = table == nullptr ? nullptr : table->membership();
    if (membership != nullptr && membership->group.get() == &group) {
        const ReplicatedWrite write{group, change, delivery.to};
        WriteIntent intent = intent_of(table, change);
        intent.replicated = &write;
        faults::WatchedContext context;
        context.now = now;
        RequestOutcome outcome;  // no reply waits for it
        const auto applied = help.committer.apply(intent, context, outcome);
        // A write that the table rejects would also be rejected later, and would block all others.
        const bool is_refused_for_now =
            applied.has_error() && applied.error().type == protocol::ErrorType::InternalServerError;
        if (is_refused_for_now) return false;
    }
    // If the member already has this change or a later one, it is delivered without a write.
    replication::Rows rows;
    group.note_delivered(delivery.to, change, false, &rows);
    if (!rows.empty()) help.record(std::move(rows));
    return true;
}

}  // namespace

void ReplicationFollower::note(const Installed& change, Traces& traces) {
    const auto* const membership = change.intent.table->membership_under_lock();
    if (membership == nullptr) return;
    replication::Rows* const rows = is_durable_ ? &traces.batch.entries : nullptr;
    const ReplicatedWrite* const replicated = change.intent.replicated;
    const replication::Reach* const reach = replicated == nullptr ? nullptr : replicated->reach;
    if (replicated != nullptr && reach == nullptr) {
        replicated->group.note_delivered(replicated->to, replicated->change, true, rows);
        return;
    }
    replication::Change written;
    written.version = {change.stamp.sequence, change.stamp.part};
    written.time = change.now;
    written.is_deletion = change.write.new_image == nullptr;
    written.image = written.is_deletion ? change.write.old_image : change.write.new_image;
    written.key = replication::key_of(*written.image);
    deadlines_.note(membership->group->note_write(membership->slot, std::move(written), rows, reach)
    );
}

bool is_wanted(const ReplicatedWrite& write, Instant now) {
    return write.group.admits(write.to, write.change, now);
}

Instant deliver(
    replication::GlobalTable& group, const DeliveryHelp& help, Instant now, DeliveryShare share
) {
    std::unique_lock lock(group.delivery_mutex(), std::defer_lock);
    if (share == DeliveryShare::All) {
        lock.lock();
    } else if (!lock.try_lock()) {
        return kNever;
    }
    for (std::size_t count = 0;; ++count) {
        const auto delivery = group.next_delivery(now);
        if (!delivery) break;
        if (share == DeliveryShare::Few && count == kFewDeliveries) return now;
        if (!deliver_one(group, *delivery, help, now)) return now + kRedeliveryMs;
    }
    // After a restart, some changes may remain that all members already have.
    replication::Rows rows;
    group.forget_delivered(&rows);
    if (!rows.empty()) help.record(std::move(rows));
    return group.next_due(now);
}

}  // namespace stator::engine::write
