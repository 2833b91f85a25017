#include "engine/write/time_to_live.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/deadlines.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/storage/partition.hpp"

namespace stator::engine::write {
namespace {

using protocol::values::ItemImagePtr;

// How many items are collected under one lock.
constexpr std::size_t kBatchSize = 256;
// When to come back after a delete that could not be made.
constexpr std::int64_t kRetryMs = 1'000;

// The delete of one expired item; its key alone is needed.
WriteIntent expiry_intent(
    const std::shared_ptr<table::Table>& table, const ItemImagePtr& image, std::int64_t now_ms
) {
    const schema::TableSchema& schema = table->snapshot()->schema;
    const ItemImagePtr keys = schema::key_attributes(schema, nullptr, *image);
    WriteIntent intent = make_intent(
        table, schema, WriteKind::Delete, protocol::values::ItemImage::create(keys->payload())
    );
    intent.cause = WriteCause::TimeToLive;
    intent.expired_at_ms = now_ms;
    return intent;
}

}  // namespace

std::int64_t delete_expired(
    const std::shared_ptr<table::Table>& table,
    Committer& committer,
    std::int64_t now_ms,
    std::int64_t delay_ms
) {
    const std::int64_t oldest_ms = now_ms - storage::kMaxExpiredAgeMs + 1;
    const std::int64_t end_ms = now_ms - delay_ms;
    std::int64_t next_ms = kNever;
    for (storage::Partition* partition : table->partitions().all()) {
        std::int64_t from_ms = oldest_ms;
        while (true) {
            std::vector<ItemImagePtr> expired;
            {
                const MutexLock lock(partition->mutex());
                expired = partition->expiries().between(from_ms, end_ms, kBatchSize);
                if (expired.empty()) {
                    next_ms = std::min(next_ms, partition->expiries().first_from_ms(end_ms));
                }
            }
            if (expired.empty()) break;
            RequestContext context;
            context.now_ms = now_ms;
            RequestOutcome outcome;  // nobody waits for it
            for (const ItemImagePtr& image : expired) {
                const WriteIntent intent = expiry_intent(table, image, now_ms);
                if (committer.apply(intent, context, outcome).has_error()) return now_ms + kRetryMs;
            }
        }
    }
    return storage::deletion_ms(next_ms, delay_ms);
}

}  // namespace stator::engine::write
