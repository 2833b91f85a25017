#include "engine/persistence/changes/change_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "engine/base/durable_files.hpp"
#include "engine/base/linux_calls.hpp"

namespace stator::engine::persistence::changes {
namespace {

namespace fs = std::filesystem;

// Frames are collected up to this size and written together.
constexpr std::size_t kWriteBytes = 1U << 20U;

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

// Writes at `place`, even if the file is longer: this overwrites the bytes of an earlier failed
// attempt.
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

}  // namespace

std::string log_path(const std::string& directory) {
    return (fs::path(directory) / "stator.log").string();
}

std::string sealed_log_path(const std::string& directory) {
    return (fs::path(directory) / "stator.log.sealed").string();
}

ChangeLog::ChangeLog(const std::string& directory, bool is_forced, const LogIdentity& identity)
    : path_(log_path(directory)),
      sealed_path_(sealed_log_path(directory)),
      directory_(directory),
      is_forced_(is_forced),
      identity_(identity) {}

ChangeLog::~ChangeLog() {
    close();
}

void ChangeLog::start() {
    if (file_ < 0) open();
}

// The header and the name are durable before the first append. Otherwise a power failure could
// remove the file together with appends that were forced to the disk.
void ChangeLog::open() {
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file_ < 0) fail("stator.log");
    try {
        write_at(file_, encode_log_header(identity_), 0);
        if (is_forced_ && !sync_data(file_)) fail("stator.log");
        if (is_forced_) sync_names(directory_);
        named_.emplace(path_);
    } catch (...) {
        close();
        throw;
    }
}

void ChangeLog::close() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
    named_.reset();
    end_ = kFirstFrame;
    appends_ = 0;
}

void ChangeLog::append(std::span<const ChangeBatch> batches) {
    if (file_ < 0) open();
    std::uint64_t place = end_;
    frames_.clear();
    const auto write_frames = [&] {
        write_at(file_, frames_, place);
        place += frames_.size();
        frames_.clear();
    };
    try {
        for (const ChangeBatch& batch : batches) {
            append_frame(frames_, batch, identity_, place, appends_ + 1);
            if (frames_.size() >= kWriteBytes) write_frames();
        }
        write_frames();
        // A copied universe is one large frame; the next ones are small again.
        if (frames_.capacity() > 4 * kWriteBytes) frames_.shrink_to_fit();
        if (is_forced_ && !sync_data(file_)) fail("stator.log");
    } catch (...) {
        // The next start must not find an intact frame of a failed append.
        [[maybe_unused]] const int shortened = ::ftruncate(file_, static_cast<off_t>(end_));
        throw;
    }
    // If this fails, the frames stay, because the mark may have reached the disk anyway.
    const auto mark = encode_mark(identity_, place);
    write_at(file_, {mark.data(), mark.size()}, place_of_mark(appends_ + 1));
    end_ = place;
    ++appends_;
}

void ChangeLog::seal() {
    if (file_ < 0) return;
    // The last mark was written after the last sync.
    if (is_forced_ && !sync_data(file_)) fail("stator.log");
    if (std::rename(path_.c_str(), sealed_path_.c_str()) != 0) fail("stator.log");
    close();
    ++identity_.number;
}

// After a power failure, folded changes must not be found again and replace newer ones. The file's
// name may exist again: an empty log has no changes to fold.
void remove_log(const std::string& path) {
    empty_file(path);
    fs::remove(path);
}

}  // namespace stator::engine::persistence::changes
