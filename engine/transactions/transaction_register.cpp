#include "engine/transactions/transaction_register.hpp"

#include <utility>

#include "protocol/errors/transactions.hpp"

namespace stator::engine::transactions {
namespace {

// The table's number, the length of the partition key, both keys' bytes.
std::string register_key(const ItemName& item) {
    const auto pk_bytes = static_cast<std::uint32_t>(item.key.pk.size());
    std::string key;
    key.reserve(sizeof(item.table.value) + sizeof(pk_bytes) + pk_bytes + item.key.sk.size());
    key.append(reinterpret_cast<const char*>(&item.table.value), sizeof(item.table.value));
    key.append(reinterpret_cast<const char*>(&pk_bytes), sizeof(pk_bytes));
    key.append(item.key.pk).append(item.key.sk);
    return key;
}

}  // namespace

TransactionRegister::Entry::Entry(Entry&& other) noexcept
    : home_(std::exchange(other.home_, nullptr)),
      keys_(std::move(other.keys_)),
      conflicts_(std::move(other.conflicts_)),
      has_conflict_(other.has_conflict_) {}

TransactionRegister::Entry::~Entry() {
    if (home_ != nullptr) home_->leave(keys_);
}

std::vector<std::string> TransactionRegister::keys_of(std::span<const ItemName> items) {
    std::vector<std::string> keys;
    for (const ItemName& item : items) keys.push_back(register_key(item));
    return keys;
}

void TransactionRegister::note_conflicts(Entry& entry) const {
    for (const std::string& key : entry.keys_) {
        const bool conflicts = keys_.contains(key);
        entry.conflicts_.push_back(conflicts);
        entry.has_conflict_ = entry.has_conflict_ || conflicts;
    }
}

TransactionRegister::Entry TransactionRegister::look(std::span<const ItemName> items) const {
    Entry entry;
    if (count_.load(std::memory_order_acquire) == 0) return entry;
    entry.keys_ = keys_of(items);
    const MutexLock lock(mutex_);
    note_conflicts(entry);
    return entry;
}

TransactionRegister::Entry TransactionRegister::enter(std::span<const ItemName> items) {
    Entry entry;
    entry.keys_ = keys_of(items);
    const MutexLock lock(mutex_);
    note_conflicts(entry);
    if (entry.has_conflict_) return entry;
    for (const std::string& key : entry.keys_) keys_.insert(key);
    count_.fetch_add(entry.keys_.size(), std::memory_order_acq_rel);
    entry.home_ = this;
    return entry;
}

bool TransactionRegister::contains(const ItemName& item) const {
    const std::string key = register_key(item);
    const MutexLock lock(mutex_);
    return keys_.contains(key);
}

void TransactionRegister::leave(const std::vector<std::string>& keys) {
    const MutexLock lock(mutex_);
    for (const std::string& key : keys) keys_.erase(key);
    count_.fetch_sub(keys.size(), std::memory_order_acq_rel);
}

std::vector<protocol::CancellationReason> conflict_reasons(const TransactionRegister::Entry& entry
) {
    std::vector<protocol::CancellationReason> reasons;
    for (const bool conflicts : entry.conflicts()) {
        reasons.push_back(
            conflicts ? errors::cancellation_reason(errors::transaction_conflict())
                      : errors::no_reason()
        );
    }
    return reasons;
}

}  // namespace stator::engine::transactions
