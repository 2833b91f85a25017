#include "engine/vectors/vector_index.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace stator::engine::vectors {
namespace {

std::uint64_t next_lock_rank() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

}  // namespace

VectorIndex::VectorIndex(std::size_t dimensions)
    : dimensions_(dimensions), lock_rank_(next_lock_rank()) {}

std::shared_ptr<VectorIndex> VectorIndex::copy_current() const {
    auto copy = std::make_shared<VectorIndex>(dimensions_);
    {
        const MutexLock lock(mutex_);
        copy->columns_ = columns_;
    }
    copy->prune({});
    return copy;
}

std::optional<ColumnView> VectorIndex::view(std::string_view hash) const {
    const MutexLock lock(mutex_);
    const auto found = columns_.find(hash);
    if (found == columns_.end()) return std::nullopt;
    return found->second.view();
}

VectorIndex::Counts VectorIndex::counts() const {
    const MutexLock lock(mutex_);
    Counts counts;
    counts.columns = columns_.size();
    for (const auto& [hash, column] : columns_) {
        counts.items += column.item_count();
        counts.bytes += column.billed_bytes();
        counts.list_excess += column.list_excess();
        counts.memory_bytes += column.memory_bytes() + hash.capacity();
    }
    return counts;
}

void VectorIndex::prune(const storage::ReadPoint& horizon) {
    const MutexLock lock(mutex_);
    for (auto at = columns_.begin(); at != columns_.end();) {
        at->second.prune(horizon);
        at = at->second.is_empty() ? columns_.erase(at) : std::next(at);
    }
}

void VectorIndex::add(
    std::string_view hash,
    const VectorRow& row,
    const storage::CommitStamp& stamp,
    bool keep_history
) {
    auto found = columns_.find(hash);
    if (found == columns_.end()) {
        found = columns_.emplace(std::string(hash), Column(dimensions_)).first;
    }
    found->second.add(row, stamp, keep_history);
}

void VectorIndex::remove(
    std::string_view hash,
    std::string_view pk,
    std::string_view sk,
    const storage::CommitStamp& stamp,
    bool keep_history
) {
    const auto found = columns_.find(hash);
    if (found == columns_.end()) return;
    found->second.remove(pk, sk, stamp, keep_history);
    if (found->second.is_empty()) columns_.erase(found);
}

bool VectorIndex::contains(std::string_view hash, std::string_view pk, std::string_view sk) const {
    const auto found = columns_.find(hash);
    return found != columns_.end() && found->second.contains(pk, sk);
}

VectorIndexLocks::VectorIndexLocks(Indexes indexes) {
    if (indexes.empty()) return;
    std::sort(indexes.begin(), indexes.end(), [](const auto* one, const auto* other) {
        return one->lock_rank() < other->lock_rank();
    });
    indexes.erase(std::unique(indexes.begin(), indexes.end()), indexes.end());
    for (VectorIndex* index : indexes) locks_.emplace_back(index->mutex());
}

}  // namespace stator::engine::vectors
