// ChangeLog: the change batches that are safe already, but not yet in the data file.
//
// Two append-only files beside the data file: `stator.log` takes what comes; once it is long it is
// sealed as `stator.log.sealed`, and written into the data file at leisure. Each batch is a frame:
// its length, its CRC32, its bytes. A frame that a crash has torn ends the file; a whole one that
// is no batch of this data version is refused. Not thread-safe, but the sealed file can be read
// while the other one grows.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include "engine/persistence/change_codec.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::engine::persistence {

// A whole frame holds no batch of this data version: another Stator has written it.
class ForeignChangeLog : public std::runtime_error {
public:
    ForeignChangeLog() : std::runtime_error("the change log was written by another Stator") {}
};

class ChangeLog {
public:
    // `is_forced`: every append reaches the disk itself before it returns. Touches no file.
    ChangeLog(const std::string& directory, bool is_forced);
    ChangeLog(const ChangeLog&) = delete;
    ChangeLog& operator=(const ChangeLog&) = delete;
    ~ChangeLog();

    // Appends all batches or none. Throws std::system_error when the disk refuses.
    void append(std::span<const ChangeBatch> batches);

    // Whether an earlier process has left something here, sealed or not.
    bool has_left_over() const;

    // Bytes appended through this object and not sealed.
    std::uint64_t bytes() const { return size_; }

    // Puts what was appended, by an earlier process too, into the sealed file; nothing happens when
    // there is one already, or nothing to seal. Throws std::system_error.
    void seal();

    bool has_sealed() const;

    // Visits the batches of the sealed file in order, some megabytes of them at a time, valid
    // during the visit. Throws std::system_error when it cannot be read, and ForeignChangeLog.
    using Visit = std::function<void(const StoredBatches& batches)>;
    void read_sealed(const Visit& visit) const;

    // Once its batches are in the data file.
    void remove_sealed();

private:
    void open();
    void close();

    const std::string path_;
    const std::string sealed_path_;
    const std::string directory_;
    const bool is_forced_;
    int file_ = -1;  // while open, appended to
    std::uint64_t size_ = 0;
    std::string frames_;  // of the append at work
};

}  // namespace stator::engine::persistence
