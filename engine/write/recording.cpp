#include "engine/write/recording.hpp"

#include "engine/schema/item_keys.hpp"

namespace stator::engine::write {
namespace {

using protocol::model::StreamEvent;
using protocol::values::StreamViewType;

StreamEvent event_of(const PreparedWrite& write) {
    if (write.old_image == nullptr) return StreamEvent::Insert;
    return write.new_image == nullptr ? StreamEvent::Remove : StreamEvent::Modify;
}

}  // namespace

protocol::model::StreamRecord record_of(
    const WriteIntent& intent,
    const PreparedWrite& write,
    StreamViewType view_type,
    const protocol::model::StreamPosition& position,
    Instant now
) {
    const bool shows_new =
        view_type == StreamViewType::NewImage || view_type == StreamViewType::NewAndOldImages;
    const bool shows_old =
        view_type == StreamViewType::OldImage || view_type == StreamViewType::NewAndOldImages;
    const protocol::values::ItemImagePtr& any = write.new_image ? write.new_image : write.old_image;
    protocol::model::StreamRecord record;
    record.position = position;
    record.time = now;
    record.event = event_of(write);
    record.by_time_to_live = intent.cause == WriteCause::TimeToLive;
    record.keys = schema::key_attributes(intent.table->schema_under_lock(), nullptr, *any);
    if (shows_new) record.new_image = write.new_image;
    if (shows_old) record.old_image = write.old_image;
    return record;
}

table::ItemChange change_of(const PreparedWrite& write, Instant now) {
    const bool is_insertion = write.old_image == nullptr;
    return {now, is_insertion ? write.new_image : write.old_image, is_insertion};
}

}  // namespace stator::engine::write
