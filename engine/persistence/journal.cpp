#include "engine/persistence/journal.hpp"

#include <iterator>
#include <utility>

namespace stator::engine::persistence {
namespace {

// Of images and entries, in one part. A frame of the change log has 32 bits for its length.
constexpr std::size_t kMaxPartBytes = 512u << 20;

std::size_t image_bytes(const protocol::values::ItemImagePtr& image) {
    return image == nullptr ? 0 : image->payload().size();
}

std::size_t bytes_of(const RowChange& row) {
    return image_bytes(row.image);
}

std::size_t bytes_of(const StreamRecordRow& row) {
    return image_bytes(row.record.keys) + image_bytes(row.record.old_image) +
           image_bytes(row.record.new_image);
}

std::size_t bytes_of(const EntryRow& row) {
    return row.value ? row.value->size() : 0;
}

// Appends everything but the last part of `rows`, which stays where it is.
template <class Row>
void append_full_parts(
    Journal& journal,
    std::vector<Row>& rows,
    std::vector<Row> ChangeBatch::*place,
    ChangeBatch& whole
) {
    std::size_t bytes = 0;
    std::vector<Row> part;
    for (Row& row : std::exchange(rows, {})) {
        bytes += bytes_of(row);
        part.push_back(std::move(row));
        if (bytes < kMaxPartBytes) continue;
        ChangeBatch full;
        full.sequence = whole.sequence;
        // Tables and streams must be there before their contents.
        full.definitions = std::exchange(whole.definitions, {});
        full.streams = std::exchange(whole.streams, {});
        full.*place = std::exchange(part, {});
        journal.append(std::move(full));
        bytes = 0;
    }
    rows = std::move(part);
}

}  // namespace

JournalTicket append_in_parts(Journal& journal, ChangeBatch batch) {
    append_full_parts(journal, batch.rows, &ChangeBatch::rows, batch);
    append_full_parts(journal, batch.records, &ChangeBatch::records, batch);
    append_full_parts(journal, batch.entries, &ChangeBatch::entries, batch);
    return journal.append(std::move(batch));
}

}  // namespace stator::engine::persistence
