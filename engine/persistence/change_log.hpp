// ChangeLog: the change batches that are durable but not yet in the data file.
//
// Two append-only files beside the data file: `stator.log` takes new batches; when it is long it is
// sealed as `stator.log.sealed` and folded into the data file in the background. Each batch is a
// frame: length, CRC32, bytes; the length's highest bit says that the change goes on in the next. A
// frame torn by a crash ends the file, a change without its last frame too; a whole frame that is
// not a batch of this data version is refused. Not thread-safe, except that the sealed file can be
// read while the other one grows.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include "engine/persistence/change_codec.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::engine::persistence {

// A whole frame that is not a batch of this data version: another version of Stator wrote it.
class ForeignChangeLog : public std::runtime_error {
public:
    ForeignChangeLog() : std::runtime_error("the change log was written by another Stator") {}
};

class ChangeLog {
public:
    // `is_forced`: every append is synced to the disk before it returns. The constructor touches no
    // file.
    ChangeLog(const std::string& directory, bool is_forced);
    ChangeLog(const ChangeLog&) = delete;
    ChangeLog& operator=(const ChangeLog&) = delete;
    ~ChangeLog();

    // Appends all batches or none. Throws std::system_error when the disk refuses.
    void append(std::span<const ChangeBatch> batches);

    // True when an earlier process left anything here, sealed or not.
    bool has_left_over() const;

    // Bytes appended through this object and not sealed.
    std::uint64_t bytes() const { return size_; }

    // Seals everything appended so far, by earlier processes too. Does nothing when a sealed file
    // exists or there is nothing to seal. Throws std::system_error.
    void seal();

    bool has_sealed() const;

    // Visits the batches of the sealed file in order, a few megabytes at a time; they are valid
    // during the visit. Throws ForeignChangeLog, and std::system_error when the file cannot be
    // read.
    using Visit = std::function<void(const StoredBatches& batches)>;
    void read_sealed(const Visit& visit) const;

    // Removes the sealed file, once its batches are in the data file. Throws std::system_error;
    // what it holds may be gone all the same.
    void remove_sealed();

private:
    void open();
    void close();

    const std::string path_;
    const std::string sealed_path_;
    const std::string directory_;
    const bool is_forced_;
    int file_ = -1;          // the file being appended to, if open
    bool is_named_ = false;  // its name is durable, as far as that is wanted
    std::uint64_t size_ = 0;
    std::string frames_;  // of the append in progress
};

// What a log holds, for those who check it.
struct LogScan {
    std::uint64_t bytes = 0;
    std::uint64_t changes = 0;      // batches, up to the first place that is not whole
    std::uint64_t whole_bytes = 0;  // up to there
    bool is_foreign = false;        // the frame there is whole and no batch of this data version
    // Whole frames that come after it: it was not the end of the log. Nothing reads them.
    std::uint64_t changes_behind = 0;
};

// Reads a log without touching it. Throws std::system_error when the file cannot be read.
LogScan scan_log(const std::string& path);

}  // namespace stator::engine::persistence
