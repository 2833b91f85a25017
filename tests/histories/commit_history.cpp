#include "tests/histories/commit_history.hpp"

#include <algorithm>

namespace stator::testing {
namespace {

bool matches(const Observation& observation, const Versions& state, std::size_t item) {
    const bool is_visible = state[item] != 0 && observation.covers(item, state[item]);
    return observation.shown[item] == (is_visible ? state[item] : 0);
}

bool matches(const Observation& observation, const Versions& state) {
    for (std::size_t item = 0; item < state.size(); ++item) {
        if (!matches(observation, state, item)) return false;
    }
    return true;
}

// Whether each item has its version before a commit or after it.
bool matches_either(const Observation& observation, const Versions& before, const Versions& after) {
    for (std::size_t item = 0; item < before.size(); ++item) {
        if (!matches(observation, before, item) && !matches(observation, after, item)) return false;
    }
    return true;
}

std::size_t changes(const Versions& before, const Versions& after) {
    std::size_t count = 0;
    for (std::size_t item = 0; item < before.size(); ++item) count += before[item] != after[item];
    return count;
}

}  // namespace

std::size_t CommitHistory::commit_at(engine::Instant time) const {
    const auto later = std::upper_bound(
        commits_.begin(),
        commits_.end(),
        time,
        [](engine::Instant asked, const Commit& commit) { return asked < commit.time; }
    );
    return static_cast<std::size_t>(later - commits_.begin()) - 1;
}

std::optional<std::size_t> CommitHistory::find(
    const Observation& observation, std::size_t first, std::size_t last
) const {
    for (std::size_t commit = first; commit <= last; ++commit) {
        if (matches(observation, commits_[commit].state)) return commit;
    }
    return std::nullopt;
}

std::optional<std::size_t> CommitHistory::find_part(
    const Observation& observation, std::size_t first, std::size_t last
) const {
    for (std::size_t commit = std::max<std::size_t>(first, 1); commit <= last; ++commit) {
        const Versions& before = commits_[commit - 1].state;
        const Versions& after = commits_[commit].state;
        if (changes(before, after) > 1 && matches_either(observation, before, after)) return commit;
    }
    return std::nullopt;
}

}  // namespace stator::testing
