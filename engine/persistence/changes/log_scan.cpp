#include "engine/persistence/changes/log_scan.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

namespace stator::engine::persistence::changes {
namespace {

// Size of one read.
constexpr std::size_t kReadBytes = 1U << 20U;
// Batches are visited together up to this size, because the more rows are written together, the
// more of them share a page of the data file.
constexpr std::size_t kVisitBytes = 32U << 20U;

// Reads the frames of a log one after the other.
class LogReader {
public:
    LogReader(const std::string& path, const LogIdentity& identity)
        : path_(path), identity_(identity), file_(path, std::ios::binary) {
        if (!file_) fail();
        file_bytes_ = std::filesystem::file_size(path);
        fill(kFirstFrame);
        first_page_ = buffer_.substr(0, kFirstFrame);
        take(first_page_.size());
    }

    std::string_view first_page() const { return first_page_; }

    std::uint64_t file_bytes() const { return file_bytes_; }

    // The place of the next frame.
    std::uint64_t place() const { return place_; }

    bool is_at_end() const { return place_ >= file_bytes_; }

    // Returns the next frame. Its bytes are valid until the next call to this object.
    Frame next() {
        Frame frame = frame_at(rest(), identity_, place_);
        while (frame.state == Frame::State::Cut && fill(frame.bytes)) {
            frame = frame_at(rest(), identity_, place_);
        }
        return frame;
    }

    void take(std::size_t bytes) {
        taken_ += bytes;
        place_ += bytes;
    }

    // Counts the intact frames in the rest of the file, past any damage. Also returns the highest
    // append number among them.
    std::pair<std::uint64_t, std::uint32_t> frames_behind() {
        fill(static_cast<std::size_t>(file_bytes_ - std::min(place_, file_bytes_)));
        std::uint64_t count = 0;
        std::uint32_t last_append = 0;
        std::string_view bytes = rest();
        std::uint64_t place = place_;
        while (true) {
            const Frame frame = frame_at(bytes, identity_, place);
            std::size_t step = frame.bytes;
            if (frame.state == Frame::State::Intact) {
                ++count;
                last_append = std::max(last_append, frame.append_number);
            } else {
                const auto distance = find_frame(bytes, identity_, place);
                if (!distance) break;
                step = *distance;
            }
            bytes.remove_prefix(step);
            place += step;
        }
        return {count, last_append};
    }

private:
    [[noreturn]] void fail() const {
        throw std::system_error(std::make_error_code(std::errc::io_error), path_);
    }

    std::string_view rest() const { return std::string_view(buffer_).substr(taken_); }

    // Reads until at least `wanted` bytes follow the taken ones, or the file ends. Returns false if
    // nothing was read.
    bool fill(std::size_t wanted) {
        buffer_.erase(0, std::exchange(taken_, 0));
        const std::size_t before = buffer_.size();
        const std::uint64_t left = file_bytes_ - std::min(file_bytes_, place_ + before);
        const std::size_t missing = wanted > before ? wanted - before : 0;
        const auto room =
            static_cast<std::size_t>(std::min<std::uint64_t>(std::max(kReadBytes, missing), left));
        buffer_.resize(before + room);
        file_.read(&buffer_[before], static_cast<std::streamsize>(room));
        // A read that the disk refuses is not the end of the log.
        if (file_.bad()) fail();
        buffer_.resize(before + static_cast<std::size_t>(file_.gcount()));
        return buffer_.size() > before;
    }

    const std::string path_;
    const LogIdentity identity_;
    std::ifstream file_;
    std::uint64_t file_bytes_ = 0;
    std::string first_page_;
    std::string buffer_;  // after `taken_`: bytes of the file from `place_`
    std::size_t taken_ = 0;
    std::uint64_t place_ = 0;
};

bool is_batch(const Frame& frame) {
    StoredBatches ignored;
    return decode_batch(frame.batch, ignored);
}

std::string reason_of(const Frame& frame, bool is_at_end) {
    if (frame.state == Frame::State::Intact) return "a change cannot be read";
    if (is_at_end) return "its end is missing";
    return frame.state == Frame::State::Cut ? "a change is cut off" : "a change is damaged";
}

// The state of a log whose intact frames end before the file or before its mark.
LogState state_of(
    const LogScan& scan, const LogOrigin& origin, std::uint32_t append, std::uint32_t last_append
) {
    if (origin.may_lack_changes()) return LogState::PowerLoss;
    if (scan.sound_bytes < scan.acknowledged_bytes) return LogState::Damaged;
    if (scan.frames_behind == 0) return LogState::Torn;
    // A power failure may keep some pages of the append in progress and lose others before them.
    const bool is_one_append = last_append <= append + 1;
    return !origin.is_same_boot && is_one_append ? LogState::Torn : LogState::Damaged;
}

}  // namespace

LogScan scan_log(const std::string& path, const LogIdentity& identity, const LogOrigin& origin) {
    LogReader reader(path, identity);
    LogScan scan{.bytes = reader.file_bytes(), .sound_bytes = kFirstFrame};
    const auto marks = decode_marks(identity, reader.first_page());
    scan.acknowledged_bytes = marks.value_or(0);
    const bool has_header = decode_log_header(reader.first_page()) == identity && marks.has_value();
    if (!has_header) {
        scan.sound_bytes = 0;
        scan.frames_behind = reader.frames_behind().first;
        scan.reason = "its header is damaged";
        scan.state = origin.may_lack_changes() ? LogState::PowerLoss : LogState::Damaged;
        return scan;
    }
    std::uint64_t begun = 0;  // frames of a change that has not ended
    std::uint32_t append = 0;
    Frame frame;
    while (true) {
        frame = reader.next();
        if (frame.state != Frame::State::Intact || !is_batch(frame)) break;
        append = frame.append_number;
        reader.take(frame.bytes);
        ++begun;
        if (frame.is_continued) continue;
        ++scan.changes;
        begun = 0;
        scan.sound_bytes = reader.place();
    }
    if (reader.is_at_end() && begun == 0 && scan.sound_bytes >= scan.acknowledged_bytes) {
        return scan;
    }
    scan.reason = reason_of(frame, reader.is_at_end());
    std::uint32_t last_append = 0;
    std::tie(scan.frames_behind, last_append) = reader.frames_behind();
    scan.state = state_of(scan, origin, append, last_append);
    if (frame.state == Frame::State::Intact) scan.state = LogState::Damaged;
    return scan;
}

void read_log(
    const std::string& path,
    const LogIdentity& identity,
    std::uint64_t end,
    const VisitBatches& visit
) {
    LogReader reader(path, identity);
    std::string bytes;  // the batches borrow from it, so it must not move while they exist
    StoredBatches stored;
    const auto flush = [&] {
        if (!stored.batches.empty()) visit(stored);
        stored = {};
        bytes.clear();
    };
    while (reader.place() < end) {
        const Frame frame = reader.next();
        if (frame.state != Frame::State::Intact) break;
        if (bytes.size() + frame.batch.size() > bytes.capacity()) {
            flush();
            const auto rest = static_cast<std::size_t>(end - reader.place());
            bytes.reserve(std::max(frame.batch.size(), std::min(kVisitBytes, rest)));
        }
        const std::size_t begin = bytes.size();
        bytes.append(frame.batch);
        if (!decode_batch(std::string_view(bytes).substr(begin), stored)) break;
        reader.take(frame.bytes);
        if (copies_something(stored.batches.back())) flush();
    }
    if (reader.place() < end) throw std::runtime_error(path + " has changed while it was read");
    flush();
}

}  // namespace stator::engine::persistence::changes
