#include "emulator/integrations/kinesis/folder_sink.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/base/descriptor.hpp"
#include "protocol/formats/kinesis/stream_arn.hpp"

namespace stator::emulator::integrations::kinesis {
namespace {

using engine::Descriptor;

constexpr mode_t kFolderMode = 0777;
constexpr mode_t kFileMode = 0666;
constexpr off_t kPieceBytes = 65'536;

std::string failure(const std::string& path) {
    return path + ": " + std::strerror(errno);
}

// Repeats short reads. Returns false if a read fails; errno contains the reason.
bool read_all(int file, std::string& bytes, off_t start) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t got =
            ::pread(file, &bytes[done], bytes.size() - done, start + static_cast<off_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = EIO;  // another process has truncated the file
        if (got <= 0) return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

// The end of the file's last complete line; nullopt if the file cannot be read.
std::optional<off_t> end_of_lines(int file, off_t size) {
    std::string piece;
    while (size > 0) {
        const off_t start = size > kPieceBytes ? size - kPieceBytes : 0;
        piece.resize(static_cast<std::size_t>(size - start));
        if (!read_all(file, piece, start)) return std::nullopt;
        const auto newline = piece.rfind('\n');
        if (newline != std::string::npos) return start + static_cast<off_t>(newline) + 1;
        size = start;
    }
    return 0;
}

bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Appends all lines, or none. Returns "" or the reason for the failure.
std::string append(int folder, const std::string& name, const std::string& lines) {
    constexpr int kFlags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    const Descriptor file(::openat(folder, name.c_str(), kFlags, kFileMode));

    struct stat status {};

    if (!file.is_open() || ::fstat(file.get(), &status) != 0) return failure(name);
    if (!S_ISREG(status.st_mode)) return name + ": it is no file";
    const auto end = end_of_lines(file.get(), status.st_size);
    if (!end) return failure(name);
    if (*end != status.st_size && ::ftruncate(file.get(), *end) != 0) return failure(name);
    if (write_all(file.get(), lines)) return {};
    const std::string why = failure(name);
    // If this fails, the next attempt removes the incomplete line.
    static_cast<void>(::ftruncate(file.get(), *end) == 0);
    return why;
}

}  // namespace

Delivered FolderSink::deliver(const std::string& universe, std::span<const OutgoingPtr> records) {
    Delivered delivered;
    const std::string stream(protocol::formats::kinesis::stream_of_arn(records.front()->stream_arn)
    );
    std::string lines;
    for (const OutgoingPtr& record : records) lines.append(record->document).push_back('\n');
    std::error_code failed;
    std::filesystem::create_directories(directory_, failed);
    const Descriptor root(::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!root.is_open()) {
        delivered.error = failure(directory_);
        return delivered;
    }
    int folder = root.get();
    std::optional<Descriptor> universes;
    std::optional<Descriptor> own;
    const auto enter = [&](const std::string& name, std::optional<Descriptor>& place) {
        constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        const bool is_made = ::mkdirat(folder, name.c_str(), kFolderMode) == 0 || errno == EEXIST;
        place.emplace(is_made ? ::openat(folder, name.c_str(), kFlags) : -1);
        if (!place->is_open()) delivered.error = failure(name);
        folder = place->get();
        return place->is_open();
    };
    if (!universe.empty() && !(enter("u", universes) && enter(universe, own))) return delivered;
    delivered.error = append(folder, stream + ".ndjson", lines);
    if (delivered.error.empty()) delivered.sent.assign(records.begin(), records.end());
    return delivered;
}

}  // namespace stator::emulator::integrations::kinesis
