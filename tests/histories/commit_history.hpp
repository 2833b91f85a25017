// CommitHistory: every state that a set of items has had, and until when; what an eventually
// consistent read may legally show is looked up in it. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/instant.hpp"

namespace stator::testing {

// Which version of each item is there; 0 for none. By the number of the item.
using Versions = std::vector<std::int64_t>;

// What a read showed.
struct Observation {
    // By the number of the item; 0 for what the read did not show.
    Versions shown;
    // Whether the read would show that version of that item, were it there.
    std::function<bool(std::size_t item, std::int64_t version)> covers;
};

class CommitHistory {
public:
    // Before the first commit there is nothing, for ever.
    explicit CommitHistory(std::size_t items) : commits_{{engine::kBeforeAll, Versions(items)}} {}

    const Versions& latest() const { return commits_.back().state; }

    // The number of the last commit; the empty state is commit 0.
    std::size_t last() const { return commits_.size() - 1; }

    // All changes of one commit. Precondition: not before the last commit.
    void commit(engine::Instant time, Versions state) {
        commits_.push_back({time, std::move(state)});
    }

    // The last commit made at `time` or before.
    std::size_t commit_at(engine::Instant time) const;

    // The first commit from `first` to `last`, both included, whose state the read may have seen.
    std::optional<std::size_t> find(
        const Observation& observation, std::size_t first, std::size_t last
    ) const;

    // The first transaction from `first` to `last` of which the read may have seen some changes,
    // and everything before it.
    std::optional<std::size_t> find_part(
        const Observation& observation, std::size_t first, std::size_t last
    ) const;

private:
    struct Commit {
        engine::Instant time;
        Versions state;
    };

    std::vector<Commit> commits_;
};

}  // namespace stator::testing
