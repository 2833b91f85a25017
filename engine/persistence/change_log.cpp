#include "engine/persistence/change_log.hpp"

#include <fcntl.h>
#include <libdeflate.h>
#include <unistd.h>

#include <boost/endian/conversion.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <tuple>
#include <utility>

#include "engine/base/durable_files.hpp"
#include "engine/base/linux_calls.hpp"

namespace stator::engine::persistence {

namespace {

namespace fs = std::filesystem;

// Length and CRC32 of a batch, 32 bits each, low byte first.
constexpr std::size_t kHeadBytes = 8;
// Of the length: the change goes on in the next frame.
constexpr std::size_t kContinued = 1u << 31;

// Read at a time: the more rows there are, the more of them share a page of the data file.
constexpr std::size_t kReadBytes = 32u << 20;

// Frames are written together until there are so many bytes of them.
constexpr std::size_t kWriteBytes = 1u << 20;

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

void put_u32(char* place, std::size_t value) {
    auto* bytes = reinterpret_cast<unsigned char*>(place);
    boost::endian::store_little_u32(bytes, static_cast<std::uint32_t>(value));
}

std::uint32_t get_u32(const char* place) {
    return boost::endian::load_little_u32(reinterpret_cast<const unsigned char*>(place));
}

void append_frame(std::string& frames, const ChangeBatch& batch) {
    const std::size_t begin = frames.size();
    frames.append(kHeadBytes, '\0');
    append_batch(frames, batch);
    const std::size_t length = frames.size() - begin - kHeadBytes;
    put_u32(&frames[begin], length | (batch.is_continued ? kContinued : 0));
    put_u32(&frames[begin + 4], libdeflate_crc32(0, &frames[begin + kHeadBytes], length));
}

// Writes at the place, wherever the file's end is: what an earlier attempt left is overwritten.
void write_at(int file, std::string_view bytes, std::uint64_t place) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(place));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("stator.log");
        bytes.remove_prefix(static_cast<std::size_t>(written));
        place += static_cast<std::uint64_t>(written);
    }
}

// The frame that some bytes begin with.
struct Frame {
    enum class State : unsigned char { Whole, Cut, Damaged };

    State state = State::Cut;
    bool is_continued = false;
    std::string_view batch;

    std::size_t bytes() const { return kHeadBytes + batch.size(); }
};

Frame frame_at(std::string_view bytes) {
    Frame frame;
    if (bytes.size() < kHeadBytes) return frame;
    const std::size_t head = get_u32(bytes.data());
    const std::size_t length = head & ~kContinued;
    if (length > bytes.size() - kHeadBytes) return frame;
    frame.is_continued = (head & kContinued) != 0;
    frame.batch = bytes.substr(kHeadBytes, length);
    const bool is_intact =
        length != 0 && libdeflate_crc32(0, frame.batch.data(), length) == get_u32(&bytes[4]);
    frame.state = is_intact ? Frame::State::Whole : Frame::State::Damaged;
    return frame;
}

// How the frame is that ends the change which the bytes begin with, and how long the change is.
std::pair<Frame::State, std::size_t> change_at(std::string_view bytes) {
    std::size_t length = 0;
    while (true) {
        const Frame frame = frame_at(bytes.substr(length));
        if (frame.state != Frame::State::Whole) return {frame.state, 0};
        length += frame.bytes();
        if (!frame.is_continued) return {frame.state, length};
    }
}

// The whole changes that some bytes begin with. No frame is empty: zeros, which a power failure can
// leave behind, are none.
struct Frames {
    StoredBatches batches;
    std::size_t length = 0;   // together
    bool is_damaged = false;  // what follows them is no change, whatever bytes may come
};

bool is_copy(const ChangeBatch& batch) {
    return !batch.table_copies.empty() || !batch.stream_copies.empty();
}

// Up to a batch that copies something.
Frames decode_frames(std::string_view bytes) {
    Frames frames;
    std::size_t change_ends = 0;
    while (true) {
        const std::string_view rest = bytes.substr(frames.length);
        const Frame frame = frame_at(rest);
        Frame::State state = frame.state;
        if (frame.is_continued && frames.length == change_ends) {
            std::size_t length = 0;
            std::tie(state, length) = change_at(rest);
            change_ends += length;
        }
        frames.is_damaged = state == Frame::State::Damaged;
        if (state != Frame::State::Whole) break;
        if (!decode_batch(frame.batch, frames.batches)) throw ForeignChangeLog();
        frames.length += frame.bytes();
        change_ends = std::max(change_ends, frames.length);
        // What is copied is what is there after all batches before.
        if (is_copy(frames.batches.batches.back())) break;
    }
    return frames;
}

/// Reads `room` bytes at a time: no more than there are, for clearing them costs more than a short
/// log.
void read_file(std::ifstream& file, std::size_t room, const ChangeLog::Visit& visit) {
    std::string bytes;
    std::size_t kept = 0;  // of the last read: the beginning of a frame
    while (file) {
        bytes.resize(kept + room);
        file.read(&bytes[kept], static_cast<std::streamsize>(room));
        bytes.resize(kept + static_cast<std::size_t>(file.gcount()));
        std::string_view rest = bytes;
        for (std::size_t taken = 1; taken != 0; rest.remove_prefix(taken)) {
            const Frames frames = decode_frames(rest);
            if (!frames.batches.batches.empty()) visit(frames.batches);
            if (frames.is_damaged) return;
            taken = frames.length;
        }
        kept = rest.size();
        bytes.erase(0, bytes.size() - kept);
    }
}

}  // namespace

