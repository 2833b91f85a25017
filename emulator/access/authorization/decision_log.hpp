// DecisionLog: the decisions about requests and their reasons. Keeps the latest decisions in a
// ring, and all needs since it was last cleared. Thread-safe. add() holds a lock for less than a
// microsecond. It overwrites the oldest decision, because a record outlives its request by
// thousands of others, and separate allocations would fragment the memory of all later requests.
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
    std::uint64_t number = 0;  // from 1, assigned by the log
    engine::Instant time = {};
    std::string universe = {};
    std::string operation = {};
    // The key of the sender. Never null.
    std::shared_ptr<const authentication::AccessKey> key = nullptr;
    // The error message that the client received, or would have received in audit mode. "" if
    // allowed.
    std::string refusal = {};
    absl::InlinedVector<Evaluation, 1> evaluations = {};
};

// Pairs of an action and a resource.
using Grants = std::set<std::pair<std::string, std::string>>;

class DecisionLog {
public:
    using RecordPtr = std::shared_ptr<const DecisionRecord>;

    static constexpr std::size_t kCapacity = 10'000;
    // The maximum number of different needs that are recorded for all principals together.
    static constexpr std::size_t kMaxGrants = 100'000;

    // Returns the number of the decision.
    std::uint64_t add(DecisionRecord record);

    // Null if the decision has been discarded or never existed.
    RecordPtr find(std::uint64_t number) const;

    // The last `limit` decisions in the order of their numbers. `only_refused`: only denied
    // requests.
    std::vector<RecordPtr> list(bool only_refused, std::size_t limit) const;

    // The needs of requests by principal: of all requests, or only of those that were allowed.
    std::map<std::string, Grants> needed(bool with_refused) const;

    struct Totals {
        std::uint64_t allowed = 0;
        std::uint64_t refused = 0;
    };

    Totals totals() const;

    // Deletes everything except the totals. The numbers continue.
    void clear();

private:
    // Resources by action number.
    using Resources = std::set<std::string, std::less<>>;
    using ByAction = std::map<std::size_t, Resources>;

    // The needs of one principal's requests.
    struct Needed {
        ByAction allowed = {};
        ByAction refused = {};
    };

    // A recorded matter, and whether the request that needed it was denied.
    using Noted = std::pair<SharedMatter, bool>;

    static constexpr std::size_t kMaxNoted = 10'000;

    void note(const SharedMatter& matter, bool is_refused, const std::string& principal)
        STATOR_REQUIRES(mutex_);

    mutable engine::Mutex mutex_;
    std::uint64_t last_number_ STATOR_GUARDED_BY(mutex_) = 0;
    Totals totals_ STATOR_GUARDED_BY(mutex_);
    // Decisions with consecutive numbers.
    boost::circular_buffer<DecisionRecord> ring_ STATOR_GUARDED_BY(mutex_){kCapacity};
    std::map<std::string, Needed, std::less<>> needed_ STATOR_GUARDED_BY(mutex_);
    std::size_t grants_ STATOR_GUARDED_BY(mutex_) = 0;
    // Matters that needed_ certainly contains. Nearly every request finds its needs here.
    absl::flat_hash_set<Noted> noted_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::access::authorization
