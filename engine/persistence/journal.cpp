#include "engine/persistence/journal.hpp"

#include <iterator>
#include <utility>

namespace stator::engine::persistence {
namespace {

// The limit of images and entries in one part. A frame of the change log has 32 bits for its
// length.
constexpr std::size_t kMaxPartBytes = 512u << 20;

// The size of a part in write_ahead(). Other writers wait while a part is written.
constexpr std::size_t kAheadBytes = 2u << 20;

std::size_t image_bytes(const values::ItemImagePtr& image) {
    return image == nullptr ? 0 : image->payload().size();
}

std::size_t bytes_of(const RowChange& row) {
    return image_bytes(row.image);
}

std::size_t bytes_of(const StreamRecordRow& row) {
    return image_bytes(row.record.keys) + image_bytes(row.record.old_image) +
           image_bytes(row.record.new_image);
}

std::size_t bytes_of(const HistoryRow& row) {
    return image_bytes(row.image);
}

std::size_t bytes_of(const EntryRow& row) {
    return row.value ? row.value->size() : 0;
}

// Appends the full parts of the batch's `place`; the rest, its last part, stays there.
template <class Row, class Append>
void append_full_parts(
    ChangeBatch& whole,
    std::vector<Row> ChangeBatch::*place,
    std::size_t most_bytes,
    const Append& append
) {
    std::size_t bytes = 0;
    std::vector<Row> part;
    for (Row& row : std::exchange(whole.*place, {})) {
        bytes += bytes_of(row);
        part.push_back(std::move(row));
        if (bytes < most_bytes) continue;
        ChangeBatch full;
        full.sequence = whole.sequence;
        full.*place = std::exchange(part, {});
        append(std::move(full));
        bytes = 0;
    }
    whole.*place = std::move(part);
}

template <class Append>
void append_full_parts_of_contents(
    ChangeBatch& whole, std::size_t most_bytes, const Append& append
) {
    append_full_parts(whole, &ChangeBatch::rows, most_bytes, append);
    append_full_parts(whole, &ChangeBatch::records, most_bytes, append);
    append_full_parts(whole, &ChangeBatch::history, most_bytes, append);
}

}  // namespace

JournalTicket append_in_parts(Journal& journal, ChangeBatch batch) {
    const auto append = [&journal](ChangeBatch part) { journal.append(std::move(part)); };
    append_full_parts_of_contents(batch, kMaxPartBytes, append);
    append_full_parts(batch, &ChangeBatch::entries, kMaxPartBytes, append);
    return journal.append(std::move(batch));
}

void write_ahead(Journal& journal, ChangeBatch contents) {
    const auto write = [&journal](ChangeBatch part) {
        journal.append(std::move(part));
        journal.flush();
    };
    append_full_parts_of_contents(contents, kAheadBytes, write);
    write(std::move(contents));
}

}  // namespace stator::engine::persistence
