#include "tools/check/command.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <ostream>
#include <variant>

#include "emulator/base/count_text.hpp"
#include "emulator/command_line/unknown_argument.hpp"
#include "engine/data_check.hpp"
#include "protocol/base/printable_text.hpp"

namespace stator::tools::check {
namespace {

namespace fs = std::filesystem;
using emulator::count_text;
using engine::persistence::DataFileError;
using engine::persistence::checking::Figures;
using engine::persistence::checking::Report;

constexpr const char* kName = "check";

struct Arguments {
    CLI::App app{
        "Says what is wrong with a data file that no server uses, a line each; the file stays as "
        "it "
        "is.",
        "stator check"};
    std::string path;
    bool repairs = false;
    std::string target;

    Arguments() {
        app.add_option("PATH", path, "The directory of --db-path, a snapshot's, or a data file")
            ->required();
        auto* const repair = app.add_flag(
            "--repair",
            repairs,
            "Save what can be saved into a new data file, and list what was lost"
        );
        app.add_option("--to", target, "The new file's directory; PATH.repaired if left out")
            ->needs(repair);
    }
};

std::string text_of(const Figures& figures) {
    return count_text(figures.tables, "table") + ", " + count_text(figures.backups, "backup") +
           ", " + count_text(figures.items, "item") + " of " +
           count_text(figures.item_bytes, "byte") + ", " + count_text(figures.streams, "stream") +
           " with " + count_text(figures.records, "record") + ", " +
           count_text(figures.changes, "change") +
           " of histories, other entries: " + std::to_string(figures.entries) +
           ", changes in the log: " + std::to_string(figures.log_changes);
}

std::string usual_target(const std::string& path) {
    fs::path place = fs::absolute(path).lexically_normal();
    if (!place.has_filename()) place = place.parent_path();
    if (!fs::is_directory(place)) place = place.parent_path();
    return place.string() + ".repaired";
}

void print(const char* word, const std::vector<std::string>& lines, std::ostream& out) {
    for (const std::string& line : lines) {
        out << word << ": " << protocol::printable(line) << '\n';
    }
}

int fail(const DataFileError& error, std::ostream& err) {
    err << "stator check: " << protocol::printable(error.message) << '\n';
    return 1;
}

int check(
    const std::string& path, const engine::Clock& clock, std::ostream& out, std::ostream& err
) {
    const auto checked = engine::check_data(path, clock);
    if (const auto* error = std::get_if<DataFileError>(&checked)) {
        return fail(*error, err);
    }
    const Report& report = std::get<Report>(checked);
    print("problem", report.problems, out);
    print("note", report.notes, out);
    if (report.problems.empty()) {
        out << "sound: " << text_of(report.figures) << '\n';
        return 0;
    }
    out << count_text(report.problems.size(), "problem")
        << "; `stator check --repair` saves what can be saved into a new data file.\n";
    return 1;
}

int repair(
    const std::string& path,
    const std::string& target,
    const engine::Clock& clock,
    std::ostream& out,
    std::ostream& err
) {
    const auto repaired = engine::repair_data(path, target, clock);
    if (const auto* error = std::get_if<DataFileError>(&repaired)) {
        return fail(*error, err);
    }
    const Report& report = std::get<Report>(repaired);
    print("lost", report.problems, out);
    print("note", report.notes, out);
    out << "saved in " << protocol::printable(target) << ": " << text_of(report.figures) << '\n';
    return report.problems.empty() ? 0 : 1;
}

}  // namespace

bool is_command(const std::vector<std::string>& arguments) {
    return !arguments.empty() && arguments.front() == kName;
}

int run_command(
    const std::vector<std::string>& arguments,
    const engine::Clock& clock,
    std::ostream& out,
    std::ostream& err
) {
    Arguments given;
    if (const auto code = emulator::command_line::parse(given.app, arguments, 1, out, err))
        return *code;
    if (!given.repairs) return check(given.path, clock, out, err);
    if (given.target.empty()) given.target = usual_target(given.path);
    return repair(given.path, given.target, clock, out, err);
}

emulator::command_line::Command command_tree() {
    const Arguments declared;
    return emulator::command_line::command_tree(declared.app);
}

}  // namespace stator::tools::check
