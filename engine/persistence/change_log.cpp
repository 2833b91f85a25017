#include "engine/persistence/change_log.hpp"

#include <fcntl.h>
#include <libdeflate.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace stator::engine {

namespace {

namespace fs = std::filesystem;

// Length and CRC32 of a batch, 32 bits each, low byte first.
constexpr std::size_t kHeadBytes = 8;

// Read at a time: the more rows there are, the more of them share a page of the data file.
constexpr std::size_t kReadBytes = 32u << 20;

// Frames are written together until there are so many bytes of them.
constexpr std::size_t kWriteBytes = 1u << 20;

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

void put_u32(char* place, std::size_t value) {
    for (int i = 0; i < 4; ++i) place[i] = static_cast<char>(value >> (8 * i));
}

std::uint32_t get_u32(const char* place) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        value |= std::uint32_t{static_cast<unsigned char>(place[i])} << (8 * i);
    }
    return value;
}

void append_frame(std::string& frames, const ChangeBatch& batch) {
    const std::size_t begin = frames.size();
    frames.append(kHeadBytes, '\0');
    append_batch(frames, batch);
    const std::size_t length = frames.size() - begin - kHeadBytes;
    put_u32(&frames[begin], length);
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

// The whole frames that `bytes` begin with, and how long they are together.
std::size_t decode_frames(std::string_view bytes, StoredBatches& out) {
    std::size_t place = 0;
    while (bytes.size() - place >= kHeadBytes) {
        const std::size_t length = get_u32(&bytes[place]);
        const std::uint32_t sum = get_u32(&bytes[place + 4]);
        if (length > bytes.size() - place - kHeadBytes) break;
        const std::string_view batch = bytes.substr(place + kHeadBytes, length);
        if (libdeflate_crc32(0, batch.data(), length) != sum) break;
        if (!decode_batch(batch, out)) break;
        place += kHeadBytes + length;
    }
    return place;
}

void read_file(const std::string& path, const ChangeLog::Visit& visit) {
    if (!fs::exists(path)) return;
    std::ifstream file(path, std::ios::binary);
    if (!file) fail(path.c_str());
    std::string bytes;
    std::size_t kept = 0;  // of the last read: the beginning of a frame
    while (file) {
        bytes.resize(kept + kReadBytes);
        file.read(&bytes[kept], kReadBytes);
        bytes.resize(kept + static_cast<std::size_t>(file.gcount()));
        StoredBatches batches;
        const std::size_t used = decode_frames(bytes, batches);
        if (!batches.batches.empty()) visit(batches);
        kept = bytes.size() - used;
        bytes.erase(0, used);
    }
}

void sync_directory(const std::string& directory) {
    const int handle = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) fail(directory.c_str());
    ::fsync(handle);  // some file systems know no such thing
    ::close(handle);
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
    if (is_forced_) sync_directory(directory_);
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
        for (const ChangeBatch& batch : batches) {
            append_frame(frames_, batch);
            if (frames_.size() >= kWriteBytes) write_frames();
        }
        write_frames();
        if (is_forced_ && ::fdatasync(file_) != 0) fail("stator.log");
    } catch (...) {
        // A whole frame among those of a failed append must not be found by the next start.
        [[maybe_unused]] const int shortened = ::ftruncate(file_, static_cast<off_t>(size_));
        throw;
    }
    size_ = place;
}

void ChangeLog::seal() {
    if (has_sealed() || size_ == 0) return;
    if (std::rename(path_.c_str(), sealed_path_.c_str()) != 0) fail("stator.log");
    close();
    sync_directory(directory_);
}

bool ChangeLog::is_empty() const {
    return !has_sealed() && !fs::exists(path_);
}

bool ChangeLog::has_sealed() const {
    return fs::exists(sealed_path_);
}

void ChangeLog::read_sealed(const Visit& visit) const {
    read_file(sealed_path_, visit);
}

void ChangeLog::read(const Visit& visit) const {
    read_file(sealed_path_, visit);
    read_file(path_, visit);
}

// What was folded must not be there again after a power failure, over what was folded later.
void ChangeLog::remove_sealed() {
    fs::remove(sealed_path_);
    sync_directory(directory_);
}

void ChangeLog::remove() {
    close();
    fs::remove(sealed_path_);
    fs::remove(path_);
    sync_directory(directory_);
}

}  // namespace stator::engine
