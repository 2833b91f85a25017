// TransactionRegister: the items that running transactions are working on.
//
// A transaction enters all its items before it takes a lock and removes them when it ends. Another
// transaction or a single write that meets one of them conflicts, as in DynamoDB, instead of
// waiting. Keeping an entry open produces conflicts on purpose. Thread-safe. Lock order: after
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
    // A transaction's items, removed from the register by the destructor; or, after a conflict,
    // which of the items conflict (nothing was entered then).
    class Entry {
    public:
        Entry(Entry&& other) noexcept;
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;
        Entry& operator=(Entry&&) = delete;
        ~Entry();

        bool has_conflict() const { return has_conflict_; }

        // One flag per item, in the order given.
        const std::vector<bool>& conflicts() const { return conflicts_; }

    private:
        friend class TransactionRegister;
        Entry() = default;

        TransactionRegister* home_ = nullptr;
        std::vector<std::string> keys_;
        std::vector<bool> conflicts_;
        bool has_conflict_ = false;
    };

    // The items must differ from each other.
    Entry enter(std::span<const ItemName> items);

    // Which of the items a transaction is working on; enters nothing.
    Entry look(std::span<const ItemName> items) const;

    // True while a transaction works on the item.
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

// A TransactionConflict reason for each conflicting item, "None" for the others.
std::vector<protocol::CancellationReason> conflict_reasons(const TransactionRegister::Entry& entry);

}  // namespace stator::engine::transactions
