// DecisionLog: what was decided of requests, and why: the latest ones in a ring, and everything
// that they needed since it was cleared. Thread-safe; add() holds a lock for less than a
// microsecond, and writes where the oldest decision was: what is kept of a request outlives it by
// thousands of others, and memory of its own would scatter all that comes after it.
#pragma once

#include <absl/container/flat_hash_set.h>
#include <absl/container/inlined_vector.h>

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emulator/access/authentication/key_ring.hpp"
#include "emulator/access/authorization/decision.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"

namespace stator::emulator::access::authorization {

struct DecisionRecord {
    std::uint64_t number = 0;  // from 1, given by the log
    engine::Instant time = {};
    std::string universe = {};
    std::string operation = {};
    // Who asked. Never null.
    std::shared_ptr<const authentication::AccessKey> key = nullptr;
    // What the client was told or, where requests are only audited, would have been.
    std::string refusal = {};
    absl::InlinedVector<Evaluation, 1> evaluations = {};
};

// Actions and resources.
using Grants = std::set<std::pair<std::string, std::string>>;

class DecisionLog {
public:
    using RecordPtr = std::shared_ptr<const DecisionRecord>;

    static constexpr std::size_t kCapacity = 10'000;
    // How many different needs are remembered of all principals.
    static constexpr std::size_t kMaxGrants = 100'000;

    // Returns its number.
    std::uint64_t add(DecisionRecord record);

    // Null when it has been forgotten, or never was.
    RecordPtr find(std::uint64_t number) const;

    // The last `limit` ones, in the order of their numbers; of refused requests alone if asked.
    std::vector<RecordPtr> list(bool only_refused, std::size_t limit) const;

    // What requests needed, by their principals: all of them, or those that were not refused.
    std::map<std::string, Grants> needed(bool with_refused) const;

    struct Totals {
        std::uint64_t allowed = 0;
        std::uint64_t refused = 0;
    };

    Totals totals() const;

    // Forgets all but the totals. Numbers continue.
    void clear();

private:
    // Resources by the numbers of actions.
    using Resources = std::set<std::string, std::less<>>;
    using ByAction = std::map<std::size_t, Resources>;

    // What one principal's requests needed.
    struct Needed {
        ByAction allowed = {};
        ByAction refused = {};
    };

    // What has been noted of a matter: that it was needed by a request that was refused, or by one
    // that was not.
    using Noted = std::pair<SharedMatter, bool>;

    static constexpr std::size_t kMaxNoted = 10'000;

    void note(const SharedMatter& matter, bool is_refused, const std::string& principal)
        STATOR_REQUIRES(mutex_);

    mutable engine::Mutex mutex_;
    std::uint64_t last_number_ STATOR_GUARDED_BY(mutex_) = 0;
    Totals totals_ STATOR_GUARDED_BY(mutex_);
    // Of consecutive numbers.
    boost::circular_buffer<DecisionRecord> ring_ STATOR_GUARDED_BY(mutex_){kCapacity};
    std::map<std::string, Needed, std::less<>> needed_ STATOR_GUARDED_BY(mutex_);
    std::size_t grants_ STATOR_GUARDED_BY(mutex_) = 0;
    // What needed_ has for sure, as nearly every request finds what it needs here.
    absl::flat_hash_set<Noted> noted_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::access::authorization
