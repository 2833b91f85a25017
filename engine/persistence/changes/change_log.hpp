// ChangeLog: the change batches that are durable but not yet in the data file.
//
// The data file's directory has two append-only files: `stator.log` takes new batches. When it is
// long, it is sealed as `stator.log.sealed` and folded into the data file in the background, while
// a new log replaces it. log_format.hpp describes their bytes. Not thread-safe, except that the
// sealed file can be read while the other one grows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/base/file_identity.hpp"
#include "engine/persistence/changes/change_batch.hpp"
#include "engine/persistence/changes/log_format.hpp"

namespace stator::engine::persistence::changes {

// The names of a directory's logs.
std::string log_path(const std::string& directory);
std::string sealed_log_path(const std::string& directory);

class ChangeLog {
public:
    // `is_forced`: every append is synced to the disk before it returns. The constructor touches no
    // file; `identity` is that of the log that start() makes.
    ChangeLog(const std::string& directory, bool is_forced, const LogIdentity& identity);
    ChangeLog(const ChangeLog&) = delete;
    ChangeLog& operator=(const ChangeLog&) = delete;
    ~ChangeLog();

    // Creates an empty log, which replaces any file of that name, unless this object has already
    // created one. Throws std::system_error.
    void start();

    // Appends all batches or none. Throws std::system_error if the disk refuses. Starts a log if
    // none exists.
    void append(std::span<const ChangeBatch> batches);

    // The length of the log that takes batches, in bytes; 0 if it has none.
    std::uint64_t bytes() const { return end_ - kFirstFrame; }

    // The log that takes batches; before start(), the one that start() will create.
    const LogIdentity& identity() const { return identity_; }

    // Seals the log. The next append goes into another log, whose number is one higher. Replaces a
    // sealed log that exists. The new name is durable once the caller has synced the directory.
    // Throws std::system_error; in that case the log is not sealed.
    void seal();

    // The file that takes batches, with its name; nullopt before start().
    const std::optional<FileIdentity>& file() const { return named_; }

private:
    void open();
    void close();

    const std::string path_;
    const std::string sealed_path_;
    const std::string directory_;
    const bool is_forced_;
    LogIdentity identity_;
    int file_ = -1;  // the file being appended to, if open
    std::optional<FileIdentity> named_;
    std::uint64_t end_ = kFirstFrame;
    std::uint32_t appends_ = 0;
    std::string frames_;  // of the append in progress
};

// Removes a log for good, once its batches are in the data file. Throws std::system_error, in which
// case the batches may or may not still be in the log.
void remove_log(const std::string& path);

}  // namespace stator::engine::persistence::changes
