#include "engine/consistency/commit_timeline.hpp"

#include <algorithm>

namespace stator::engine::consistency {

void CommitTimeline::note(SequenceNumber sequence, Instant time) {
    if (!moments_.empty() && time <= moments_.back().time) {
        moments_.back().last = std::max(moments_.back().last, sequence);
        return;
    }
    const SequenceNumber before = moments_.empty() ? base_ : moments_.back().last;
    moments_.push_back({time, std::max(before, sequence)});
}

SequenceNumber CommitTimeline::at(Instant time) const {
    const auto later = std::upper_bound(
        moments_.begin(),
        moments_.end(),
        time,
        [](Instant asked, const Moment& moment) { return asked < moment.time; }
    );
    return later == moments_.begin() ? base_ : std::prev(later)->last;
}

Instant CommitTimeline::last_time() const {
    return moments_.empty() ? kBeforeAll : moments_.back().time;
}

void CommitTimeline::trim(SequenceNumber horizon) {
    while (moments_.size() > 1 && moments_.front().last < horizon) {
        base_ = moments_.front().last;
        moments_.pop_front();
    }
}

}  // namespace stator::engine::consistency
