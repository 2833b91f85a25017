// Distinguishes the torn end of a change log from damage, and reads the sound part.
//
// A process that ends while it appends leaves a torn end: nothing after the last completed append
// was acknowledged, and no frame follows. Everything else is damage. A power failure can also
// remove acknowledged changes from a log that was not forced to the disk; that is a separate state.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/persistence/changes/change_codec.hpp"
#include "engine/persistence/changes/log_format.hpp"

namespace stator::engine::persistence::changes {

// The circumstances under which a log was written, as the data file recorded them.
struct LogOrigin {
    bool is_forced = false;    // each append was synced before it was acknowledged
    bool is_same_boot = true;  // the machine has not been restarted since

    // True if a power failure may have removed acknowledged changes.
    bool may_lack_changes() const { return !is_forced && !is_same_boot; }
};

enum class LogState : unsigned char {
    Sound,      // ends where its last append ended
    Torn,       // ends within an append that was not acknowledged
    PowerLoss,  // a power failure may have removed changes that were not forced
    Damaged,
};

struct LogScan {
    LogState state = LogState::Sound;
    std::uint64_t bytes = 0;
    std::uint64_t changes = 0;             // before the first position that is not sound
    std::uint64_t sound_bytes = 0;         // the end of the last of these changes
    std::uint64_t acknowledged_bytes = 0;  // according to the marks; 0 if none is intact
    std::uint64_t frames_behind = 0;       // intact frames after the first unsound position
    std::string reason = {};               // of damage, as a clause: "the header is damaged"

    // Acknowledged bytes that cannot be read.
    std::uint64_t lost_bytes() const {
        const std::uint64_t end = acknowledged_bytes > bytes ? acknowledged_bytes : bytes;
        return end > sound_bytes ? end - sound_bytes : 0;
    }
};

// Reads a log without changing it. Throws std::system_error if the file cannot be read.
LogScan scan_log(const std::string& path, const LogIdentity& identity, const LogOrigin& origin);

// Visits the batches of the first `end` bytes, in order, some megabytes at a time; they are valid
// during the call. A batch that copies tables ends a visit, because it refers to all batches before
// it. Throws std::system_error if the file cannot be read, and std::runtime_error if these bytes
// are no longer sound, although scan_log() found them sound.
using VisitBatches = std::function<void(const StoredBatches& batches)>;
void read_log(
    const std::string& path,
    const LogIdentity& identity,
    std::uint64_t end,
    const VisitBatches& visit
);

}  // namespace stator::engine::persistence::changes
