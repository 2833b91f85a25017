#include "engine/consistency/commit_timeline.hpp"

#include <algorithm>
#include <limits>

namespace stator::engine::consistency {

void CommitTimeline::note(SequenceNumber sequence, std::int64_t time_ms) {
    if (!moments_.empty() && time_ms <= moments_.back().time_ms) {
        moments_.back().last = std::max(moments_.back().last, sequence);
        return;
    }
    const SequenceNumber before = moments_.empty() ? base_ : moments_.back().last;
    moments_.push_back({time_ms, std::max(before, sequence)});
}

SequenceNumber CommitTimeline::at(std::int64_t time_ms) const {
    const auto later = std::upper_bound(
        moments_.begin(),
        moments_.end(),
        time_ms,
        [](std::int64_t asked_ms, const Moment& moment) { return asked_ms < moment.time_ms; }
    );
    return later == moments_.begin() ? base_ : std::prev(later)->last;
}

std::int64_t CommitTimeline::last_ms() const {
    return moments_.empty() ? std::numeric_limits<std::int64_t>::min() : moments_.back().time_ms;
}

void CommitTimeline::trim(SequenceNumber horizon) {
    while (moments_.size() > 1 && moments_.front().last < horizon) {
        base_ = moments_.front().last;
        moments_.pop_front();
    }
}

}  // namespace stator::engine::consistency
