#include "emulator/observe/snapshots.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <variant>

#include "emulator/forms/universe_name.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::observe {
namespace {

namespace fs = std::filesystem;

constexpr int kConflict = 409;
constexpr int kNotFound = 404;
constexpr int kServerError = 500;

// The file that makes a directory a snapshot.
constexpr const char* kFileName = "stator.db";

// What is wrong with a data file, without the advice that goes with --db-path.
std::string fact_of(const std::string& sentence) {
    return sentence.substr(0, sentence.rfind(": "));
}

}  // namespace

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
        if (forms::is_universe_name(name) && exists(name)) {
            names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

forms::Accepted<void> Snapshots::check_exists(const std::string& name) const {
    if (forms::is_universe_name(name) && exists(name)) return {};
    return forms::Refusal{
        "there is no snapshot '" + name + "'; GET /_stator/v1/snapshots lists them.", kNotFound};
}

forms::Accepted<void> Snapshots::save(const std::string& name, const std::string& universe) {
    const engine::MutexLock lock(mutex_);
    if (exists(name)) {
        return forms::Refusal{
            "there is a snapshot '" + name + "' already; delete it or choose another name.",
            kConflict};
    }
    std::error_code error;
    fs::create_directories(directory_, error);
    const auto failure = engine_.save_universe(universe, path(name));
    if (!failure) return {};
    return forms::Refusal{
        "the snapshot '" + name + "' cannot be saved (" + fact_of(failure->message) +
            "); choose another directory with --snapshots.",
        kServerError};
}

forms::Accepted<engine::JournalTicket> Snapshots::restore(
    const std::string& name, const std::string& universe
) {
    const engine::MutexLock lock(mutex_);
    STATOR_CHECK(check_exists(name));
    const auto unreadable = [&](const std::string& fact) {
        return forms::Refusal{
            "the snapshot '" + name + "' cannot be restored (" + fact +
                "); delete it, or put a good copy in its place.",
            kServerError};
    };
    std::error_code error;
    if (fs::file_size(fs::path(path(name)) / kFileName, error) == 0) {
        return unreadable("its data file is empty");
    }
    const auto restored = engine_.restore_universe(universe, path(name));
    const auto* failure = std::get_if<engine::persistence::DataFileError>(&restored);
    if (failure != nullptr) return unreadable(fact_of(failure->message));
    return std::get<engine::JournalTicket>(restored);
}

forms::Accepted<void> Snapshots::remove(const std::string& name) {
    const engine::MutexLock lock(mutex_);
    STATOR_CHECK(check_exists(name));
    std::error_code error;
    fs::remove_all(path(name), error);
    if (error) {
        return forms::Refusal{
            "the snapshot '" + name + "' cannot be removed (" + error.message() + ").",
            kServerError};
    }
    return {};
}

}  // namespace stator::emulator::observe
