// Table: fills indexes and expiries from existing items.
#include <algorithm>
#include <utility>

#include "engine/storage/partition.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::table {

void Table::begin_backfill(std::string index) {
    const bool has_items = std::ranges::any_of(partitions_->all(), [](storage::Partition* part) {
        return part->items().item_count() > 0;
    });
    const MutexLock lock(mutex_);
    std::erase_if(backfills_, [&](const Backfill& former) { return former.index == index; });
    if (has_items) backfills_.push_back({std::move(index), ++backfills_begun_});
    is_filling_ = !backfills_.empty();
}

bool Table::fill_some() {
    for (FillBudget budget; is_filling_ && !budget.is_used_up();) fill_from_partition(budget);
    return is_filling_;
}

void Table::fill_from_partition(FillBudget& budget) {
    Backfill next;
    {
        const MutexLock lock(mutex_);
        if (backfills_.empty()) return;
        next = backfills_.front();
    }
    const storage::LockedPartition partition(*partitions_, next.hash);
    const bool goes_on = go_on(next, budget, *partition, live_->schema, live_->contents);
    const MutexLock lock(mutex_);
    const bool is_present = !backfills_.empty() && backfills_.front().number == next.number;
    if (is_present && goes_on) {
        backfills_.front() = std::move(next);
    } else if (is_present) {
        backfills_.erase(backfills_.begin());
    }
    is_filling_ = !backfills_.empty();
}

bool Table::is_filling(std::string_view index) const {
    const MutexLock lock(mutex_);
    return std::ranges::find(backfills_, index, &Backfill::index) != backfills_.end();
}

bool Table::has_all_items(std::string_view index) const {
    if (index.empty()) return !is_filling();
    const auto current = snapshot();
    const bool is_there = current->schema.find_index(index) != nullptr ||
                          current->schema.find_vector_index(index) != nullptr;
    return is_there && !is_filling(index);
}

std::vector<Backfill> Table::backfills() const {
    const MutexLock lock(mutex_);
    return backfills_;
}

}  // namespace stator::engine::table
