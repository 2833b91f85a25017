#include "engine/storage/change_history.hpp"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "engine/schema/item_keys.hpp"

namespace stator::engine::storage {
namespace {

using values::ItemImage;
using values::ItemImagePtr;

constexpr std::size_t kChunkChanges = 256;
// The most chunks that one change may remove while its partition is locked. More than one, so that
// a history can shrink.
constexpr std::size_t kMostChunksForgotten = 4;

using KeyBytes = std::pair<std::string_view, std::string_view>;

KeyBytes key_of(const ItemImage& image) {
    return {image.pk(), image.sk()};
}

}  // namespace

// Up to kChunkChanges changes. A change takes two words: one for its time and kind, and one for its
// image.
class ChangeHistory::Chunk {
public:
    explicit Chunk(std::shared_ptr<HistoryLimit> limit) : limit_(std::move(limit)) {
        cost(sizeof(Chunk));
    }

    // Copies the changes to a separate chunk.
    Chunk(const Chunk& other)
        : limit_(other.limit_), size_(other.size_), words_(other.words_), images_(other.images_) {
        cost(other.bytes_);
    }

    Chunk& operator=(const Chunk&) = delete;

    ~Chunk() { limit_->give_back(bytes_); }

    bool is_full() const { return size_ == kChunkChanges; }

    std::size_t size() const { return size_; }

    std::uint64_t bytes() const { return bytes_; }

    void push(ItemChange change) {
        // The image of an insertion is also in the table or in the item's next change, so it is not
        // counted.
        if (!change.is_insertion) cost(change.image->payload().size());
        words_[size_] = change.time.unix_ms() * 2 + (change.is_insertion ? 1 : 0);
        images_[size_] = std::move(change.image);
        ++size_;
    }

    Instant time(std::size_t at) const { return Instant(words_[at] >> 1); }

    bool is_insertion(std::size_t at) const { return (words_[at] & 1) != 0; }

    const ItemImagePtr& image(std::size_t at) const { return images_[at]; }

private:
    void cost(std::uint64_t bytes) {
        bytes_ += bytes;
        limit_->take(bytes);
    }

    const std::shared_ptr<HistoryLimit> limit_;
    std::size_t size_ = 0;
    std::uint64_t bytes_ = 0;
    std::array<std::int64_t, kChunkChanges> words_{};
    std::array<ItemImagePtr, kChunkChanges> images_{};
};

ChangeHistory::ChangeHistory(
    std::shared_ptr<HistoryLimit> limit, Instant since, std::int64_t period_ms
)
    : limit_(std::move(limit)), since_(since), period_ms_(period_ms) {}

ChangeHistory::ChangeHistory(const ChangeHistory& other) : limit_(other.limit_) {
    const MutexLock lock(other.mutex_);
    since_ = other.since_;
    period_ms_ = other.period_ms_;
    chunks_ = other.chunks_;
    if (!chunks_.empty() && !chunks_.back()->is_full()) {
        chunks_.back() = std::make_shared<Chunk>(*chunks_.back());
    }
    first_ = other.first_;
    size_ = other.size_;
}

ChangeHistory::~ChangeHistory() = default;

ChangeHistory::Added ChangeHistory::add(ItemChange change) {
    const MutexLock lock(mutex_);
    const Instant now = change.time;
    push(std::move(change));
    trim(now);
    return {first_ + size_ - 1, first_ == 0 ? 0 : first_ - 1};
}

void ChangeHistory::restore(std::uint64_t position, ItemChange change) {
    const MutexLock lock(mutex_);
    if (size_ == 0) {
        first_ = position;
        // The changes before it were removed.
        if (position != 0) since_ = std::max(since_, change.time);
    }
    push(std::move(change));
}

void ChangeHistory::push(ItemChange change) {
    if (chunks_.empty() || chunks_.back()->is_full()) {
        chunks_.push_back(std::make_shared<Chunk>(limit_));
    }
    chunks_.back()->push(std::move(change));
    ++size_;
}

void ChangeHistory::trim(Instant now) {
    const std::int64_t period_ms = period_ms_;
    const auto is_old = [now, period_ms](const Chunk& chunk) {
        return now - chunk.time(chunk.size() - 1) > period_ms;
    };
    for (std::size_t forgotten = 0; forgotten < kMostChunksForgotten; ++forgotten) {
        if (chunks_.size() <= 1) return;
        if (!limit_->is_exceeded() && !is_old(*chunks_.front())) return;
        forget_oldest();
    }
}

void ChangeHistory::forget_oldest() {
    const Chunk& oldest = *chunks_.front();
    if (limit_->is_exceeded()) limit_->note_forgotten(oldest.size());
    // The remaining changes lead back to the time of the last removed one.
    since_ = std::max(since_, oldest.time(oldest.size() - 1));
    first_ += oldest.size();
    size_ -= oldest.size();
    chunks_.pop_front();
}

void ChangeHistory::set_period(std::int64_t period_ms) {
    const MutexLock lock(mutex_);
    period_ms_ = period_ms;
}

std::vector<PastItem> ChangeHistory::items_at(Instant moment) const {
    std::vector<PastItem> items;
    absl::flat_hash_map<KeyBytes, std::size_t> places;
    const MutexLock lock(mutex_);
    const bool is_beginning = first_ == 0 && moment <= since_;
    // Backwards, so that the image before the item's first change is the one that remains.
    for (auto chunk = chunks_.rbegin(); chunk != chunks_.rend(); ++chunk) {
        for (std::size_t at = (*chunk)->size(); at-- > 0;) {
            if (!is_beginning && (*chunk)->time(at) <= moment) return items;
            const ItemImagePtr& image = (*chunk)->image(at);
            const auto [place, is_new] = places.try_emplace(key_of(*image), items.size());
            if (is_new) items.push_back({image, nullptr});
            items[place->second].past = (*chunk)->is_insertion(at) ? nullptr : image;
        }
    }
    return items;
}

Instant ChangeHistory::earliest(Instant now) const {
    const MutexLock lock(mutex_);
    return std::max(since_, now - period_ms_);
}

std::vector<ChangeHistory::Placed> ChangeHistory::changes() const {
    std::vector<Placed> all;
    const MutexLock lock(mutex_);
    all.reserve(size_);
    for (const auto& chunk : chunks_) {
        for (std::size_t at = 0; at < chunk->size(); ++at) {
            all.push_back(
                {first_ + all.size(), {chunk->time(at), chunk->image(at), chunk->is_insertion(at)}}
            );
        }
    }
    return all;
}

std::size_t ChangeHistory::size() const {
    const MutexLock lock(mutex_);
    return size_;
}

std::uint64_t ChangeHistory::bytes() const {
    const MutexLock lock(mutex_);
    std::uint64_t bytes = 0;
    for (const auto& chunk : chunks_) bytes += chunk->bytes();
    return bytes;
}

persistence::HistoryRow history_row(
    TableNumber table,
    const schema::TableSchema& schema,
    const ItemChange& change,
    ChangeHistory::Added added
) {
    persistence::HistoryRow row{table, added.position, added.first, change.time};
    row.is_insertion = change.is_insertion;
    row.row_id = change.image->row_id();
    row.image =
        change.is_insertion ? schema::key_attributes(schema, nullptr, *change.image) : change.image;
    return row;
}

}  // namespace stator::engine::storage
