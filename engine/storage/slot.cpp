#include "engine/storage/slot.hpp"

#include <cassert>

namespace stator::engine::storage {

// The versions of one key, oldest first. The first version has stamp zero if it existed before
// history was kept. `key` keeps the key's bytes alive if every version is a deletion.
struct Slot::Versions {
    struct Version {
        CommitStamp stamp;
        Record record;  // empty for a deletion
    };

    std::vector<Version> list;
    Record key;
};

Slot Slot::born(std::uint64_t hash, Record record, const CommitStamp& stamp) {
    auto* chain = new Versions();
    chain->key = record;
    chain->list.push_back({stamp, std::move(record)});
    Slot slot(hash, Record());
    slot.bits_ = reinterpret_cast<std::uintptr_t>(chain) | Record::kVersionsTag;
    return slot;
}

Slot& Slot::operator=(Slot&& other) noexcept {
    if (this == &other) return *this;
    clear();
    hash_ = other.hash_;
    bits_ = std::exchange(other.bits_, 0);
    return *this;
}

void Slot::clear() {
    if (has_history()) {
        delete versions();
    } else {
        Record::adopt(bits_);
    }
    bits_ = 0;
}

std::uintptr_t Slot::key_bits() const {
    Record copy = versions()->key;
    const std::uintptr_t bits = copy.surrender();
    Record::adopt(bits);  // the chain itself keeps the record alive
    return bits;
}

const values::ItemImage* Slot::versioned_image() const {
    const Record& newest = versions()->list.back().record;
    return newest ? newest.image() : nullptr;
}

const values::ItemImage* Slot::versioned_image(const ReadPoint& point) const {
    // The versions keep it alive.
    return at(point).image();
}

Record Slot::current() const {
    if (has_history()) return versions()->list.back().record;
    return Record::share(bits_);
}

Record Slot::at(const ReadPoint& point) const {
    if (!has_history()) return Record::share(bits_);
    const auto& list = versions()->list;
    for (auto version = list.rbegin(); version != list.rend(); ++version) {
        if (point.sees(version->stamp)) return version->record;
    }
    return {};
}

void Slot::replace(Record record) {
    assert(record);
    clear();
    bits_ = record.surrender();
}

void Slot::push(Record record, const CommitStamp& stamp) {
    if (!has_history()) {
        auto* chain = new Versions();
        chain->key = Record::share(bits_);
        chain->list.push_back({CommitStamp{}, Record::adopt(bits_)});
        bits_ = reinterpret_cast<std::uintptr_t>(chain) | Record::kVersionsTag;
    }
    versions()->list.push_back({stamp, std::move(record)});
}

bool Slot::prune(const ReadPoint& horizon) {
    if (!has_history()) return false;
    auto& list = versions()->list;
    // The newest version that the horizon sees, and all later ones, are still needed.
    std::size_t keep_from = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (horizon.sees(list[i].stamp)) keep_from = i;
    }
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(keep_from));
    // Stamp zero makes the version visible to every read, also to one in progress at an older
    // point.
    if (horizon.sees(list.front().stamp)) list.front().stamp = CommitStamp{};
    if (list.size() > 1) return false;
    Record last = list.front().record;
    if (!last) return horizon.sees(list.front().stamp);
    if (!horizon.sees(list.front().stamp)) return false;
    replace(std::move(last));
    return false;
}

}  // namespace stator::engine::storage
