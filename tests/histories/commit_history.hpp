// CommitHistory: every state that a set of items has had, and until when. It determines which
// states an eventually consistent read may legally show. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/instant.hpp"

namespace stator::testing {

// The current version of each item, by the number of the item; 0 if it does not exist.
using Versions = std::vector<std::int64_t>;

// The result of a read.
struct Observation {
    // By the number of the item; 0 for items that the read did not show.
    Versions shown;
    // Whether the read would show that version of that item if it existed.
    std::function<bool(std::size_t item, std::int64_t version)> covers;
};

class CommitHistory {
public:
    // No item exists before the first commit.
    explicit CommitHistory(std::size_t items) : commits_{{engine::kBeforeAll, Versions(items)}} {}

    const Versions& latest() const { return commits_.back().state; }

    // The number of the last commit; the empty state is commit 0.
    std::size_t last() const { return commits_.size() - 1; }

    // All changes of one commit. Precondition: not before the last commit.
    void commit(engine::Instant time, Versions state) {
        commits_.push_back({time, std::move(state)});
    }

    // The last commit made at or before `time`.
    std::size_t commit_at(engine::Instant time) const;

    // The first commit from `first` to `last`, inclusive, whose state the read may have seen.
    std::optional<std::size_t> find(
        const Observation& observation, std::size_t first, std::size_t last
    ) const;

    // The first transaction from `first` to `last` of which the read may have seen only some
    // changes, plus all earlier commits.
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
