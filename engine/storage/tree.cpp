#include "engine/storage/tree.hpp"

#include <cassert>
#include <utility>

namespace stator::engine::storage {
namespace {

// Slots are found ahead of their turn, for what counts the references to a record lies anywhere in
// the memory: fetching it is nearly all of the time that a copy takes.
class SlotsAhead {
public:
    explicit SlotsAhead(const Tree::Slots& slots) : next_(slots.begin()), end_(slots.end()) {
        constexpr int kAhead = 16;
        for (int i = 0; i < kAhead; ++i) fetch_next();
    }

    void fetch_next() {
        if (next_ == end_) return;
        next_->fetch();
        ++next_;
    }

private:
    Tree::Iterator next_;
    Tree::Iterator end_;
};

}  // namespace

Tree::Tree() : shared_(new SharedSlots()) {}

Record Tree::find(const KeyView& key) const {
    const auto found = slots().find(key);
    return found == slots().end() ? Record() : found->current();
}

Record Tree::find_to_replace(const KeyView& key) {
    const auto found = slots().find(key);
    found_ = found == slots().end() ? nullptr : &*found;
    return found_ == nullptr ? Record() : found_->current();
}

Record Tree::find(const KeyView& key, const ReadPoint& point) const {
    const auto found = slots().find(key);
    return found == slots().end() ? Record() : found->at(point);
}

void Tree::count(const Record& record, std::int64_t sign) {
    if (!record) return;
    item_count_ += sign;
    item_bytes_ += sign * static_cast<std::int64_t>(record.image()->item_size());
}

Record Tree::install(
    const KeyView& key, Record record, const CommitStamp& stamp, bool keep_history
) {
    Slots& slots = own_slots();
    // Mostly it is the one that the write has just looked at, to see what it replaces.
    const Slot* const seen = std::exchange(found_, nullptr);
    if (seen != nullptr && record && KeyOrder::compare(*seen, key) == 0) {
        return replace(const_cast<Slot&>(*seen), std::move(record), stamp, keep_history);
    }
    const auto found = slots.lower_bound(key);
    const bool exists = found != slots.end() && KeyOrder::compare(*found, key) == 0;
    if (!exists) {
        if (!record) return {};
        count(record, 1);
        if (keep_history) with_history_.push_back({key.hash, record});
        Slot slot = keep_history ? Slot::born(key.hash, std::move(record), stamp)
                                 : Slot(key.hash, std::move(record));
        slots.insert(found, std::move(slot));
        return {};
    }
    if (record || keep_history || found->has_history()) {
        return replace(const_cast<Slot&>(*found), std::move(record), stamp, keep_history);
    }
    Record old = found->current();
    count(old, -1);
    slots.erase(found);
    return old;
}

// The key's bytes do not change, so the slot may change inside the ordered set. Precondition: there
// is a record, or history to be kept.
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
    Slots& slots = own_slots();
    slots.insert(slots.end(), std::move(slot));
}

void Tree::prune(const ReadPoint& horizon) {
    found_ = nullptr;
    Slots& slots = own_slots();
    std::erase_if(with_history_, [&](const KeyWithHistory& key) {
        const auto slot = slots.find(KeyView{key.hash, key.record.pk(), key.record.sk()});
        if (!const_cast<Slot&>(*slot).prune(horizon)) return !slot->has_history();
        slots.erase(slot);
        return true;
    });
}

Tree Tree::copy_current() const {
    Tree copy;
    copy.item_count_ = item_count_;
    copy.item_bytes_ = item_bytes_;
    if (!has_history()) {
        copy.shared_ = shared_;
        return copy;
    }
    Slots& current = copy.shared_->slots;
    SlotsAhead ahead(slots());
    for (const Slot& slot : slots()) {
        ahead.fetch_next();
        Record record = slot.current();
        if (record) current.insert(current.end(), Slot(slot.hash(), std::move(record)));
    }
    return copy;
}

// The records are counted first, and then the tree is copied as it is: inserting slots one by one
// would read the keys, too. The images behind index entries are left alone.
void Tree::separate() {
    boost::intrusive_ptr<SharedSlots> own(new SharedSlots());
    SlotsAhead ahead(slots());
    for (const Slot& slot : slots()) {
        ahead.fetch_next();
        slot.add_reference();
    }
    own->slots = slots();
    shared_ = std::move(own);
    found_ = nullptr;
}

void Tree::split(std::uint64_t first_hash, Tree& upper) {
    assert(upper.slots().empty());
    found_ = nullptr;
    Slots& slots = own_slots();
    Slots& upper_slots = upper.own_slots();
    const auto from = slots.lower_bound(KeyView{first_hash, {}, {}});
    for (auto slot = from; slot != slots.end(); ++slot) {
        const Record record = slot->current();
        count(record, -1);
        upper.count(record, 1);
        upper_slots.insert(upper_slots.end(), std::move(const_cast<Slot&>(*slot)));
    }
    // The moved-from slots keep their hash, but their keys are gone: rebuild the lower half.
    Slots lower;
    for (auto slot = slots.begin(); slot != from; ++slot) {
        lower.insert(lower.end(), std::move(const_cast<Slot&>(*slot)));
    }
    slots = std::move(lower);
    for (const KeyWithHistory& key : with_history_) {
        if (key.hash >= first_hash) upper.with_history_.push_back(key);
    }
    std::erase_if(with_history_, [&](const auto& key) { return key.hash >= first_hash; });
}

}  // namespace stator::engine::storage
