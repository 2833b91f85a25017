// RecordLog: stream records in order. Records are added at the end and removed at the beginning.
//
// A copy shares memory with its original: copying costs one pointer for each 64 records. Not
// thread-safe; copies may be used by different threads.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "engine/base/vocabulary.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::stream {

class RecordLog {
public:
    RecordLog() = default;
    RecordLog(const RecordLog& other);
    RecordLog(RecordLog&&) = default;
    RecordLog& operator=(RecordLog&&) = default;
    ~RecordLog() = default;

    std::size_t size() const { return size_; }

    bool is_empty() const { return size_ == 0; }

    // Precondition: place < size().
    const model::StreamRecord& operator[](std::size_t place) const {
        const std::size_t from_first = dropped_ + place;
        return (*chunks_[from_first / kChunkRecords])[from_first % kChunkRecords];
    }

    void push_back(model::StreamRecord record);

    // Removes the first `count` records. Returns their memory, which takes long to free: destroy it
    // outside locks. A record stays in memory until its whole chunk is removed. Precondition: count
    // <= size().
    RecordLog drop_first(std::size_t count);

private:
    static constexpr std::size_t kChunkRecords = 64;

    using Chunk = std::vector<model::StreamRecord>;

    // All chunks except the last one are full and never change again.
    std::deque<std::shared_ptr<Chunk>> chunks_;
    std::size_t dropped_ = 0;  // of the records in the first chunk
    std::size_t size_ = 0;
};

}  // namespace stator::engine::stream
