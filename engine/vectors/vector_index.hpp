// VectorIndex: the vectors of a table's items, for one of its vector indexes.
//
// One column for each HASH value. Thread-safe by its mutex, which writers of a commit hold together
// with those of other indexes (VectorIndexLocks), and a search holds only while it takes its view.
// Lock order: after every partition, by ascending rank.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/mutex.hpp"
#include "engine/vectors/column.hpp"

namespace stator::engine::vectors {

class VectorIndex {
public:
    explicit VectorIndex(std::size_t dimensions);

    VectorIndex(const VectorIndex&) = delete;
    VectorIndex& operator=(const VectorIndex&) = delete;

    // The same vectors, without history. Both indexes share them until one of them changes them.
    std::shared_ptr<VectorIndex> copy_current() const;

    // The snapshot for searches with that HASH value ("" in an index without HASH). nullopt if
    // there are no such vectors.
    std::optional<ColumnView> view(std::string_view hash) const;

    struct Counts {
        std::int64_t items = 0;
        std::int64_t bytes = 0;        // billed
        std::int64_t list_excess = 0;  // VectorRow::list_excess of all
        std::size_t memory_bytes = 0;
        std::size_t columns = 0;
    };

    Counts counts() const;

    // Drops rows that no read at or after `horizon` can see.
    void prune(const storage::ReadPoint& horizon);

    std::uint64_t lock_rank() const { return lock_rank_; }

    Mutex& mutex() { return mutex_; }

    // ---- Under the mutex ----

    // True if the item with those keys has a row.
    bool contains(std::string_view hash, std::string_view pk, std::string_view sk) const;

    void add(
        std::string_view hash,
        const VectorRow& row,
        const storage::CommitStamp& stamp,
        bool keep_history
    );
    void remove(
        std::string_view hash,
        std::string_view pk,
        std::string_view sk,
        const storage::CommitStamp& stamp,
        bool keep_history
    );

private:
    const std::size_t dimensions_;
    const std::uint64_t lock_rank_;
    mutable Mutex mutex_;
    std::map<std::string, Column, std::less<>> columns_;
};

// Several vector indexes, locked together.
class VectorIndexLocks {
public:
    using Indexes = absl::InlinedVector<VectorIndex*, 4>;

    explicit VectorIndexLocks(Indexes indexes);
    VectorIndexLocks(const VectorIndexLocks&) = delete;
    VectorIndexLocks& operator=(const VectorIndexLocks&) = delete;

private:
    absl::InlinedVector<std::unique_lock<Mutex>, 4> locks_;
};

}  // namespace stator::engine::vectors
