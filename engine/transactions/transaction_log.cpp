#include "engine/transactions/transaction_log.hpp"

#include <openssl/sha.h>

#include <iterator>
#include <sstream>

#include "protocol/base/limits.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::engine::transactions {
namespace {

// Universe, region, operation and token, separated by NUL, which none of them can contain. The
// first two are the entry's place, the other two are its key.
std::string token_key(const Place& place, std::string_view operation_and_token) {
    std::string key(place.universe);
    key.push_back('\0');
    key.append(place.region).push_back('\0');
    key.append(operation_and_token);
    return key;
}

std::string sha256(std::string_view bytes) {
    std::string digest(SHA256_DIGEST_LENGTH, '\0');
    SHA256(
        reinterpret_cast<const unsigned char*>(bytes.data()),
        bytes.size(),
        reinterpret_cast<unsigned char*>(digest.data())
    );
    return digest;
}

// One line per table: its units, a space, its name.
std::string encode_replay(const TransactionReplay& replay) {
    std::string text;
    for (const auto& [name, units] : replay) {
        text.append(std::to_string(units)).append(" ").append(name).append("\n");
    }
    return text;
}

TransactionReplay decode_replay(const std::string& text) {
    TransactionReplay replay;
    std::istringstream lines(text);
    double units = 0;
    std::string name;
    while (lines >> units >> name) replay.emplace_back(name, units);
    return replay;
}

}  // namespace

TransactionLog::Use::Use(Use&& other) noexcept
    : home_(std::exchange(other.home_, nullptr)),
      key_(std::move(other.key_)),
      fingerprint_(std::move(other.fingerprint_)),
      is_replay_(other.is_replay_),
      replay_(std::move(other.replay_)),
      journal_ticket_(other.journal_ticket_) {}

TransactionLog::Use::~Use() {
    if (home_ != nullptr) home_->release(key_);
}

std::optional<persistence::EntryRow> TransactionLog::Use::row(
    const TransactionReplay& replay, Instant now
) const {
    if (home_ == nullptr) return std::nullopt;
    const Instant expires_at = now + protocol::kClientRequestTokenLifeMs;
    return home_->row(key_, fingerprint_, replay, expires_at);
}

void TransactionLog::Use::commit(
    TransactionReplay replay, Instant now, JournalTicket journal_ticket
) {
    if (home_ == nullptr) return;
    home_->remember(key_, std::move(replay), now, journal_ticket);
    home_ = nullptr;
}

Result<TransactionLog::Use> TransactionLog::begin(
    const RequestContext& context,
    std::string_view operation,
    std::string_view token,
    std::string_view payload
) {
    Use use;
    if (token.empty()) return use;
    use.fingerprint_ = sha256(payload);
    const std::string operation_and_token = std::string(operation).append(1, '\0').append(token);
    use.key_ = token_key(context.place, operation_and_token);
    const MutexLock lock(mutex_);
    forget_expired(context.now);
    const auto [position, is_new] = records_.try_emplace(use.key_);
    Record& record = position->second;
    if (is_new) {
        record.fingerprint = use.fingerprint_;
        use.home_ = this;
        return use;
    }
    if (record.fingerprint != use.fingerprint_) return errors::idempotent_parameter_mismatch();
    if (record.in_progress) return errors::transaction_in_progress();
    use.is_replay_ = true;
    use.replay_ = record.replay;
    use.journal_ticket_ = record.journal_ticket;
    return use;
}

void TransactionLog::forget_expired(Instant now) {
    while (!expiries_.empty() && expiries_.begin()->first <= now) {
        const auto found = records_.find(expiries_.begin()->second);
        // The token may have been used again since it expired.
        const bool is_over = found != records_.end() && !found->second.in_progress &&
                             found->second.expires_at <= now;
        if (is_over) records_.erase(found);
        expiries_.erase(expiries_.begin());
    }
}

void TransactionLog::remember(
    const std::string& key, TransactionReplay replay, Instant now, JournalTicket journal_ticket
) {
    const MutexLock lock(mutex_);
    Record& record = records_[key];
    record.in_progress = false;
    record.replay = std::move(replay);
    record.journal_ticket = journal_ticket;
    record.expires_at = now + protocol::kClientRequestTokenLifeMs;
    expiries_.emplace(record.expires_at, key);
}

// The row's value is the fingerprint, followed by the replay.
persistence::EntryRow TransactionLog::row(
    const std::string& key,
    const std::string& fingerprint,
    const TransactionReplay& replay,
    Instant expires_at
) const {
    const std::size_t region = key.find('\0') + 1;
    const std::size_t rest = key.find('\0', region) + 1;
    return {
        std::string(name()),
        Place{key.substr(0, region - 1), key.substr(region, rest - 1 - region)},
        key.substr(rest),
        fingerprint + encode_replay(replay),
        expires_at};
}

bool TransactionLog::adapt(persistence::EntryRow& row) const {
    return row.value->size() >= SHA256_DIGEST_LENGTH && row.expires_at;
}

void TransactionLog::restore(const persistence::EntryRow& row) {
    const std::string key = token_key(row.place, row.key);
    const MutexLock lock(mutex_);
    Record& record = records_[key];
    record.fingerprint = row.value->substr(0, SHA256_DIGEST_LENGTH);
    record.in_progress = false;
    record.replay = decode_replay(row.value->substr(SHA256_DIGEST_LENGTH));
    record.expires_at = *row.expires_at;
    expiries_.emplace(record.expires_at, key);
}

std::vector<persistence::EntryRow> TransactionLog::contents(std::string_view universe) const {
    const MutexLock lock(mutex_);
    return remembered(universe);
}

std::vector<persistence::EntryRow> TransactionLog::forget(std::string_view universe) {
    const std::string prefix = std::string(universe).append(1, '\0');
    const MutexLock lock(mutex_);
    std::vector<persistence::EntryRow> forgotten = remembered(universe);
    for (auto expiry = expiries_.begin(); expiry != expiries_.end();) {
        const bool is_here = expiry->second.starts_with(prefix);
        if (is_here) records_.erase(expiry->second);
        expiry = is_here ? expiries_.erase(expiry) : std::next(expiry);
    }
    return forgotten;
}

std::vector<persistence::EntryRow> TransactionLog::remembered(std::string_view universe) const {
    const std::string prefix = std::string(universe).append(1, '\0');
    std::vector<persistence::EntryRow> rows;
    for (const auto& [at, key] : expiries_) {
        const auto found = records_.find(key);
        const bool is_current = found != records_.end() && found->second.expires_at == at;
        if (!is_current || !key.starts_with(prefix)) continue;
        rows.push_back(row(key, found->second.fingerprint, found->second.replay, at));
    }
    return rows;
}

void TransactionLog::release(const std::string& key) {
    const MutexLock lock(mutex_);
    records_.erase(key);
}

}  // namespace stator::engine::transactions
