// Slot: one key of a tree: 16 bytes, a hash and a pointer.
//
// A slot holds the current record. While a read may still need older versions, it also holds these,
// each with the stamp of its commit; the pointer then refers to a version chain. If nothing is
// pinned and no lag is set, no chains exist, and the cost is one branch.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/storage/record.hpp"

namespace stator::engine::storage {

// The commit that made a version, and the index of the write within the commit.
struct CommitStamp {
    SequenceNumber sequence;
    std::uint32_t part = 0;
};

// Some of the writes of one transaction: `first` and later ones, before `end`.
struct CommitParts {
    SequenceNumber commit;
    std::uint32_t first = 0;
    std::uint32_t end = 0;

    bool contains(const CommitStamp& stamp) const {
        return stamp.sequence == commit && first <= stamp.part && stamp.part < end;
    }

    friend bool operator==(const CommitParts&, const CommitParts&) = default;
};

// The versions that a read may see: those committed no later than this, and parts of one later
// commit. The default is the current state.
struct ReadPoint {
    SequenceNumber sequence{std::numeric_limits<std::uint64_t>::max()};
    CommitParts also = {};

    bool sees(const CommitStamp& stamp) const {
        return stamp.sequence <= sequence || also.contains(stamp);
    }

    friend bool operator==(const ReadPoint&, const ReadPoint&) = default;
};

class Slot {
public:
    Slot(std::uint64_t hash, Record record) : hash_(hash), bits_(record.surrender()) {}

    // A slot whose key did not exist before `stamp`; reads at an earlier point do not see it.
    static Slot born(std::uint64_t hash, Record record, const CommitStamp& stamp);

    Slot(Slot&& other) noexcept : hash_(other.hash_), bits_(std::exchange(other.bits_, 0)) {}

    Slot& operator=(Slot&& other) noexcept;

    // For copying a whole tree: takes over a reference that add_reference() has counted.
    // Precondition: the other has no history.
    explicit Slot(const Slot& other) = default;

    Slot& operator=(const Slot&) = delete;

    ~Slot() { clear(); }

    std::uint64_t hash() const { return hash_; }

    KeyView key() const { return {hash_, Record::pk_of(any()), Record::sk_of(any())}; }

    // The current record; empty if the key was deleted and only history is left.
    Record current() const;

    // The current image, or null; borrowed.
    const values::ItemImage* current_image() const {
        if ((bits_ & Record::kTags) != Record::kVersionsTag) return Record::image_of(bits_);
        return versioned_image();
    }

    // Prefetches the object that the slot refers to, for a caller that will change its reference
    // count.
    void fetch() const {
        __builtin_prefetch(Record::pointer<const void>(bits_ & ~Record::kTags), 1);
    }

    // Counts a reference to the record, for a copy of this slot that is about to be made.
    // Precondition: there is no history.
    void add_reference() const { Record::share(bits_).surrender(); }

    // The record at the read point; empty if the key did not exist then.
    Record at(const ReadPoint& point) const;

    // The image at the read point, or null; borrowed.
    const values::ItemImage* image_at(const ReadPoint& point) const {
        if ((bits_ & Record::kTags) != Record::kVersionsTag) return Record::image_of(bits_);
        return versioned_image(point);
    }

    // Replaces the record (an empty one deletes) without keeping older versions. Precondition:
    // there is no history, or the record is not empty.
    void replace(Record record);

    // Replaces the record and keeps the previous one as history.
    void push(Record record, const CommitStamp& stamp);

    // Removes versions that no read at or after `horizon` can see. Returns true if no version is
    // left and the slot can be removed.
    bool prune(const ReadPoint& horizon);

    bool has_history() const { return (bits_ & Record::kTags) == Record::kVersionsTag; }

private:
    struct Versions;

    Versions* versions() const { return Record::pointer<Versions>(bits_ & ~Record::kTags); }

    // The bits of any record of this key, to read the key's bytes.
    std::uintptr_t any() const {
        return (bits_ & Record::kTags) == Record::kVersionsTag ? key_bits() : bits_;
    }

    std::uintptr_t key_bits() const;
    const values::ItemImage* versioned_image() const;
    const values::ItemImage* versioned_image(const ReadPoint& point) const;
    void clear();

    std::uint64_t hash_;
    std::uintptr_t bits_;
};

}  // namespace stator::engine::storage
