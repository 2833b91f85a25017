// Column: the vectors of a vector index that have the same HASH value, or all vectors of an index
// without a HASH.
//
// The floats of a block of rows are contiguous, so that a search reads nothing else until a vector
// is near enough to check. A row keeps its number while its item is indexed; rows of removed items
// are reused. Blocks are shared with running searches and with copies of the universe, and are
// copied before they change.
//
// While replaced versions are kept, a row records when it was added and removed, and a removed row
// stays until no read can see it. Not thread-safe: its index's mutex guards it.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <compare>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/storage/runs.hpp"
#include "engine/storage/slot.hpp"
#include "engine/vectors/shared.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::vectors {

// The data of one item in an index.
struct VectorRow {
    std::vector<float> values;
    // The image that a search returns: the item itself if the index projects ALL, otherwise the
    // projected attributes without the vector. Its keys are bound.
    values::ItemImagePtr image;
    // The billed size of the entry, and how many bytes less the vector is billed for in the table
    // than the list that it is.
    std::uint32_t billed_bytes = 0;
    std::int32_t list_excess = 0;
};

class Block {
public:
    struct Row {
        values::ItemImagePtr image;  // null for an unused row
        std::uint32_t billed_bytes = 0;
        std::int32_t list_excess = 0;
    };

    Block() = default;
    Block(std::size_t capacity, std::size_t dimensions);
    Block(const Block& other);
    Block(Block&& other) = default;
    Block& operator=(const Block& other) = delete;
    Block& operator=(Block&& other) = default;

    std::size_t size() const { return rows_.size(); }

    std::size_t capacity() const { return capacity_; }

    const Row& row(std::size_t place) const { return rows_[place]; }

    Row& row(std::size_t place) { return rows_[place]; }

    // The floats of all rows, contiguous.
    const float* vectors() const { return vectors_.get(); }

    const float* vector(std::size_t place) const { return vectors_.get() + place * dimensions_; }

    // The sums of the squares of each row's elements.
    const double* norms() const { return norms_.get(); }

    void set(std::size_t place, const VectorRow& row);
    // Precondition: size() < capacity().
    void add(const VectorRow& row);
    // Keeps the rows, and makes room for more.
    void grow(std::size_t capacity);

    std::size_t memory_bytes() const;

private:
    void write(std::size_t place, const VectorRow& row);

    std::size_t capacity_ = 0;
    std::size_t dimensions_ = 0;

    struct Free {
        void operator()(float* memory) const { std::free(memory); }
    };

    using Floats = std::unique_ptr<float[], Free>;

    static Floats allocate(std::size_t floats);

    Floats vectors_;
    std::unique_ptr<double[]> norms_;
    std::vector<Row> rows_;
};

// When a row was added and removed. Absent: before or after every point that a read may see.
struct RowLife {
    std::optional<storage::CommitStamp> born = {};
    std::optional<storage::CommitStamp> died = {};
};

using RowLives = absl::flat_hash_map<std::uint32_t, RowLife>;

// An immutable snapshot of a column, for searches.
struct ColumnView {
    std::size_t dimensions = 0;
    std::size_t rows_in_block = 0;
    std::vector<Shared<Block>> blocks = {};
    Shared<RowLives> lives = {};

    // True if a read at that point sees the row.
    bool sees(std::uint32_t row, const storage::ReadPoint& point) const;
};

class Column {
public:
    static constexpr std::uint32_t kNoRow = UINT32_MAX;

    explicit Column(std::size_t dimensions);

    // Adds a row. Precondition: its item has no row.
    void add(const VectorRow& row, const storage::CommitStamp& stamp, bool keep_history);
    // Removes the row of the item with those keys, if it exists.
    void remove(
        std::string_view pk,
        std::string_view sk,
        const storage::CommitStamp& stamp,
        bool keep_history
    );
    bool contains(std::string_view pk, std::string_view sk) const;
    // Drops rows that no read at or after `horizon` can see.
    void prune(const storage::ReadPoint& horizon);

    bool has_history() const { return !lives_->empty(); }

    // True if the column has no row, and none that a read of the past may see.
    bool is_empty() const { return item_count_ == 0 && !has_history(); }

    ColumnView view() const { return {dimensions_, rows_in_block_, blocks_, lives_}; }

    std::int64_t item_count() const { return item_count_; }

    std::int64_t billed_bytes() const { return billed_bytes_; }

    std::int64_t list_excess() const { return list_excess_; }

    std::size_t memory_bytes() const;

private:
    struct RowOfKey {
        std::uint64_t hash = 0;  // of the item's key
        std::uint32_t row = 0;

        friend auto operator<=>(const RowOfKey&, const RowOfKey&) = default;
    };

    struct RowOfKeyTraits {
        static std::uint64_t rank(const RowOfKey& key) { return key.hash; }

        static int compare(const RowOfKey& left, const RowOfKey& right) {
            return left < right ? -1 : right < left ? 1 : 0;
        }

        static void prepare_copy(std::span<const RowOfKey>) {}
    };

    Block::Row& own_row(std::uint32_t row);
    const Block::Row& row(std::uint32_t row) const;
    std::uint32_t place(const VectorRow& row);
    // The row of the item with those keys, or kNoRow.
    std::uint32_t find(std::string_view pk, std::string_view sk) const;
    void release(std::uint32_t row);

    std::size_t dimensions_;
    std::size_t rows_in_block_;
    std::vector<Shared<Block>> blocks_;
    // Copies of a column share it in parts; a write copies only some parts.
    storage::Runs<RowOfKey, RowOfKeyTraits> rows_of_keys_;
    Shared<RowLives> lives_;
    std::vector<std::uint32_t> free_rows_;
    std::int64_t item_count_ = 0;
    std::int64_t billed_bytes_ = 0;
    std::int64_t list_excess_ = 0;
};

}  // namespace stator::engine::vectors
