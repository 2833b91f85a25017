#include "engine/write/kinesis_follower.hpp"

#include <utility>

#include "engine/write/recording.hpp"
#include "protocol/base/limits.hpp"

namespace stator::engine::write {

void KinesisFollower::note(const Installed& change, Traces& traces) {
    const auto* const destination = change.intent.table->destination_under_lock();
    if (destination == nullptr) return;
    kinesis::Outgoing record = outgoing_of(
        change.intent,
        change.write,
        *destination,
        {change.stamp.sequence.value, change.stamp.part},
        outbox_.next_microseconds(change.now),
        change.now
    );
    if (record.document.size() > protocol::kMaxKinesisRecordBytes) {
        outbox_.note_too_large(destination->stream_arn);
        return;
    }
    if (is_durable_) traces.batch.entries.push_back(outbox_.row_of(record));
    std::vector<kinesis::Outgoing> records;
    records.push_back(std::move(record));
    traces.afterwards.push_back([this, records = std::move(records)](JournalTicket ticket) mutable {
        outbox_.add(std::move(records), ticket);
    });
}

}  // namespace stator::engine::write