ChangeLog::ChangeLog(const std::string& directory, bool is_forced)
    : path_((fs::path(directory) / "stator.log").string()),
      sealed_path_(path_ + ".sealed"),
      directory_(directory),
      is_forced_(is_forced) {}

ChangeLog::~ChangeLog() {
    close();
}

void ChangeLog::open() {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file_ < 0) fail("stator.log");
    is_named_ = false;
}

void ChangeLog::close() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
    size_ = 0;
}

void ChangeLog::append(std::span<const ChangeBatch> batches) {
    if (file_ < 0) open();
    std::uint64_t place = size_;
    frames_.clear();
    const auto write_frames = [&] {
        write_at(file_, frames_, place);
        place += frames_.size();
        frames_.clear();
    };
    try {
        // A file that a power failure leaves without its name is lost with all that it holds.
        if (is_forced_ && !is_named_) sync_names(directory_);
        is_named_ = true;
        for (const ChangeBatch& batch : batches) {
            append_frame(frames_, batch);
            if (frames_.size() >= kWriteBytes) write_frames();
        }
        write_frames();
        // A copied universe is one frame, however large; nothing of its size comes soon.
        if (frames_.capacity() > 4 * kWriteBytes) frames_.shrink_to_fit();
        if (is_forced_ && !sync_data(file_)) fail("stator.log");
    } catch (...) {
        // A whole frame among those of a failed append must not be found by the next start.
        [[maybe_unused]] const int shortened = ::ftruncate(file_, static_cast<off_t>(size_));
        throw;
    }
    size_ = place;
}

void ChangeLog::seal() {
    if (has_sealed() || !fs::exists(path_)) return;
    if (std::rename(path_.c_str(), sealed_path_.c_str()) != 0) fail("stator.log");
    close();
    sync_names(directory_);
}

bool ChangeLog::has_left_over() const {
    std::error_code no_such_file;
    const std::uintmax_t bytes = fs::file_size(path_, no_such_file);
    return has_sealed() || (!no_such_file && bytes != 0);
}

bool ChangeLog::has_sealed() const {
    return fs::exists(sealed_path_);
}

void ChangeLog::read_sealed(const Visit& visit) const {
    std::ifstream file(sealed_path_, std::ios::binary);
    if (!file) fail(sealed_path_.c_str());
    // One more, so that a short log's end is seen at once.
    const std::uintmax_t room =
        std::min<std::uintmax_t>(kReadBytes, fs::file_size(sealed_path_) + 1);
    read_file(file, static_cast<std::size_t>(room), visit);
    // What a disk does not give back is not the end of the log.
    if (file.bad()) {
        throw std::system_error(std::make_error_code(std::errc::io_error), sealed_path_);
    }
}

// What was folded must not be there again after a power failure, over what was folded later. The
// name may be: an empty log holds nothing that could be folded again.
void ChangeLog::remove_sealed() {
    empty_file(sealed_path_);
    fs::remove(sealed_path_);
}

namespace {

// How far behind damage the next frame is looked for, and how large one may be that is found so: a
// length that was damaged leads anywhere.
constexpr std::size_t kSearchedBytes = 64u << 10;
constexpr std::size_t kLargestFoundFrame = 1u << 20;

bool is_batch(const Frame& frame) {
    StoredBatches ignored;
    return frame.state == Frame::State::Whole && decode_batch(frame.batch, ignored);
}

// The whole frames after a damaged one.
std::uint64_t frames_behind(std::string_view bytes) {
    std::size_t place = 0;
    const Frame damaged = frame_at(bytes);
    if (damaged.state == Frame::State::Damaged &&
        is_batch(frame_at(bytes.substr(damaged.bytes())))) {
        place = damaged.bytes();
    } else {
        const std::size_t end = std::min(bytes.size(), kSearchedBytes);
        const auto is_found = [&](std::size_t at) {
            const std::string_view rest = bytes.substr(at);
            if (rest.size() < kHeadBytes) return false;
            const std::size_t length = get_u32(rest.data()) & ~kContinued;
            return length <= kLargestFoundFrame && is_batch(frame_at(rest));
        };
        for (place = 1; place < end && !is_found(place);) ++place;
        if (place >= end) return 0;
    }
    std::uint64_t frames = 0;
    for (Frame frame = frame_at(bytes.substr(place)); frame.state == Frame::State::Whole;
         frame = frame_at(bytes.substr(place))) {
        ++frames;
        place += frame.bytes();
    }
    return frames;
}

}  // namespace

LogScan scan_log(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file || file.bad()) {
        throw std::system_error(std::make_error_code(std::errc::io_error), path);
    }
    LogScan scan{.bytes = bytes.size()};
    std::uint64_t begun = 0;  // frames of a change that has not ended
    std::size_t place = 0;
    for (const std::string_view whole = bytes;;) {
        const Frame frame = frame_at(whole.substr(place));
        if (frame.state != Frame::State::Whole) break;
        if (!is_batch(frame)) {
            scan.is_foreign = true;
            return scan;
        }
        place += frame.bytes();
        ++begun;
        if (frame.is_continued) continue;
        scan.changes += std::exchange(begun, 0);
        scan.whole_bytes = place;
    }
    if (place < bytes.size())
        scan.changes_behind = frames_behind(std::string_view(bytes).substr(place));
    return scan;
}

}  // namespace stator::engine::persistence
