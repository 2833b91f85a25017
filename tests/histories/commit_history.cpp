#include "tests/histories/commit_history.hpp"

#include <algorithm>

namespace stator::testing {
namespace {

bool matches(const Observation& observation, const Versions& state) {
    for (std::size_t item = 0; item < state.size(); ++item) {
        const bool is_visible = state[item] != 0 && observation.covers(item, state[item]);
        if (observation.shown[item] != (is_visible ? state[item] : 0)) return false;
    }
    return true;
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

}  // namespace stator::testing
