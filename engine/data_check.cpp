#include "engine/data_check.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/base/directory_lock.hpp"
#include "engine/base/durable_files.hpp"
#include "engine/engine.hpp"
#include "engine/persistence/checking/content_check.hpp"
#include "engine/persistence/checking/file_check.hpp"
#include "engine/persistence/checking/salvage.hpp"
#include "engine/persistence/checking/working_copy.hpp"
#include "engine/persistence/damaged_names.hpp"

namespace stator::engine {
namespace {

namespace fs = std::filesystem;
using persistence::DataFileError;
using persistence::checking::Report;
using persistence::checking::WorkingCopy;

// Replaces the copy's path with the original's, because the user does not know about the copy.
std::string in_original(std::string sentence, const WorkingCopy& copy, const std::string& path) {
    const std::string& name = copy.directory();
    for (std::size_t at = 0; (at = sentence.find(name, at)) != std::string::npos;) {
        sentence.replace(at, name.size(), path);
        at += path.size();
    }
    return sentence;
}

void name_original(Report& report, const WorkingCopy& copy, const std::string& path) {
    for (auto* lines : {&report.problems, &report.notes}) {
        for (std::string& line : *lines) line = in_original(std::move(line), copy, path);
    }
}

// The reason why an engine cannot open the directory. nullopt if it can.
std::optional<std::string> refusal_of(const std::string& directory, const Clock& clock) {
    auto opened = Engine::open(EngineOptions{}, clock, DataPath{directory});
    if (const auto* error = std::get_if<DataFileError>(&opened)) return error->message;
    return std::get<0>(opened)->close() ? std::nullopt
                                        : std::optional<std::string>("it cannot be written");
}

// The durable sections of an empty universe, which decide whether they accept an entry.
class Sections {
public:
    // The result of accepts() must not outlive this object.
    explicit Sections(const Clock& clock)
        : engine_(std::move(std::get<0>(Engine::open(EngineOptions{}, clock, std::nullopt)))) {}

    persistence::checking::AcceptsEntry accepts() const {
        return [this](const persistence::EntryRow& entry) {
            persistence::EntryRow adapted = entry;
            return engine_->default_universe().sections().adapt(adapted);
        };
    }

private:
    const std::unique_ptr<Engine> engine_;
};

void check_opened(const std::string& directory, const Clock& clock, Report& report) {
    auto opened = persistence::DataFile::open(directory, persistence::Durability::Relaxed);
    if (const auto* refusal = std::get_if<DataFileError>(&opened)) {
        report.problems.push_back(refusal->message);
        return;
    }
    const Sections sections(clock);
    persistence::checking::check_content(*std::get<0>(opened), sections.accepts(), report);
}

}  // namespace

std::variant<Report, DataFileError> check_data(const std::string& path, const Clock& clock) {
    Report report;
    auto made = WorkingCopy::make(path, report);
    if (auto* error = std::get_if<DataFileError>(&made)) return std::move(*error);
    const WorkingCopy& copy = *std::get<0>(made);
    if (persistence::checking::check_files(copy, report))
        check_opened(copy.directory(), clock, report);
    name_original(report, copy, path);
    if (!report.problems.empty()) return report;
    // Opened last, because an engine trusts the contents of its data file.
    if (const auto refusal = refusal_of(copy.directory(), clock)) {
        report.problems.push_back(in_original(*refusal, copy, path));
    }
    return report;
}

std::variant<Report, DataFileError> repair_data(
    const std::string& path, const std::string& target, const Clock& clock
) {
    std::error_code error;
    if (fs::exists(target, error)) {
        return DataFileError{target + " is there already: name another directory with --to."};
    }
    Report report;
    auto made = WorkingCopy::make(path, report);
    if (auto* refusal = std::get_if<DataFileError>(&made)) return std::move(*refusal);
    const WorkingCopy& copy = *std::get<0>(made);
    // The problems in `found` are discarded, because salvage() reports those that also affect the
    // new file.
    persistence::checking::restore_length(copy, report);
    Report found;
    if (!persistence::checking::check_files(copy, found)) {
        return DataFileError{
            "Nothing can be saved of " + path + " (" + found.problems.back() +
            "): restore it from a copy."};
    }
    const Sections sections(clock);
    report.notes = found.notes;
    report.figures.log_changes = found.figures.log_changes;
    if (auto refusal = persistence::checking::salvage(copy, target, sections.accepts(), report)) {
        refusal->message = in_original(std::move(refusal->message), copy, path);
        return std::move(*refusal);
    }
    if (const auto refusal = refusal_of(target, clock)) return DataFileError{*refusal};
    name_original(report, copy, path);
    // Counts the new file, which now also contains the rows of the change log.
    report.figures = {};
    check_opened(target, clock, report);
    return report;
}

namespace {

// Moves logs and SQLite's log first: a data file without them is rejected, whereas the new data
// file must never be opened with them. Throws std::system_error.
void exchange_files(const fs::path& directory, const fs::path& saved) {
    const std::string suffix = persistence::damaged_suffix(
        {directory / "stator.db", directory / "stator.log", directory / "stator.log.sealed"}
    );
    const std::string data_file = "stator.db" + suffix;
    const std::pair<const char*, std::string> moves[] = {
        {"stator.log.sealed", "stator.log.sealed" + suffix},
        {"stator.log", "stator.log" + suffix},
        {"stator.db-wal", data_file + "-wal"},
    };
    for (const auto& [from, to] : moves) {
        if (fs::exists(directory / from)) fs::rename(directory / from, directory / to);
    }
    std::error_code error;
    fs::create_hard_link(directory / "stator.db", directory / data_file, error);
    // Some file systems do not support hard links.
    if (error) fs::copy_file(directory / "stator.db", directory / data_file);
    fs::rename(saved / "stator.db", directory / "stator.db");
    sync_names(directory.string());
}

}  // namespace

std::variant<Report, DataFileError> accept_damage(
    const std::string& directory, const Clock& clock
) {
    const fs::path saved = fs::path(directory) / "stator.repaired";
    try {
        fs::remove_all(saved);
        auto repaired = repair_data(directory, saved.string(), clock);
        if (std::holds_alternative<DataFileError>(repaired)) return repaired;
        const auto lock = DirectoryLock::acquire(directory);
        if (!lock)
            return DataFileError{directory + " is in use by another process: stop it first."};
        exchange_files(directory, saved);
        fs::remove_all(saved);
        return repaired;
    } catch (const std::system_error& error) {
        return DataFileError{
            "The damaged files in " + directory + " cannot be set aside (" + error.what() +
            "): check its disk."};
    }
}

}  // namespace stator::engine
