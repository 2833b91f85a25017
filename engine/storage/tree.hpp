// Tree: the ordered slots of one partition's items, or of one index in that partition.
//
// Order is (hash of the partition key, partition key bytes, sort key bytes). Not thread-safe: its
// partition's mutex guards it.
//
// A copy shares the slots in runs (runs.hpp), and each run until one of the two trees is written to
// there. Backups, forks and comparisons are therefore cheap, and each copy is guarded by its own
// mutex.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/storage/runs.hpp"
#include "engine/storage/slot.hpp"

namespace stator::engine::storage {

// Three-way order of slots and positions. A slot's key is in its record, which is read only if two
// hashes are equal. A search therefore stays within the tree's own memory and misses the cache for
// at most one record.
struct KeyOrder {
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
    struct SlotTraits {
        static std::uint64_t rank(const KeyView& key) { return key.hash; }

        static std::uint64_t rank(const Slot& slot) { return slot.hash(); }

        static int compare(const Slot& slot, const KeyView& key) {
            return KeyOrder::compare(slot, key);
        }

        static void prepare_copy(std::span<const Slot> slots);
    };

    using Slots = Runs<Slot, SlotTraits>;
    using Iterator = Slots::Iterator;

    Tree() = default;
    Tree(Tree&&) = default;
    Tree& operator=(Tree&&) = default;

    // Returns the current record, or an empty one if the key does not exist.
    Record find(const KeyView& key) const;
    // Like find(), for a write that usually installs a record under the same key next. This avoids
    // a second search.
    Record find_to_replace(const KeyView& key);
    // The record at the read point.
    Record find(const KeyView& key, const ReadPoint& point) const;

    // Makes `record` the current record of `key`; an empty record deletes the key. Keeps the
    // previous version if `keep_history` is set. Returns the replaced record.
    Record install(const KeyView& key, Record record, const CommitStamp& stamp, bool keep_history);

    // Appends a slot for an item of that size. Precondition: its key comes after all others.
    void append(Slot slot, std::uint32_t item_size);

    // Removes history that no read at or after `horizon` can see. Visits only keys that have
    // history.
    void prune(const ReadPoint& horizon);

    // True while any key has history.
    bool has_history() const { return !with_history_.empty(); }

    // A tree of the current records, without history. Shares every record, and every run without
    // history.
    Tree copy_current() const;

    // Moves every slot whose hash is at least `first_hash` to `upper`, which must be empty.
    void split(std::uint64_t first_hash, Tree& upper);

    // An iterator is valid until the tree is written to.
    Iterator begin() const { return slots_.begin(); }

    Iterator end() const { return slots_.end(); }

    Iterator lower_bound(const KeyView& key) const;
    Iterator upper_bound(const KeyView& key) const;

    // The number of current items and the bytes DynamoDB bills for them.
    std::int64_t item_count() const { return item_count_; }

    std::int64_t item_bytes() const { return item_bytes_; }

private:
    void count(const Record& record, std::int64_t sign);

    Record replace(Slot& slot, Record record, const CommitStamp& stamp, bool keep_history);

    // A key whose slot has history; the record holds the key's bytes.
    struct KeyWithHistory {
        std::uint64_t hash = 0;
        Record record;
    };

    // Slots in runs that other trees share have no history.
    Slots slots_;
    // The slot that a write found last, unless slots have moved since.
    const Slot* found_ = nullptr;
    std::size_t run_of_found_ = 0;
    std::vector<KeyWithHistory> with_history_;
    std::int64_t item_count_ = 0;
    std::int64_t item_bytes_ = 0;
};

}  // namespace stator::engine::storage
