// CommitTimeline: which commit was the latest at each moment, as far back as reads may look. Not
// thread-safe.
#pragma once

#include <boost/container/deque.hpp>
#include <cstdint>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"

namespace stator::engine::consistency {

class CommitTimeline {
public:
    // Forgets everything; commits up to `base` count as older than any time.
    void restart(SequenceNumber base) {
        moments_.clear();
        base_ = base;
    }

    // Records a commit. When the clock has gone back, earlier commits do not go back with it: they
    // and this one count as made at the later time.
    void note(SequenceNumber sequence, Instant time);

    // The last commit made at or before `time`.
    SequenceNumber at(Instant time) const;

    // The time of the latest commit; kBeforeAll when there is none.
    Instant last_time() const;

    // Promises that at() will not be asked about anything before `horizon`.
    void trim(SequenceNumber horizon);

    std::size_t size() const { return moments_.size(); }

private:
    struct Moment {
        Instant time;
        SequenceNumber last;
    };

    SequenceNumber base_;
    // In order of time and sequence. Boost's, unlike the standard library's, takes no memory while
    // it is empty: universes are made by the thousand.
    boost::container::deque<Moment> moments_;
};

}  // namespace stator::engine::consistency
