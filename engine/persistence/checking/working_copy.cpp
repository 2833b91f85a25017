#include "engine/persistence/checking/working_copy.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "engine/base/descriptor.hpp"
#include "engine/base/directory_lock.hpp"

namespace stator::engine::persistence::checking {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCopyBytes = 1U << 20U;
// Unreadable parts of a file are skipped in pieces of this size.
constexpr std::size_t kSectorBytes = 4'096;

std::string reason_of(int code) {
    return std::generic_category().message(code);
}

// Reads `size` bytes at `place`. Returns the number of bytes, which is smaller at the end of the
// file, or -1 with errno if the disk refuses.
ssize_t read_at(int file, std::string& buffer, std::size_t size, off_t place) {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got =
            ::pread(file, &buffer[done], size - done, place + static_cast<off_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(done);
}

// Copies one file, byte for byte. Throws std::system_error when the copy cannot be written.
class FileCopy {
public:
    FileCopy(const std::string& from, const std::string& to, Report& report)
        : name_(fs::path(from).filename().string()),
          report_(report),
          from_(::open(from.c_str(), O_RDONLY | O_CLOEXEC)),
          open_error_(errno),
          to_(::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
        if (to_.get() < 0) throw std::system_error(errno, std::generic_category(), to);
    }

    // Returns the reason if the file cannot be opened, otherwise nullopt.
    std::optional<std::string> run() {
        if (from_.get() < 0) return reason_of(open_error_);
        std::string buffer(kCopyBytes, '\0');
        for (off_t place = 0;;) {
            const ssize_t got = read_at(from_.get(), buffer, kCopyBytes, place);
            if (got == 0) return std::nullopt;
            if (got > 0) {
                write(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)), place);
                place += got;
            } else if (!copy_sectors(place)) {
                return std::nullopt;
            }
        }
    }

private:
    // Copies a piece that cannot be read as a whole. Returns false at the end of the file.
    bool copy_sectors(off_t& place) {
        std::string sector(kSectorBytes, '\0');
        const off_t end = place + static_cast<off_t>(kCopyBytes);
        while (place < end) {
            ssize_t got = read_at(from_.get(), sector, kSectorBytes, place);
            if (got == 0) return false;
            if (got < 0) {
                report_.problems.push_back(
                    name_ + ": " + std::to_string(kSectorBytes) + " bytes from byte " +
                    std::to_string(place) + " on cannot be read (" + reason_of(errno) + ")"
                );
                sector.assign(kSectorBytes, '\0');
                got = static_cast<ssize_t>(kSectorBytes);
            }
            write(std::string_view(sector).substr(0, static_cast<std::size_t>(got)), place);
            place += got;
        }
        return true;
    }

    void write(std::string_view bytes, off_t place) const {
        while (!bytes.empty()) {
            const ssize_t written = ::pwrite(to_.get(), bytes.data(), bytes.size(), place);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) throw std::system_error(errno, std::generic_category(), "the copy");
            bytes.remove_prefix(static_cast<std::size_t>(written));
            place += written;
        }
    }

    const std::string name_;
    Report& report_;
    const Descriptor from_;
    const int open_error_;
    const Descriptor to_;
};

struct Source {
    std::string directory;
    std::string file;
    bool has_log = false;
};

std::variant<Source, DataFileError> source_of(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    const auto missing = [](const std::string& what) {
        return DataFileError{what + ": give the directory of --db-path, or a data file in it."};
    };
    if (!fs::exists(status)) return missing("There is nothing at " + path);
    if (fs::is_directory(status)) {
        const std::string file = (fs::path(path) / "stator.db").string();
        const bool is_there = fs::exists(file, error);
        if (error == std::errc::permission_denied) {
            return DataFileError{
                path + " cannot be read (" + error.message() +
                "): run this as the user it belongs to."};
        }
        if (!is_there) return missing("There is no stator.db in " + path);
        return Source{path, file, true};
    }
    if (!fs::is_regular_file(status)) return missing(path + " is no file");
    const fs::path whole = fs::absolute(path, error);
    return Source{whole.parent_path().string(), whole.string(), whole.filename() == "stator.db"};
}

std::optional<DataFileError> copy_all(
    const Source& source, const std::string& directory, Report& report
) {
    std::vector<std::pair<std::string, std::string>> files = {{source.file, "stator.db"}};
    for (const std::string suffix : {"-wal", "-journal"}) {
        files.emplace_back(source.file + suffix, "stator.db" + suffix);
    }
    if (source.has_log) {
        for (const std::string name : {"stator.log", "stator.log.sealed"}) {
            files.emplace_back(source.directory + "/" + name, name);
        }
    }
    for (const auto& [from, name] : files) {
        std::error_code error;
        if (from != source.file && !fs::exists(from, error)) continue;
        const auto refusal = FileCopy(from, directory + "/" + name, report).run();
        if (!refusal) continue;
        return DataFileError{
            from + " cannot be read (" + *refusal + "): run this as the user it belongs to."};
    }
    return std::nullopt;
}

}  // namespace

std::variant<std::unique_ptr<WorkingCopy>, DataFileError> WorkingCopy::make(
    const std::string& path, Report& report
) {
    auto found = source_of(path);
    if (auto* error = std::get_if<DataFileError>(&found)) return std::move(*error);
    const Source& source = std::get<Source>(found);
    const auto lock = DirectoryLock::acquire(source.directory);
    if (!lock) {
        return DataFileError{
            "The data file " + source.file +
            " is in use by a running Stator: stop it first, or check a snapshot of it."};
    }
    std::error_code error;
    const fs::path place = fs::temp_directory_path(error);
    std::string pattern = (place / "stator-check-XXXXXX").string();
    const std::string advice =
        "): set TMPDIR to a directory with room for a copy of the data file.";
    if (error || ::mkdtemp(pattern.data()) == nullptr) {
        const std::string reason = error ? error.message() : reason_of(errno);
        return DataFileError{"There is no temporary directory (" + reason + advice};
    }
    std::unique_ptr<WorkingCopy> copy(new WorkingCopy(pattern));
    try {
        if (auto refusal = copy_all(source, pattern, report)) return std::move(*refusal);
    } catch (const std::system_error& failure) {
        return DataFileError{
            "The copy that is checked cannot be written (" + failure.code().message() + advice};
    }
    return copy;
}

WorkingCopy::~WorkingCopy() {
    std::error_code error;
    fs::remove_all(directory_, error);
}

}  // namespace stator::engine::persistence::checking
