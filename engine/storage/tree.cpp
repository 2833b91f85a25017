#include "engine/storage/tree.hpp"

#include <algorithm>
#include <utility>

namespace stator::engine::storage {
namespace {

// Records, which contain their reference counts, are scattered in memory. Waiting for them is
// nearly all of the time that a copy takes, so they are prefetched some slots ahead.
template <class Visit>
void visit_with_records(std::span<const Slot> slots, const Visit& visit) {
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < std::min(kAhead, slots.size()); ++i) slots[i].fetch();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (i + kAhead < slots.size()) slots[i + kAhead].fetch();
        visit(slots[i]);
    }
}

}  // namespace

// The copy constructor of a slot does not count a reference.
void Tree::SlotTraits::prepare_copy(std::span<const Slot> slots) {
    visit_with_records(slots, [](const Slot& slot) { slot.add_reference(); });
}

Tree::Iterator Tree::lower_bound(const KeyView& key) const {
    return slots_.lower_bound(key);
}

Tree::Iterator Tree::upper_bound(const KeyView& key) const {
    return slots_.upper_bound(key);
}

Record Tree::find(const KeyView& key) const {
    const Slot* const found = slots_.find(key);
    return found == nullptr ? Record() : found->current();
}

Record Tree::find_to_replace(const KeyView& key) {
    run_of_found_ = slots_.find_run(key);
    found_ = slots_.find_in_run(run_of_found_, key);
    return found_ == nullptr ? Record() : found_->current();
}

Record Tree::find(const KeyView& key, const ReadPoint& point) const {
    const Slot* const found = slots_.find(key);
    return found == nullptr ? Record() : found->at(point);
}

void Tree::count(const Record& record, std::int64_t sign) {
    if (!record) return;
    item_count_ += sign;
    item_bytes_ += sign * static_cast<std::int64_t>(record.image()->item_size());
}

Record Tree::install(
    const KeyView& key, Record record, const CommitStamp& stamp, bool keep_history
) {
    // Usually this slot is the one that find_to_replace() has just found for the same write.
    const Slot* const seen = std::exchange(found_, nullptr);
    const bool is_seen = seen != nullptr && record && !slots_.is_shared(run_of_found_) &&
                         KeyOrder::compare(*seen, key) == 0;
    if (is_seen) return replace(const_cast<Slot&>(*seen), std::move(record), stamp, keep_history);
    const Slots::Place place = slots_.own(key);
    const bool exists = !slots_.is_end(place) && KeyOrder::compare(*place.at, key) == 0;
    if (!exists) {
        if (!record) return {};
        count(record, 1);
        if (keep_history) with_history_.push_back({key.hash, record});
        Slot slot = keep_history ? Slot::born(key.hash, std::move(record), stamp)
                                 : Slot(key.hash, std::move(record));
        slots_.insert(place, std::move(slot));
        return {};
    }
    if (record || keep_history || place.at->has_history()) {
        return replace(*place.at, std::move(record), stamp, keep_history);
    }
    Record old = place.at->current();
    count(old, -1);
    slots_.erase(place);
    return old;
}

// The key's bytes do not change, so the slot may change inside the ordered set. Precondition:
// `record` is not empty, or history must be kept.
Record Tree::replace(Slot& slot, Record record, const CommitStamp& stamp, bool keep_history) {
    Record old = slot.current();
    count(old, -1);
    count(record, 1);
    if (keep_history || slot.has_history()) {
        if (!slot.has_history()) with_history_.push_back({slot.hash(), old});
        slot.push(std::move(record), stamp);
    } else {
        slot.replace(std::move(record));
    }
    return old;
}

void Tree::append(Slot slot, std::uint32_t item_size) {
    ++item_count_;
    item_bytes_ += item_size;
    found_ = nullptr;
    slots_.append(std::move(slot));
}

void Tree::prune(const ReadPoint& horizon) {
    found_ = nullptr;
    std::erase_if(with_history_, [&](const KeyWithHistory& key) {
        const Slots::Place place = slots_.own(KeyView{key.hash, key.record.pk(), key.record.sk()});
        if (!place.at->prune(horizon)) return !place.at->has_history();
        slots_.erase(place);
        return true;
    });
}

Tree Tree::copy_current() const {
    Tree copy;
    copy.item_count_ = item_count_;
    copy.item_bytes_ = item_bytes_;
    std::vector<std::size_t> runs;
    for (const KeyWithHistory& key : with_history_) {
        runs.push_back(slots_.find_run(KeyView{key.hash, key.record.pk(), key.record.sk()}));
    }
    std::sort(runs.begin(), runs.end());
    runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    copy.slots_ = slots_.copy_but(runs, [](std::span<const Slot> slots, const auto& append) {
        visit_with_records(slots, [&](const Slot& slot) {
            Record record = slot.current();
            if (record) append(Slot(slot.hash(), std::move(record)));
        });
    });
    return copy;
}

void Tree::split(std::uint64_t first_hash, Tree& upper) {
    found_ = nullptr;
    slots_.split(KeyView{first_hash, {}, {}}, upper.slots_);
    upper.slots_.visit_runs([&](std::span<const Slot> slots) {
        visit_with_records(slots, [&](const Slot& slot) {
            const Record record = slot.current();
            count(record, -1);
            upper.count(record, 1);
        });
    });
    for (const KeyWithHistory& key : with_history_) {
        if (key.hash >= first_hash) upper.with_history_.push_back(key);
    }
    std::erase_if(with_history_, [&](const auto& key) { return key.hash >= first_hash; });
}

}  // namespace stator::engine::storage
