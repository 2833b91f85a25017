#include "engine/universes/snapshot_files.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/base/linux_calls.hpp"

namespace stator::engine::universes {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".unfinished";

// The time to wait for another process that creates, exchanges or removes a directory.
constexpr std::chrono::seconds kPatience{2};

std::string parent_of(const std::string& place) {
    const std::string parent = fs::path(place).parent_path().string();
    return parent.empty() ? "." : parent;
}

// Returns an unused directory name. The lock of the snapshots directory must be held.
std::string unfinished(const std::string& place) {
    const std::string name = "." + fs::path(place).filename().string() + ".";
    for (int number = 1;; ++number) {
        const fs::path path =
            fs::path(parent_of(place)) / (name + std::to_string(number) + std::string(kSuffix));
        std::error_code error;
        if (!fs::exists(path, error)) return path.string();
    }
}

std::string busy(const std::string& place) {
    return "another process is working in " + parent_of(place) + ": try again";
}

// True for a directory with such a name that contains only files of a data file.
bool is_unfinished(const fs::path& path) {
    const std::string name = path.filename().string();
    if (!name.starts_with('.') || !name.ends_with(kSuffix)) return false;
    std::error_code error;
    const fs::directory_iterator files(path, error);
    if (error) return false;
    return std::all_of(begin(files), end(files), [](const fs::directory_entry& file) {
        return file.path().filename().string().starts_with("stator.");
    });
}

}  // namespace

UnfinishedSnapshot::UnfinishedSnapshot(std::string place)
    : place_(std::move(place)),
      naming_(DirectoryLock::acquire_within(parent_of(place_), kPatience)),
      directory_(unfinished(place_)) {
    std::error_code error;
    if (!naming_) {
        problem_ = busy(place_);
    } else if (!fs::create_directory(directory_, error)) {
        problem_ = error.message();
    }
}

UnfinishedSnapshot::~UnfinishedSnapshot() {
    std::error_code error;
    if (!problem_) fs::remove_all(directory_, error);
}

std::optional<std::string> UnfinishedSnapshot::finish(bool overwrites) {
    naming_.reset();
    const auto naming = DirectoryLock::acquire_within(parent_of(place_), kPatience);
    if (!naming) return busy(place_);
    std::error_code error;
    if (!fs::exists(place_, error)) {
        fs::rename(directory_, place_, error);
        return error ? std::optional(error.message()) : std::nullopt;
    }
    if (!overwrites) return "another process has saved one of that name meanwhile";
    const auto lock = DirectoryLock::acquire_within(place_, kPatience);
    if (!lock) return "the existing one is in use by another process";
    // Exchanges both names in one step, so that a complete snapshot always exists.
    error = exchange_directories(directory_, place_);
    if (!error) return std::nullopt;
    if (error != std::errc::not_supported) return error.message();
    fs::remove_all(place_, error);
    if (!error) fs::rename(directory_, place_, error);
    return error ? std::optional(error.message()) : std::nullopt;
}

std::optional<std::string> remove_snapshot(const std::string& place) {
    std::string hidden;
    std::error_code error;
    {
        const auto naming = DirectoryLock::acquire_within(parent_of(place), kPatience);
        if (!naming) return busy(place);
        hidden = unfinished(place);
        fs::rename(place, hidden, error);
    }
    if (!error) fs::remove_all(hidden, error);
    return error ? std::optional(error.message()) : std::nullopt;
}

void remove_unfinished_snapshots(const std::string& directory) {
    const auto naming = DirectoryLock::acquire_within(directory, kPatience);
    if (!naming) return;
    std::error_code error;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(directory, error)) {
        if (is_unfinished(entry.path())) found.push_back(entry.path());
    }
    for (const fs::path& path : found) {
        const auto lock = DirectoryLock::acquire(path.string());
        if (lock) fs::remove_all(path, error);
    }
}

}  // namespace stator::engine::universes
