#include "engine/vectors/column.hpp"

#include <absl/hash/hash.h>

#include <algorithm>
#include <new>
#include <utility>

#include "engine/base/linux_calls.hpp"
#include "engine/vectors/distances.hpp"

namespace stator::engine::vectors {
namespace {

using values::ItemImage;

// Small enough to copy while a writer waits, and as large as a huge page.
constexpr std::size_t kBlockBytes = 2 * 1024 * 1024;
constexpr std::size_t kLeastRows = 16;
// Copying a row increments its item's reference count, which takes up to 100 ns.
constexpr std::size_t kMostRows = 4'096;
constexpr std::size_t kFirstCapacity = 4;
constexpr std::size_t kShareOfRoom = 64;

std::uint64_t key_hash(std::string_view pk, std::string_view sk) {
    return absl::Hash<std::pair<std::string_view, std::string_view>>{}({pk, sk});
}

}  // namespace

Block::Floats Block::allocate(std::size_t floats) {
    constexpr std::size_t kHugePage = 2 * 1024 * 1024;
    constexpr std::size_t kCacheLine = 64;
    const std::size_t bytes = floats * sizeof(float);
    const std::size_t unit = bytes >= kHugePage ? kHugePage : kCacheLine;
    const std::size_t whole = (bytes + unit - 1) / unit * unit;
    void* const memory = std::aligned_alloc(unit, whole);
    if (memory == nullptr) throw std::bad_alloc();
    // With huge pages, a search reads four times as many bytes per entry of the page table.
    if (unit == kHugePage) prefer_huge_pages(memory, whole);
    return Floats(static_cast<float*>(memory));
}

Block::Block(std::size_t capacity, std::size_t dimensions) : dimensions_(dimensions) {
    grow(capacity);
}

Block::Block(const Block& other) : dimensions_(other.dimensions_), rows_(other.rows_) {
    capacity_ = other.capacity_;
    vectors_ = allocate(capacity_ * dimensions_);
    norms_.reset(new double[capacity_]);
    std::copy_n(other.vectors_.get(), rows_.size() * dimensions_, vectors_.get());
    std::copy_n(other.norms_.get(), rows_.size(), norms_.get());
    rows_.reserve(capacity_);
}

void Block::grow(std::size_t capacity) {
    Floats vectors = allocate(capacity * dimensions_);
    std::unique_ptr<double[]> norms(new double[capacity]);
    std::copy_n(vectors_.get(), rows_.size() * dimensions_, vectors.get());
    std::copy_n(norms_.get(), rows_.size(), norms.get());
    vectors_ = std::move(vectors);
    norms_ = std::move(norms);
    rows_.reserve(capacity);
    capacity_ = capacity;
}

void Block::write(std::size_t place, const VectorRow& row) {
    std::copy_n(row.values.data(), dimensions_, vectors_.get() + place * dimensions_);
    norms_[place] = squared_norm(row.values.data(), dimensions_);
    rows_[place] = {row.image, row.billed_bytes, row.list_excess};
}

void Block::set(std::size_t place, const VectorRow& row) {
    write(place, row);
}

void Block::add(const VectorRow& row) {
    rows_.emplace_back();
    write(rows_.size() - 1, row);
}

std::size_t Block::memory_bytes() const {
    return capacity_ * (dimensions_ * sizeof(float) + sizeof(double) + sizeof(Row));
}

bool ColumnView::sees(std::uint32_t row, const storage::ReadPoint& point) const {
    if (lives->empty()) return true;
    const auto found = lives->find(row);
    if (found == lives->end()) return true;
    const RowLife& life = found->second;
    if (life.born && !point.sees(*life.born)) return false;
    return !life.died || !point.sees(*life.died);
}

Column::Column(std::size_t dimensions)
    : dimensions_(dimensions),
      rows_in_block_(std::clamp(kBlockBytes / (dimensions * sizeof(float)), kLeastRows, kMostRows)
      ) {}

const Block::Row& Column::row(std::uint32_t row) const {
    return blocks_[row / rows_in_block_]->row(row % rows_in_block_);
}

Block::Row& Column::own_row(std::uint32_t row) {
    return blocks_[row / rows_in_block_].own().row(row % rows_in_block_);
}

std::uint32_t Column::place(const VectorRow& row) {
    if (!free_rows_.empty()) {
        const std::uint32_t free = free_rows_.back();
        free_rows_.pop_back();
        blocks_[free / rows_in_block_].own().set(free % rows_in_block_, row);
        return free;
    }
    if (blocks_.empty() || blocks_.back()->size() == rows_in_block_) {
        // Only a small part of a column is spare room, regardless of the number of blocks.
        const std::size_t share = blocks_.size() * rows_in_block_ / kShareOfRoom;
        const std::size_t capacity = std::clamp(share, kFirstCapacity, rows_in_block_);
        blocks_.emplace_back(Block(capacity, dimensions_));
    }
    Block& last = blocks_.back().own();
    if (last.size() == last.capacity()) {
        const std::size_t more = std::max(kFirstCapacity, last.capacity() / 4);
        last.grow(std::min(last.capacity() + more, rows_in_block_));
    }
    last.add(row);
    return static_cast<std::uint32_t>((blocks_.size() - 1) * rows_in_block_ + last.size() - 1);
}

void Column::add(const VectorRow& row, const storage::CommitStamp& stamp, bool keep_history) {
    const std::uint32_t at = place(row);
    const RowOfKey added{key_hash(row.image->pk(), row.image->sk()), at};
    rows_of_keys_.insert(rows_of_keys_.own(added), added);
    if (keep_history) lives_.own()[at].born = stamp;
    ++item_count_;
    billed_bytes_ += row.billed_bytes;
    list_excess_ += row.list_excess;
}

std::uint32_t Column::find(std::string_view pk, std::string_view sk) const {
    const std::uint64_t hash = key_hash(pk, sk);
    auto at = rows_of_keys_.lower_bound(RowOfKey{hash, 0});
    for (; at != rows_of_keys_.end() && at->hash == hash; ++at) {
        const ItemImage& image = *row(at->row).image;
        if (image.pk() == pk && image.sk() == sk) return at->row;
    }
    return kNoRow;
}

bool Column::contains(std::string_view pk, std::string_view sk) const {
    return find(pk, sk) != kNoRow;
}

void Column::remove(
    std::string_view pk, std::string_view sk, const storage::CommitStamp& stamp, bool keep_history
) {
    const std::uint32_t at = find(pk, sk);
    if (at == kNoRow) return;
    rows_of_keys_.erase(rows_of_keys_.own(RowOfKey{key_hash(pk, sk), at}));
    --item_count_;
    billed_bytes_ -= row(at).billed_bytes;
    list_excess_ -= row(at).list_excess;
    if (keep_history) {
        lives_.own()[at].died = stamp;
        return;
    }
    if (lives_->contains(at)) lives_.own().erase(at);
    release(at);
}

void Column::release(std::uint32_t row) {
    own_row(row).image = nullptr;
    free_rows_.push_back(row);
}

void Column::prune(const storage::ReadPoint& horizon) {
    if (lives_->empty()) return;
    RowLives& lives = lives_.own();
    for (auto at = lives.begin(); at != lives.end();) {
        const auto current = at++;
        const auto& [row, life] = *current;
        if (life.died && horizon.sees(*life.died)) {
            release(row);
            lives.erase(current);
        } else if (!life.died && horizon.sees(*life.born)) {
            lives.erase(current);
        }
    }
}

std::size_t Column::memory_bytes() const {
    std::size_t bytes = sizeof(Column);
    for (const Shared<Block>& block : blocks_) bytes += block->memory_bytes();
    bytes += rows_of_keys_.memory_bytes();
    bytes += lives_->capacity() * (sizeof(RowLives::value_type) + 1);
    return bytes + free_rows_.capacity() * sizeof(std::uint32_t);
}

}  // namespace stator::engine::vectors
