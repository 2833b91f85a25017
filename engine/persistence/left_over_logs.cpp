#include "engine/persistence/left_over_logs.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "engine/base/linux_calls.hpp"
#include "engine/persistence/changes/change_log.hpp"
#include "engine/persistence/changes/checksum.hpp"
#include "engine/persistence/sqlite/counters.hpp"

namespace stator::engine::persistence {
namespace {

namespace fs = std::filesystem;

// The data file's counters about its logs.
struct Expected {
    std::uint64_t data_file;
    std::uint64_t started;
    std::uint64_t folded;
    changes::LogOrigin origin;
};

Expected read_expected(sqlite::Connection& connection) {
    return {
        sqlite::read_counter(connection, sqlite::kDataFileId),
        sqlite::read_counter(connection, sqlite::kLogsStarted),
        sqlite::read_counter(connection, sqlite::kLogsFolded),
        {sqlite::read_counter(connection, sqlite::kLogsForced) != 0,
         sqlite::read_counter(connection, sqlite::kLogsBoot) == this_boot()},
    };
}

std::optional<changes::LogIdentity> identity_in(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string page(changes::kFirstFrame, '\0');
    file.read(page.data(), static_cast<std::streamsize>(page.size()));
    if (file.bad()) {
        throw std::system_error(std::make_error_code(std::errc::io_error), path);
    }
    page.resize(static_cast<std::size_t>(file.gcount()));
    return changes::decode_log_header(page);
}

std::string count_of(std::uint64_t number, const std::string& thing) {
    return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

std::string damage_of(const LeftOverLog& log) {
    const changes::LogScan& scan = log.scan;
    std::string text = log.path + " is damaged at byte " + std::to_string(scan.sound_bytes) + " (" +
                       scan.reason + "), which makes " + count_of(scan.lost_bytes(), "byte") +
                       " unreadable";
    if (scan.frames_behind > 0) {
        text += ", with " + count_of(scan.frames_behind, "change") + " that would be intact";
    }
    return text;
}

class Finder {
public:
    Finder(Expected expected, const std::string& directory)
        : expected_(expected),
          paths_{changes::sealed_log_path(directory), changes::log_path(directory)} {}

    LeftOverLogs run() {
        std::uint64_t next = expected_.folded + 1;
        for (const std::string& path : paths_) {
            std::error_code error;
            const std::uintmax_t bytes = fs::file_size(path, error);
            if (error == std::errc::no_such_file_or_directory) continue;
            // A folded log is emptied before it is removed.
            if (!error && bytes == 0) {
                found_.spent.push_back(path);
            } else {
                look_at(path, next);
            }
        }
        for (; next <= expected_.started; ++next) miss(next);
        return std::move(found_);
    }

private:
    void look_at(const std::string& path, std::uint64_t& next) {
        const auto identity = identity_in(path);
        if (identity && identity->data_file != expected_.data_file) {
            return found_.problems.push_back(path + " belongs to another data file");
        }
        // After a power failure, parts of a log that was folded and removed may exist again.
        const bool is_spent =
            identity ? identity->number < next : next > expected_.started || is_another(path, next);
        if (is_spent) return found_.spent.push_back(path);
        for (; identity && next < identity->number && next <= expected_.started; ++next) miss(next);
        if (identity && identity->number > next) {
            return found_.problems.push_back(
                path + " continues a newer data file than the one in this directory"
            );
        }
        const changes::LogIdentity number{expected_.data_file, next++};
        if (has_ended_) return found_.cut_off.push_back(path);
        LeftOverLog log{path, number, changes::scan_log(path, number, expected_.origin)};
        take(std::move(log));
    }

    // True if the other file is the log with that number.
    bool is_another(const std::string& path, std::uint64_t number) const {
        const std::string& other = paths_[path == paths_[0] ? 1 : 0];
        std::error_code error;
        const auto identity = fs::exists(other, error) ? identity_in(other) : std::nullopt;
        return identity == changes::LogIdentity{expected_.data_file, number};
    }

    void take(LeftOverLog log) {
        const changes::LogScan& scan = log.scan;
        if (scan.state == changes::LogState::Damaged) {
            found_.problems.push_back(damage_of(log));
            has_ended_ = true;
        } else if (scan.state == changes::LogState::PowerLoss) {
            note_loss(log.path + " lacks " + count_of(scan.lost_bytes(), "byte"));
            if (scan.frames_behind > 0) found_.cut_off.push_back(log.path);
            has_ended_ = true;
        }
        found_.unfolded.push_back(std::move(log));
    }

    void miss(std::uint64_t number) {
        const std::string& path = paths_[number == expected_.started ? 1 : 0];
        if (expected_.origin.may_lack_changes()) {
            note_loss(path + " is missing");
        } else {
            found_.problems.push_back(
                path +
                " is missing, with all changes since the data file was last brought up to "
                "date"
            );
        }
        has_ended_ = true;
    }

    void note_loss(const std::string& what) {
        found_.notes.push_back(
            "The machine was restarted while Stator was running without --durability=fsync, and " +
            what + ": the latest changes may be lost."
        );
    }

    const Expected expected_;
    const std::array<std::string, 2> paths_;  // the one with the lower number first
    LeftOverLogs found_;
    bool has_ended_ = false;  // later logs cannot be folded
};

}  // namespace

LeftOverLogs find_left_over_logs(sqlite::Connection& connection, const std::string& directory) {
    return Finder(read_expected(connection), directory).run();
}

LeftOverLogs find_logs_by_their_headers(const std::string& directory) {
    LeftOverLogs found;
    for (const std::string& path :
         {changes::sealed_log_path(directory), changes::log_path(directory)}) {
        std::error_code error;
        if (fs::file_size(path, error) == 0 || error) continue;
        const auto identity = identity_in(path);
        if (!identity) {
            found.problems.push_back(path + " cannot be read: its header is damaged");
            break;
        }
        found.unfolded.push_back({path, *identity, changes::scan_log(path, *identity, {})});
        if (found.unfolded.back().scan.state != changes::LogState::Damaged) continue;
        found.problems.push_back(damage_of(found.unfolded.back()));
        break;
    }
    return found;
}

std::uint64_t this_boot() {
    return changes::checksum(boot_id());
}

}  // namespace stator::engine::persistence
