// Tree: the ordered slots of one partition's items, or of one index in it.
//
// Order is (hash of the partition key, partition key bytes, sort key bytes). Not thread-safe: its
// partition's mutex guards it.
#pragma once

#include <absl/container/btree_set.h>
#include <absl/types/compare.h>

#include <cstdint>
#include <vector>

#include "engine/storage/slot.hpp"

namespace stator::engine::storage {

// Three-way order of slots and positions. A slot's key lies in its record, which is read only when
// two hashes are equal: a search stays within the tree's own memory and misses the cache for one
// record at most.
struct KeyOrder {
    using is_transparent = void;

    template <class Left, class Right>
    absl::weak_ordering operator()(const Left& left, const Right& right) const {
        const int order = compare(left, right);
        if (order != 0) return order < 0 ? absl::weak_ordering::less : absl::weak_ordering::greater;
        return absl::weak_ordering::equivalent;
    }

    template <class Left, class Right>
    static int compare(const Left& left, const Right& right) {
        if (hash(left) != hash(right)) return hash(left) < hash(right) ? -1 : 1;
        return compare_keys(key(left), key(right));
    }

private:
    static std::uint64_t hash(const Slot& slot) { return slot.hash(); }

    static std::uint64_t hash(const KeyView& key) { return key.hash; }

    static KeyView key(const Slot& slot) { return slot.key(); }

    static const KeyView& key(const KeyView& key) { return key; }

    static int compare_keys(const KeyView& left, const KeyView& right) {
        if (const int order = left.pk.compare(right.pk); order != 0) return order;
        return left.sk.compare(right.sk);
    }
};

class Tree {
public:
    using Slots = absl::btree_set<Slot, KeyOrder>;
    using Iterator = Slots::const_iterator;

    // The current record; empty when there is none.
    Record find(const KeyView& key) const;
    // The record at the read point.
    Record find(const KeyView& key, const ReadPoint& point) const;

    // Makes `record` current under `key`; an empty one deletes. Keeps the past when `keep_history`
    // is set. Returns the replaced record.
    Record install(const KeyView& key, Record record, const CommitStamp& stamp, bool keep_history);

    // Appends a slot for an item of that size. Precondition: its key comes after all others.
    void append(Slot slot, std::uint32_t item_size);

    // Drops history that no read at or after `horizon` can see. Visits only keys that have history.
    void prune(const ReadPoint& horizon);

    // True while any key has history.
    bool has_history() const { return !with_history_.empty(); }

    // A tree of the current records, without history; shares every record.
    Tree copy_current() const;

    // Moves every slot whose hash is at least `first_hash` to `upper`, which must be empty.
    void split(std::uint64_t first_hash, Tree& upper);

    Iterator begin() const { return slots_.begin(); }

    Iterator end() const { return slots_.end(); }

    Iterator lower_bound(const KeyView& key) const { return slots_.lower_bound(key); }

    Iterator upper_bound(const KeyView& key) const { return slots_.upper_bound(key); }

    // The number of current items and the bytes DynamoDB bills for them.
    std::int64_t item_count() const { return item_count_; }

    std::int64_t item_bytes() const { return item_bytes_; }

private:
    void count(const Record& record, std::int64_t sign);

    // A key whose slot has history; the record holds the key's bytes.
    struct KeyWithHistory {
        std::uint64_t hash = 0;
        Record record;
    };

    Slots slots_;
    std::vector<KeyWithHistory> with_history_;
    std::int64_t item_count_ = 0;
    std::int64_t item_bytes_ = 0;
};

}  // namespace stator::engine::storage
