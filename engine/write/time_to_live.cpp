#include "engine/write/time_to_live.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/deadlines.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/storage/partition.hpp"

namespace stator::engine::write {
namespace {

using values::ItemImagePtr;

// The number of items collected under one lock.
constexpr std::size_t kBatchSize = 256;
// The delay until a deletion that failed is tried again.
constexpr std::int64_t kRetryMs = 1'000;

// Returns the deletion of one expired item, which requires only the item's key.
WriteIntent expiry_intent(
    const std::shared_ptr<table::Table>& table, const ItemImagePtr& image, Instant now
) {
    const schema::TableSchema& schema = table->snapshot()->schema;
    const ItemImagePtr keys = schema::key_attributes(schema, nullptr, *image);
    WriteIntent intent =
        make_intent(table, schema, WriteKind::Delete, values::ItemImage::create(keys->payload()));
    intent.cause = WriteCause::TimeToLive;
    intent.expired_at = now;
    return intent;
}

}  // namespace

Instant delete_expired(
    const std::shared_ptr<table::Table>& table,
    Committer& committer,
    Instant now,
    std::int64_t delay_ms
) {
    const Instant oldest = now - storage::kMaxExpiredAgeMs + 1;
    const Instant end = now - delay_ms;
    Instant next = kNever;
    for (storage::Partition* partition : table->partitions().all()) {
        Instant from = oldest;
        while (true) {
            std::vector<ItemImagePtr> expired;
            {
                const MutexLock lock(partition->mutex());
                expired = partition->expiries().between(from, end, kBatchSize);
                if (expired.empty()) {
                    next = std::min(next, partition->expiries().first_from(end));
                }
            }
            if (expired.empty()) break;
            faults::WatchedContext context;
            context.now = now;
            RequestOutcome outcome;  // no reply waits for it
            for (const ItemImagePtr& image : expired) {
                const WriteIntent intent = expiry_intent(table, image, now);
                if (committer.apply(intent, context, outcome).has_error()) return now + kRetryMs;
            }
        }
    }
    return storage::deletion_time(next, delay_ms);
}

}  // namespace stator::engine::write
