// Consistency: which moment a read looks at, and how long the past must be kept.
//
// Writes apply everywhere at once; what lags is visibility. A strong read looks at now, any other
// read at a read point. A pin keeps everything visible at its read point alive until it is
// released; with no pin no old version is kept. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>

#include "engine/mutex.hpp"
#include "engine/storage/slot.hpp"

namespace stator::engine {

class Consistency {
public:
    // Stamps the next commit. Called under the locks of every partition the commit touches.
    CommitStamp next_stamp(std::int64_t now_ms) {
        return {SequenceNumber{++last_sequence_}, now_ms};
    }

    SequenceNumber last_sequence() const { return SequenceNumber{last_sequence_.load()}; }

    // While loading: sequences up to this one are taken. Goes on well behind it, because a crash
    // may have lost commits that somebody had already seen: their numbers must not come again.
    void restore_sequence(SequenceNumber last) {
        if (last.value != 0) last_sequence_ = last.value + kRestartGap;
    }

    // True while replaced versions must be kept.
    bool keeps_history() const { return pin_count_.load(std::memory_order_acquire) != 0; }

    // Where a read looks. Today every read sees now; the laboratory moves this.
    ReadPoint read_point() const { return {}; }

    // A read point at the last commit that stays readable until released with the returned id.
    struct Pin {
        std::uint64_t id = 0;
        ReadPoint point;
    };

    Pin pin();
    void release(std::uint64_t pin_id);

    // Reads never look further back than this.
    ReadPoint horizon() const;

private:
    static constexpr std::uint64_t kRestartGap = 1'000'000;

    std::atomic<std::uint64_t> last_sequence_{0};
    std::atomic<std::uint64_t> pin_count_{0};
    mutable Mutex mutex_;
    std::uint64_t last_pin_ STATOR_GUARDED_BY(mutex_) = 0;
    std::map<std::uint64_t, ReadPoint> pins_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine
