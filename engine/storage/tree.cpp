#include "engine/storage/tree.hpp"

#include <cassert>
#include <utility>

namespace stator::engine::storage {

Record Tree::find(const KeyView& key) const {
    const auto found = slots_.find(key);
    return found == slots_.end() ? Record() : found->current();
}

Record Tree::find(const KeyView& key, const ReadPoint& point) const {
    const auto found = slots_.find(key);
    return found == slots_.end() ? Record() : found->at(point);
}

void Tree::count(const Record& record, std::int64_t sign) {
    if (!record) return;
    item_count_ += sign;
    item_bytes_ += sign * static_cast<std::int64_t>(record.image()->item_size());
}

Record Tree::install(
    const KeyView& key, Record record, const CommitStamp& stamp, bool keep_history
) {
    const auto found = slots_.lower_bound(key);
    const bool exists = found != slots_.end() && KeyOrder::compare(*found, key) == 0;
    count(record, 1);
    if (!exists) {
        if (!record) return {};
        if (keep_history) with_history_.push_back({key.hash, record});
        Slot slot = keep_history ? Slot::born(key.hash, std::move(record), stamp)
                                 : Slot(key.hash, std::move(record));
        slots_.insert(found, std::move(slot));
        return {};
    }
    Record old = found->current();
    count(old, -1);
    // The key's bytes do not change, so the slot may change inside the ordered set.
    auto& slot = const_cast<Slot&>(*found);
    if (keep_history || slot.has_history()) {
        if (!slot.has_history()) with_history_.push_back({key.hash, old});
        slot.push(std::move(record), stamp);
    } else if (record) {
        slot.replace(std::move(record));
    } else {
        slots_.erase(found);
    }
    return old;
}

void Tree::append(Slot slot, std::uint32_t item_size) {
    ++item_count_;
    item_bytes_ += item_size;
    slots_.insert(slots_.end(), std::move(slot));
}

void Tree::prune(const ReadPoint& horizon) {
    std::erase_if(with_history_, [&](const KeyWithHistory& key) {
        const auto slot = slots_.find(KeyView{key.hash, key.record.pk(), key.record.sk()});
        if (!const_cast<Slot&>(*slot).prune(horizon)) return !slot->has_history();
        slots_.erase(slot);
        return true;
    });
}

// Every record is touched, to be shared, and most are far from the processor: they are fetched
// while those before them are copied. The images behind index entries are left alone: they would
// take longer than everything else, and the tree knows already what they amount to.
// Nearly all of the time goes into fetching what counts the references, which lie all over the
// memory. Without history they are all counted first, each fetched ahead of its turn, and then the
// tree is copied as it is: inserting slots one by one would read the keys, too.
Tree Tree::copy_current() const {
    constexpr int kSlotsAhead = 16;
    Tree copy;
    auto ahead = slots_.begin();
    const auto fetch_next = [&] {
        if (ahead == slots_.end()) return;
        ahead->fetch();
        ++ahead;
    };
    for (int i = 0; i < kSlotsAhead; ++i) fetch_next();
    if (has_history()) {
        for (const Slot& slot : slots_) {
            fetch_next();
            Record record = slot.current();
            if (record) copy.slots_.insert(copy.slots_.end(), Slot(slot.hash(), std::move(record)));
        }
    } else {
        for (const Slot& slot : slots_) {
            fetch_next();
            slot.add_reference();
        }
        copy.slots_ = slots_;
    }
    copy.item_count_ = item_count_;
    copy.item_bytes_ = item_bytes_;
    return copy;
}

void Tree::split(std::uint64_t first_hash, Tree& upper) {
    assert(upper.slots_.empty());
    const auto from = slots_.lower_bound(KeyView{first_hash, {}, {}});
    for (auto slot = from; slot != slots_.end(); ++slot) {
        const Record record = slot->current();
        count(record, -1);
        upper.count(record, 1);
        upper.slots_.insert(upper.slots_.end(), std::move(const_cast<Slot&>(*slot)));
    }
    // The moved-from slots keep their hash, but their keys are gone: rebuild the lower half.
    Slots lower;
    for (auto slot = slots_.begin(); slot != from; ++slot) {
        lower.insert(lower.end(), std::move(const_cast<Slot&>(*slot)));
    }
    slots_ = std::move(lower);
    for (const KeyWithHistory& key : with_history_) {
        if (key.hash >= first_hash) upper.with_history_.push_back(key);
    }
    std::erase_if(with_history_, [&](const auto& key) { return key.hash >= first_hash; });
}

}  // namespace stator::engine::storage
