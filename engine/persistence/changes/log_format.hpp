// The bytes of a change log: one page with the header and two marks, then frames, one for each
// change batch.
//
// A frame's checksum covers its bytes, its place in the file, and the identity of the log. A frame
// that was repeated, moved, or taken from another log is therefore never intact. The marks record
// the position up to which appends were completed: a log that ends before its mark has lost
// acknowledged changes, whereas bytes after the mark belong to an append that was in progress.
// Integers are little-endian. Pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/persistence/changes/change_batch.hpp"

namespace stator::engine::persistence::changes {

// Identifies one log: its data file, and the log's number for that file. Numbers ascend by one;
// each log is folded before the next one.
struct LogIdentity {
    std::uint64_t data_file = 0;
    std::uint64_t number = 0;

    friend bool operator==(const LogIdentity&, const LogIdentity&) = default;
};

// The place of the first frame. The header has a page of its own, so that writing a mark never
// rewrites a sector that holds frames.
inline constexpr std::uint64_t kFirstFrame = 4'096;

// The first page of a new log, with both marks at kFirstFrame.
std::string encode_log_header(const LogIdentity& identity);

// Returns nullopt if `bytes`, the beginning of a file, are not an intact header.
std::optional<LogIdentity> decode_log_header(std::string_view bytes);

// A mark, which the caller writes at place_of_mark(). Marks alternate between two places, so that
// one remains intact when a write fails halfway.
inline constexpr std::size_t kMarkBytes = 16;
std::array<char, kMarkBytes> encode_mark(const LogIdentity& identity, std::uint64_t end);
std::uint64_t place_of_mark(std::uint64_t append_number);

// Returns the higher one of the intact marks, or nullopt if none is intact.
std::optional<std::uint64_t> decode_marks(const LogIdentity& identity, std::string_view first_page);

// Appends the frame of a batch to `frames`, whose first byte will be at `place` in the file.
// `append_number` counts the appends to this log, from 1; it is the same for all frames that are
// written together.
void append_frame(
    std::string& frames,
    const ChangeBatch& batch,
    const LogIdentity& identity,
    std::uint64_t place,
    std::uint32_t append_number
);

// The frame at the beginning of some bytes.
struct Frame {
    enum class State : unsigned char {
        Intact,
        Cut,      // the bytes end before the frame does
        Damaged,  // not a frame of this log at this place
    };

    State state = State::Cut;
    bool is_continued = false;  // the change continues in the next frame
    std::uint32_t append_number = 0;
    std::string_view batch;
    std::size_t bytes = 0;  // length of the whole frame, even if it is cut
};

// Returns the frame at the beginning of `bytes`, which begin at `place` in the file.
Frame frame_at(std::string_view bytes, const LogIdentity& identity, std::uint64_t place);

// Returns the distance, at least 1, to the next intact frame in `bytes`, which begin at `place`.
// Returns nullopt if no intact frame follows.
std::optional<std::size_t> find_frame(
    std::string_view bytes, const LogIdentity& identity, std::uint64_t place
);

}  // namespace stator::engine::persistence::changes
