#include "engine/write/recording.hpp"

#include "engine/base/seeded_random.hpp"
#include "engine/base/uuid.hpp"
#include "engine/kinesis/outbox.hpp"
#include "engine/schema/item_keys.hpp"
#include "protocol/formats/kinesis/record.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/values/base64.hpp"

namespace stator::engine::write {
namespace {

using model::StreamEvent;
using values::StreamViewType;

StreamEvent event_of(const PreparedWrite& write) {
    if (write.old_image == nullptr) return StreamEvent::Insert;
    return write.new_image == nullptr ? StreamEvent::Remove : StreamEvent::Modify;
}

}  // namespace

model::StreamRecord record_of(
    const WriteIntent& intent,
    const PreparedWrite& write,
    StreamViewType view_type,
    const model::StreamPosition& position,
    Instant now
) {
    const bool shows_new =
        view_type == StreamViewType::NewImage || view_type == StreamViewType::NewAndOldImages;
    const bool shows_old =
        view_type == StreamViewType::OldImage || view_type == StreamViewType::NewAndOldImages;
    const values::ItemImagePtr& any = write.new_image ? write.new_image : write.old_image;
    model::StreamRecord record;
    record.position = position;
    record.time = now;
    record.event = event_of(write);
    record.by_time_to_live = intent.cause == WriteCause::TimeToLive;
    record.keys = schema::key_attributes(intent.table->schema_under_lock(), nullptr, *any);
    if (shows_new) record.new_image = write.new_image;
    if (shows_old) record.old_image = write.old_image;
    return record;
}

kinesis::Outgoing outgoing_of(
    const WriteIntent& intent,
    const PreparedWrite& write,
    const model::KinesisDestination& destination,
    const model::StreamPosition& position,
    std::int64_t microseconds,
    Instant now
) {
    const auto& table = intent.table->description_under_lock();
    const model::StreamRecord record =
        record_of(intent, write, StreamViewType::NewAndOldImages, position, now);
    kinesis::Outgoing outgoing;
    outgoing.key = kinesis::outgoing_key(SequenceNumber{position.commit}, position.ordinal);
    outgoing.stream_arn = destination.stream_arn;
    outgoing.item = table.name + "/" + values::base64_text(record.keys->payload());
    outgoing.time = now;
    // Differs between the records of all tables and processes, and uses nothing random.
    const std::uint64_t high =
        mix(mix(static_cast<std::uint64_t>(microseconds), outgoing.key), table.table_id);
    const std::string event_id = uuid_text(high, mix(high, outgoing.item));
    outgoing.document = protocol::formats::kinesis::record_document(
        record,
        {event_id,
         model::region_of_arn(table.table_arn),
         table.name,
         microseconds,
         destination.precision.value_or(values::TimePrecision::Millisecond)}
    );
    return outgoing;
}

storage::ItemChange change_of(const PreparedWrite& write, Instant now) {
    const bool is_insertion = write.old_image == nullptr;
    return {now, is_insertion ? write.new_image : write.old_image, is_insertion};
}

}  // namespace stator::engine::write
