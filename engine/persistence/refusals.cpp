#include "engine/persistence/refusals.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "engine/persistence/sqlite/migrations.hpp"
#include "protocol/base/printable_text.hpp"

namespace stator::engine::persistence {
namespace {

namespace fs = std::filesystem;
using Status = struct ::stat;

// Tells the user how to make `path` writable. Most often it is a container's volume that belongs to
// root.
std::string writable_by(const std::string& path) {
    Status about{};
    const std::string user = std::to_string(::geteuid());
    if (::stat(path.c_str(), &about) != 0 || about.st_uid == ::geteuid()) {
        return "make it writable";
    }
    const std::string owner = std::to_string(about.st_uid);
    return "it belongs to user " + owner + " and this is user " + user + ", so run 'chown -R " +
           user + " " + path + "', start the container with --user " + owner;
}

std::string about_damage(const std::string& what, const std::string& directory) {
    return what + ": run 'stator check --repair " + directory +
           "' to save the rest into a new directory, or start with --accept-damage to continue "
           "with "
           "the rest; the damaged files are kept either way.";
}

DataFileError damaged(
    const std::string& what, const std::string& directory, const std::string& reason
) {
    return {about_damage(what, directory), true, reason};
}

}  // namespace

DataFileError in_use(const std::string& path) {
    return {
        "The data file " + path + " is in use by another process: stop that process or " +
        kAnotherDirectory};
}

DataFileError not_stators(const std::string& path) {
    return {path + " is not a Stator data file: move it away or " + kAnotherDirectory};
}

DataFileError not_writable(const std::string& path, const std::string& reason) {
    return {
        path + " cannot be written (" + reason + "): " + writable_by(path) + " or " +
        kAnotherDirectory};
}

DataFileError too_new(const std::string& path, std::int64_t version) {
    return {
        "The data file " + path + " was written by a newer Stator (its data version is " +
        std::to_string(version) + ", this Stator knows " +
        std::to_string(sqlite::migrations().back().version) + "): run that Stator or " +
        kAnotherDirectory};
}

DataFileError older_log(const std::string& path, std::int64_t version) {
    return {
        "The change log beside " + path +
        " was left behind by an older Stator (its data version is " + std::to_string(version) +
        "): start that Stator once more and stop it with Ctrl-C, then start this one."};
}

DataFileError orphaned_log(const std::string& path) {
    return {
        "There is a change log without its data file " + path +
        ": put that file back, or move the log away to start empty."};
}

DataFileError damaged_file(const std::string& path, const std::string& reason) {
    const std::string shown = protocol::printable(reason);
    return damaged(
        "The data file " + path + " is damaged (" + shown + ")",
        fs::path(path).parent_path().string(),
        shown
    );
}

DataFileError unreadable_item(std::uint64_t row_id, const std::string& flaw) {
    return {
        "The data file holds an item in row " + std::to_string(row_id) + " that cannot be read (" +
            flaw + "): 'stator check' names its table, and 'stator check --repair' saves the rest.",
        true,
        flaw};
}

DataFileError damaged_log(const std::string& directory, const std::string& what) {
    return damaged("The change log " + what, directory, what);
}

DataFileError empty_file(const std::string& path) {
    return {
        "The data file " + path +
        " is empty, so all its data is lost: put a copy of it back, or remove it to start empty."};
}

DataFileError explain(const std::string& path, const sqlite::Error& error) {
    switch (error.kind()) {
        case sqlite::ErrorKind::Busy: return in_use(path);
        case sqlite::ErrorKind::NotADatabase:
        case sqlite::ErrorKind::Corrupt: return damaged_file(path, error.what());
        case sqlite::ErrorKind::Full:
            return {"The disk that holds " + path + " is full: free some of it."};
        case sqlite::ErrorKind::NotWritable: return not_writable(path, error.what());
        case sqlite::ErrorKind::Other: break;
    }
    return {
        "The data file " + path + " cannot be used (" + protocol::printable(error.what()) +
        "): check its disk or " + kAnotherDirectory};
}

DataFileError explain(const std::string& directory, const std::system_error& error) {
    if (error.code() == std::errc::no_space_on_device) {
        return {"The disk that holds " + directory + " is full: free some of it."};
    }
    if (error.code() != std::errc::io_error) return not_writable(directory, error.what());
    return {
        "The data directory " + directory + " cannot be used (" + error.what() +
        "): check its disk or " + kAnotherDirectory};
}

std::string existing_part(const std::string& directory) {
    std::error_code error;
    fs::path path = fs::absolute(directory, error);
    while (path.has_relative_path() && !fs::exists(path, error)) path = path.parent_path();
    return path.string();
}

}  // namespace stator::engine::persistence
