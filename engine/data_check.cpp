#include "engine/data_check.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "engine/engine.hpp"
#include "engine/persistence/checking/content_check.hpp"
#include "engine/persistence/checking/file_check.hpp"
#include "engine/persistence/checking/salvage.hpp"
#include "engine/persistence/checking/working_copy.hpp"

namespace stator::engine {
namespace {

namespace fs = std::filesystem;
using persistence::DataFileError;
using persistence::checking::Report;
using persistence::checking::WorkingCopy;

// Whoever reads the sentence knows nothing of the copy.
std::string in_original(std::string sentence, const WorkingCopy& copy, const std::string& path) {
    const std::string& name = copy.directory();
    for (std::size_t at = 0; (at = sentence.find(name, at)) != std::string::npos;) {
        sentence.replace(at, name.size(), path);
        at += path.size();
    }
    return sentence;
}

// Why no engine opens it; nothing when one does.
std::optional<std::string> refusal_of(const std::string& directory, const Clock& clock) {
    auto opened = Engine::open(EngineOptions{}, clock, DataPath{directory});
    if (const auto* error = std::get_if<DataFileError>(&opened)) return error->message;
    return std::get<0>(opened)->close() ? std::nullopt
                                        : std::optional<std::string>("it cannot be written");
}

// Asks the sections of a universe that holds nothing.
class Sections {
public:
    // They live no longer than this object.
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
    for (std::string& problem : report.problems) {
        problem = in_original(std::move(problem), copy, path);
    }
    if (!report.problems.empty()) return report;
    // Only now: an engine trusts what its data file holds.
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
    // What it finds that is lost for the new file, too, is found again.
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
    // Counted in the new file: only now is in it what the change log held.
    report.figures = {};
    check_opened(target, clock, report);
    return report;
}

}  // namespace stator::engine
