// DecisionLog: what was decided of requests, and why: the latest ones in a ring, and everything
// that they needed since it was cleared. Thread-safe; add() holds a lock for about a microsecond.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emulator/authorization/decision.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"

namespace stator::emulator::authorization {

struct DecisionRecord {
    std::uint64_t number = 0;  // from 1, given by the log
    engine::Instant time = {};
    std::string universe = {};
    std::string operation = {};
    std::string principal = {};  // an ARN
    std::string access_key = {};
    // What the client was told or, where requests are only audited, would have been.
    std::string refusal = {};
    std::vector<SharedEvaluation> evaluations = {};
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

    void note(ByAction& needed, const Evaluation& evaluation) STATOR_REQUIRES(mutex_);

    mutable engine::Mutex mutex_;
    std::uint64_t last_number_ STATOR_GUARDED_BY(mutex_) = 0;
    Totals totals_ STATOR_GUARDED_BY(mutex_);
    std::deque<RecordPtr> ring_ STATOR_GUARDED_BY(mutex_);
    std::map<std::string, Needed, std::less<>> needed_ STATOR_GUARDED_BY(mutex_);
    std::size_t grants_ STATOR_GUARDED_BY(mutex_) = 0;
};

}  // namespace stator::emulator::authorization
