#include "engine/universes/snapshot_files.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/base/directory_lock.hpp"
#include "engine/base/linux_calls.hpp"

namespace stator::engine::universes {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".unfinished";

std::string unfinished(const std::string& place) {
    const fs::path path(place);
    return (path.parent_path() / ("." + path.filename().string() + std::string(kSuffix))).string();
}

// True for a directory with that kind of name in which there are only a data file's files.
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
    : place_(std::move(place)), directory_(unfinished(place_)) {
    std::error_code error;
    fs::remove_all(directory_, error);
}

UnfinishedSnapshot::~UnfinishedSnapshot() {
    std::error_code error;
    fs::remove_all(directory_, error);
}

std::optional<std::string> UnfinishedSnapshot::finish(bool overwrites) const {
    std::error_code error;
    if (!overwrites || !fs::exists(place_, error)) {
        fs::rename(directory_, place_, error);
        return error ? std::optional(error.message()) : std::nullopt;
    }
    const auto lock = DirectoryLock::acquire(place_);
    if (!lock) return "the one that is there is in use by another process";
    // Both names at once, so that there is a whole snapshot at every moment; the old one goes.
    error = exchange_directories(directory_, place_);
    if (!error) return std::nullopt;
    if (error != std::errc::not_supported) return error.message();
    fs::remove_all(place_, error);
    if (!error) fs::rename(directory_, place_, error);
    return error ? std::optional(error.message()) : std::nullopt;
}

void remove_unfinished_snapshots(const std::string& directory) {
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
