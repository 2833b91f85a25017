// TransactionRegister: the items that running transactions use.
//
// A transaction enters all its items before it takes a lock and removes them when it ends. Another
// transaction or a single write of one of these items gets a conflict, as in DynamoDB, instead of
// waiting. An entry that is kept open produces conflicts on purpose. Thread-safe. Lock order: after
// partitions. Costs one atomic load while no transaction runs.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/mutex.hpp"
#include "engine/storage/record.hpp"
#include "protocol/base/api_error.hpp"

namespace stator::engine::transactions {

struct ItemName {
    TableNumber table;
    storage::KeyView key;
};

class TransactionRegister {
public:
    // A transaction's items; the destructor removes them from the register. After a conflict, no
    // item was entered, and the entry tells which items conflict.
    class Entry {
    public:
        Entry(Entry&& other) noexcept;
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;
        Entry& operator=(Entry&&) = delete;
        ~Entry();

        bool has_conflict() const { return has_conflict_; }

        // One flag per item, in the order passed to enter() or look(); empty if look() found no
        // running transaction.
        const std::vector<bool>& conflicts() const { return conflicts_; }

    private:
        friend class TransactionRegister;
        Entry() = default;

        TransactionRegister* home_ = nullptr;
        std::vector<std::string> keys_;
        std::vector<bool> conflicts_;
        bool has_conflict_ = false;
    };

    // Enters the items, which must be distinct.
    Entry enter(std::span<const ItemName> items);

    // Checks which of the items a running transaction uses. Enters nothing.
    Entry look(std::span<const ItemName> items) const;

    // True while a transaction uses the item.
    bool is_busy(const ItemName& item) const {
        return count_.load(std::memory_order_acquire) != 0 && contains(item);
    }

private:
    static std::vector<std::string> keys_of(std::span<const ItemName> items);
    void note_conflicts(Entry& entry) const STATOR_REQUIRES(mutex_);
    bool contains(const ItemName& item) const;
    void leave(const std::vector<std::string>& keys);

    mutable Mutex mutex_;
    absl::flat_hash_set<std::string> keys_ STATOR_GUARDED_BY(mutex_);
    std::atomic<std::size_t> count_{0};
};

// Returns a TransactionConflict reason for each conflicting item, and "None" for the others.
std::vector<protocol::CancellationReason> conflict_reasons(const TransactionRegister::Entry& entry);

}  // namespace stator::engine::transactions
