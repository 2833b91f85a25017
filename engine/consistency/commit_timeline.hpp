// CommitTimeline: the latest commit at each point in time, as far back as reads may look. Not
// thread-safe.
#pragma once

#include <boost/container/deque.hpp>
#include <cstdint>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"

namespace stator::engine::consistency {

class CommitTimeline {
public:
    // Clears the timeline. Commits up to `base` count as older than any time.
    void restart(SequenceNumber base) {
        moments_.clear();
        base_ = base;
    }

    // Records a commit. If the clock was set back, earlier commits keep their later time, and this
    // commit counts as made at that time.
    void note(SequenceNumber sequence, Instant time);

    // The last commit made at or before `time`.
    SequenceNumber at(Instant time) const;

    // The time of the latest commit, or kBeforeAll.
    Instant last_time() const;

    // Discards data that is only needed for points before `horizon`.
    void trim(SequenceNumber horizon);

    std::size_t size() const { return moments_.size(); }

private:
    struct Moment {
        Instant time;
        SequenceNumber last;
    };

    SequenceNumber base_;
    // In order of time and sequence. Boost's deque, unlike the standard library's, allocates no
    // memory while it is empty: tests create thousands of universes.
    boost::container::deque<Moment> moments_;
};

}  // namespace stator::engine::consistency
