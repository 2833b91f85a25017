// ChangeHistory: what a table's items were before each of its latest changes, so that the table can
// be had as it was at any moment since.
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

// How many bytes all histories of a process may take together.
class HistoryLimit {
public:
    // 0: as many as they need.
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

    // How many changes were forgotten for want of room, by any history so far.
    std::uint64_t forgotten() const { return forgotten_.load(std::memory_order_relaxed); }

private:
    const std::uint64_t most_;
    std::atomic<std::uint64_t> used_{0};
    std::atomic<std::uint64_t> forgotten_{0};
};

// One change of one item.
struct ItemChange {
    Instant time = {};
    // What was there before. Of an insertion: the item that was inserted, or its key.
    values::ItemImagePtr image;
    bool is_insertion = false;
};

// An item as it was at a moment. `past` is null when there was none; `key` has at least its key.
struct PastItem {
    values::ItemImagePtr key;
    values::ItemImagePtr past;
};

class ChangeHistory {
public:
    // Reaches back to `since`, and never further than `period_ms` before the latest change.
    ChangeHistory(std::shared_ptr<HistoryLimit> limit, Instant since, std::int64_t period_ms);
    // The same changes, to go on from.
    explicit ChangeHistory(const ChangeHistory& other);
    ChangeHistory& operator=(const ChangeHistory&) = delete;
    ~ChangeHistory();

    // Where a change stands: positions ascend, and those before `first` are needed no more. The
    // last one that was forgotten still is: it says since when the others lead back.
    struct Added {
        std::uint64_t position = 0;
        std::uint64_t first = 0;
    };

    // `change` comes after all that were added before. Forgets about 1,000 changes at most: those
    // that are too old, and the oldest ones while all histories together take too much.
    Added add(ItemChange change);

    // After loading: takes a change that is durable already, at its position. The first one leads
    // back no further than to its own time if there were others before it.
    void restore(std::uint64_t position, ItemChange change);

    void set_period(std::int64_t period_ms);

    // Every item that has changed after that moment, as it was then, each once and the one that
    // changed first last. The moment must not be before earliest(); at that where recovery was
    // switched on, nothing had changed yet.
    std::vector<PastItem> items_at(Instant moment) const;

    // The earliest moment that the changes lead back to.
    Instant earliest(Instant now) const;

    // All changes, oldest first, with their positions.
    struct Placed {
        std::uint64_t position = 0;
        ItemChange change;
    };

    std::vector<Placed> changes() const;

    std::size_t size() const;
    // What the changes take, images included.
    std::uint64_t bytes() const;

private:
    class Chunk;

    void push(ItemChange change) STATOR_REQUIRES(mutex_);
    // Drops some of the chunks that are not needed at that time.
    void trim(Instant now) STATOR_REQUIRES(mutex_);
    void forget_oldest() STATOR_REQUIRES(mutex_);

    const std::shared_ptr<HistoryLimit> limit_;
    mutable Mutex mutex_;
    Instant since_ STATOR_GUARDED_BY(mutex_);
    std::int64_t period_ms_ STATOR_GUARDED_BY(mutex_);
    // All but the last one are full, and may be shared.
    std::deque<std::shared_ptr<Chunk>> chunks_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t first_ STATOR_GUARDED_BY(mutex_) = 0;
    std::uint64_t size_ STATOR_GUARDED_BY(mutex_) = 0;
};

// The row of a change in the data file. The row of an insertion has the key only.
persistence::HistoryRow history_row(
    TableNumber table,
    const schema::TableSchema& schema,
    const ItemChange& change,
    ChangeHistory::Added added
);

}  // namespace stator::engine::storage
