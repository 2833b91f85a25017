#include "emulator/laboratory/snapshots.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <variant>

#include "emulator/base/universe_name.hpp"
#include "engine/universes/snapshot_files.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory {
namespace {

namespace fs = std::filesystem;

constexpr int kConflict = 409;
constexpr int kNotFound = 404;
constexpr int kServerError = 500;

// The file that identifies a directory as a snapshot.
constexpr const char* kFileName = "stator.db";

// The problem of a data file, without the advice for --db-path.
std::string fact_of(const std::string& sentence) {
    return sentence.substr(0, sentence.rfind(": "));
}

// The error for a snapshot that cannot be used; `fact` is the reason.
Refusal unusable(const std::string& name, std::string_view use, const std::string& fact) {
    return {
        "the snapshot '" + name + "' cannot be " + std::string(use) + " (" + fact +
            "); delete it, or put a good copy in its place.",
        kServerError};
}

std::uint64_t bytes_in(const std::string& directory) {
    std::uint64_t bytes = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory, error)) {
        const auto size = entry.file_size(error);
        if (!error) bytes += size;
    }
    return bytes;
}

}  // namespace

Snapshots::Snapshots(engine::Engine& engine, std::string directory)
    : engine_(engine), directory_(std::move(directory)) {
    engine::universes::remove_unfinished_snapshots(directory_);
}

std::string Snapshots::path(const std::string& name) const {
    return (fs::path(directory_) / name).string();
}

bool Snapshots::exists(const std::string& name) const {
    std::error_code error;
    return fs::exists(fs::path(path(name)) / kFileName, error);
}

std::vector<std::string> Snapshots::names() const {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory_, error)) {
        const std::string name = entry.path().filename().string();
        if (is_universe_name(name) && exists(name)) {
            names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

Accepted<void> Snapshots::check_exists(const std::string& name) const {
    if (is_universe_name(name) && exists(name)) return {};
    return Refusal{
        "there is no snapshot '" + name + "'; GET /_stator/v1/snapshots lists them.", kNotFound};
}

ShownSnapshot Snapshots::look_at(const std::string& name, bool counts_items) const {
    ShownSnapshot shown{name, bytes_in(path(name))};
    std::error_code error;
    // Opening an empty data file would initialize it.
    if (fs::file_size(fs::path(path(name)) / kFileName, error) == 0) {
        shown.problem = "its data file is empty";
        return shown;
    }
    auto described = engine::universes::describe_snapshot(path(name), counts_items);
    if (auto* failure = std::get_if<engine::persistence::DataFileError>(&described)) {
        shown.problem = fact_of(failure->message);
    } else {
        shown.description = std::move(std::get<engine::universes::SnapshotDescription>(described));
    }
    return shown;
}

std::vector<ShownSnapshot> Snapshots::list() const {
    const engine::MutexLock lock(mutex_);
    std::vector<ShownSnapshot> all;
    for (const std::string& name : names()) all.push_back(look_at(name, false));
    return all;
}

Accepted<ShownSnapshot> Snapshots::show(const std::string& name) const {
    const engine::MutexLock lock(mutex_);
    STATOR_CHECK(check_exists(name));
    ShownSnapshot shown = look_at(name, true);
    if (!shown.problem.empty()) return unusable(name, "read", shown.problem);
    return shown;
}

Accepted<engine::inspection::FrozenTables> Snapshots::tables(const std::string& name) const {
    const engine::MutexLock lock(mutex_);
    STATOR_CHECK(check_exists(name));
    auto read = engine_.read_tables(path(name));
    if (const auto* error = std::get_if<engine::persistence::DataFileError>(&read)) {
        return unusable(name, "read", fact_of(error->message));
    }
    return std::get<engine::inspection::FrozenTables>(std::move(read));
}

Accepted<void> Snapshots::save(
    const std::string& name, const std::string& universe, bool overwrites
) {
    const engine::MutexLock lock(mutex_);
    if (!overwrites && exists(name)) {
        return Refusal{
            "there is a snapshot '" + name +
                "' already; save with 'overwrite' to replace it, or choose another name.",
            kConflict};
    }
    std::error_code error;
    fs::create_directories(directory_, error);
    engine::universes::remove_unfinished_snapshots(directory_);
    const auto failure = engine_.save_universe(universe, {path(name), STATOR_VERSION, overwrites});
    if (!failure) return {};
    return Refusal{
        "the snapshot '" + name + "' cannot be saved (" + fact_of(failure->message) +
            "); choose another directory with --snapshots.",
        kServerError};
}

Accepted<engine::JournalTicket> Snapshots::restore(
    const std::string& name, const std::string& universe, RestoredTime time
) {
    const engine::MutexLock lock(mutex_);
    STATOR_CHECK(check_exists(name));
    const ShownSnapshot shown = look_at(name, false);
    if (!shown.problem.empty()) return unusable(name, "restored", shown.problem);
    if (time != RestoredTime::Kept && !shown.description.origin) {
        return Refusal{
            "the snapshot '" + name +
                "' was saved by an older Stator, which did not note the time; restore it without "
                "'clock' and 'shiftTimes'.",
            kConflict};
    }
    const auto restored = engine_.restore_universe(universe, path(name), time);
    const auto* failure = std::get_if<engine::persistence::DataFileError>(&restored);
    if (failure != nullptr) return unusable(name, "restored", fact_of(failure->message));
    return std::get<engine::JournalTicket>(restored);
}

Accepted<void> Snapshots::remove(const std::string& name) {
    const engine::MutexLock lock(mutex_);
    STATOR_CHECK(check_exists(name));
    const auto reason = engine::universes::remove_snapshot(path(name));
    if (!reason) return {};
    // Another process may have removed it.
    STATOR_CHECK(check_exists(name));
    return Refusal{
        "the snapshot '" + name + "' cannot be removed (" + *reason + ").", kServerError};
}

}  // namespace stator::emulator::laboratory
