// The times that a table with point-in-time recovery can be restored to.
#pragma once

#include <algorithm>

#include "engine/base/instant.hpp"
#include "engine/storage/change_history.hpp"

namespace stator::engine::backup {

// AWS: writes of the last five minutes cannot be restored yet.
// [case DescribeContinuousBackups/window]
inline constexpr std::int64_t kNotYetRestorableMs = 300'000;

// Both ends are restorable times.
struct RestorableWindow {
    Instant earliest;
    Instant latest;
};

inline RestorableWindow restorable_window(const storage::ChangeHistory& history, Instant now) {
    const Instant earliest = history.earliest(now);
    return {earliest, std::max(earliest, now - kNotYetRestorableMs)};
}

}  // namespace stator::engine::backup
