// ChangeHistory: the images of a table's items before each of its latest changes, so that the table
// can be restored to any time since.
//
// A change costs 16 bytes and the image that it replaced; the image of an item that was new is the
// item's own. Changes are kept in chunks that never change once they are full, so a copy of the
// history shares them. Thread-safe; its lock comes after those of partitions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/schema/schema.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::storage {

// The most bytes that all histories of a process may take together.
class HistoryLimit {
public:
    // 0 means no limit.
    explicit HistoryLimit(std::uint64_t bytes = 0) : most_(bytes) {}

    HistoryLimit(const HistoryLimit&) = delete;
    HistoryLimit& operator=(const HistoryLimit&) = delete;

    void take(std::uint64_t bytes) { used_.fetch_add(bytes, std::memory_order_relaxed); }

    void give_back(std::uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

    std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }

    std::uint64_t most() const { return most_; }

    bool is_exceeded() const { return most_ != 0 && used() > most_; }

    void note_forgotten(std::uint64_t changes) {
        forgotten_.fetch_add(changes, std::memory_order_relaxed);
    }

    // The number of changes that any history has removed so far because of the limit.
    std::uint64_t forgotten() const { return forgotten_.load(std::memory_order_relaxed); }

private:
    const std::uint64_t most_;
    std::atomic<std::uint64_t> used_{0};
    std::atomic<std::uint64_t> forgotten_{0};
};

// One change of one item.
struct ItemChange {
    Instant time = {};
    // The item before the change. For an insertion: the new item or its key.
    values::ItemImagePtr image;
    bool is_insertion = false;
};

// An item's state at an earlier time. `past` is null if the item did not exist; `key` has at least
// its key.
struct PastItem {
    values::ItemImagePtr key;
    values::ItemImagePtr past;
};

class ChangeHistory {
public:
    // Reaches back to `since`, and never further than `period_ms` before the latest change.
    ChangeHistory(std::shared_ptr<HistoryLimit> limit, Instant since, std::int64_t period_ms);
    // A copy that starts with the same changes.
    explicit ChangeHistory(const ChangeHistory& other);
    ChangeHistory& operator=(const ChangeHistory&) = delete;
    ~ChangeHistory();

    // The position of a change. Positions ascend, and changes before `first` are no longer needed.
    // The last removed change is still needed, because the others lead back to its time.
    struct Added {
        std::uint64_t position = 0;
        std::uint64_t first = 0;
    };

    // Adds a change that is not earlier than those added before. Removes at most about 1,000
    // changes: those that are too old, and the oldest ones if all histories together exceed the
    // limit.
    Added add(ItemChange change);

    // Used while loading: adds a change that is already durable, at its position. If the first
    // change has a position above 0, the history leads back only to the time of that change.
    void restore(std::uint64_t position, ItemChange change);

    void set_period(std::int64_t period_ms);

    // Returns every item that has changed after `moment`, as it was then: each item once, the most
    // recently changed item first. `moment` must not be before earliest(). If it is the time when
    // recovery was enabled, all changes count as later.
    std::vector<PastItem> items_at(Instant moment) const;

    // The earliest time that the changes lead back to.
    Instant earliest(Instant now) const;

    // All changes, oldest first, with their positions.
    struct Placed {
        std::uint64_t position = 0;
        ItemChange change;
    };

    std::vector<Placed> changes() const;

    std::size_t size() const;
    // The memory that the changes take, including images.
    std::uint64_t bytes() const;

private:
    class Chunk;

    void push(ItemChange change) STATOR_REQUIRES(mutex_);
    // Removes some of the chunks that are not needed at `now`.
    void trim(Instant now) STATOR_REQUIRES(mutex_);
    void forget_oldest() STATOR_REQUIRES(mutex_);

    const std::shared_ptr<HistoryLimit> limit_;
    mutable Mutex mutex_;
    Instant since_ STATOR_GUARDED_BY(mutex_);
    std::int64_t period_ms_ STATOR_GUARDED_BY(mutex_);
    // All chunks except the last one are full, and may be shared.
    std::deque<std::shared_ptr<Chunk>> chunks_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t first_ STATOR_GUARDED_BY(mutex_) = 0;
    std::uint64_t size_ STATOR_GUARDED_BY(mutex_) = 0;
};

// The row of a change in the data file. The row of an insertion contains only the key.
persistence::HistoryRow history_row(
    TableNumber table,
    const schema::TableSchema& schema,
    const ItemChange& change,
    ChangeHistory::Added added
);

}  // namespace stator::engine::storage
