#include "engine/stream/record_log.hpp"

#include <utility>

namespace stator::engine::stream {

RecordLog::RecordLog(const RecordLog& other)
    : chunks_(other.chunks_), dropped_(other.dropped_), size_(other.size_) {
    // Both logs continue to append to their last chunk, so it is copied.
    if (!chunks_.empty() && chunks_.back()->size() < kChunkRecords) {
        chunks_.back() = std::make_shared<Chunk>(*chunks_.back());
    }
}

void RecordLog::push_back(model::StreamRecord record) {
    if (chunks_.empty() || chunks_.back()->size() == kChunkRecords) {
        chunks_.push_back(std::make_shared<Chunk>());
    }
    chunks_.back()->push_back(std::move(record));
    ++size_;
}

RecordLog RecordLog::drop_first(std::size_t count) {
    RecordLog freed;
    size_ -= count;
    if (size_ == 0) {
        dropped_ = 0;
        freed.chunks_.swap(chunks_);
        return freed;
    }
    for (dropped_ += count; dropped_ >= kChunkRecords; dropped_ -= kChunkRecords) {
        freed.chunks_.push_back(std::move(chunks_.front()));
        chunks_.pop_front();
    }
    return freed;
}

}  // namespace stator::engine::stream
