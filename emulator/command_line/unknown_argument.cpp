#include "emulator/command_line/unknown_argument.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace stator::emulator::command_line {
namespace {

// Names that differ in more than two letters are not suggested.
constexpr std::size_t kMostSlips = 2;

// Returns the number of letters to add, remove or change until the texts are equal.
std::size_t slips_between(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t changed = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

// `option` is without its dashes.
std::string guess(const std::string& option) {
    return " (did you mean --" + option + "?)";
}

// Returns the longest option that is a prefix of the name, or "". The AWS CLI uses --endpoint-url
// and --table-name for options that Stator calls --endpoint and --table.
std::string option_it_begins_with(const CLI::App& app, std::string_view name) {
    std::string longest;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& known : option->get_lnames()) {
            if (known.size() > longest.size() && name.starts_with(known + "-")) longest = known;
        }
    }
    return longest;
}

// Returns the option with the most similar name, or else one that is a prefix of the given name;
// without its dashes. Returns "" if neither exists.
std::string nearest_option(const CLI::App& app, std::string_view name) {
    std::string nearest;
    std::size_t fewest = std::min(kMostSlips, name.size() / 2) + 1;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& known : option->get_lnames()) {
            const std::size_t slips = slips_between(name, known);
            if (slips >= fewest) continue;
            fewest = slips;
            nearest = known;
        }
    }
    return nearest.empty() ? option_it_begins_with(app, name) : nearest;
}

// Suggests --from or --to for a file path without an option. Returns "" if the command has both,
// because either may be meant.
std::string hint_at_its_option(const CLI::App& app, const std::string& given) {
    const CLI::Option* const from = app.get_option_no_throw("--from");
    const CLI::Option* const to = app.get_option_no_throw("--to");
    if ((from == nullptr) == (to == nullptr)) return "";
    return guess((from != nullptr ? "from " : "to ") + given);
}

// Returns the innermost subcommand that was recognised.
const CLI::App& innermost(const CLI::App& app) {
    const CLI::App* found = &app;
    while (!found->get_subcommands().empty()) found = found->get_subcommands().front();
    return *found;
}

// `unknown` are the arguments that CLI11 did not consume.
std::string clause_on_unknown(const CLI::App& app, std::vector<std::string> unknown) {
    // CLI11 treats "--" as the end of the options and leaves it in the list.
    if (unknown.front() == "--" && unknown.size() > 1) unknown.erase(unknown.begin());
    const std::string given = unknown.front();
    if (!given.starts_with('-') || given == "--") {
        return "nothing takes '" + given + "'" + hint_at_its_option(app, given);
    }
    const std::string option = given.substr(0, given.find('='));
    const std::size_t begin = std::min(option.find_first_not_of('-'), option.size());
    std::string nearest;
    for (const CLI::App* level = &app; level != nullptr && nearest.empty();
         level = level->get_parent()) {
        nearest = nearest_option(*level, std::string_view(option).substr(begin));
    }
    const std::string clause = "there is no option " + option;
    return nearest.empty() ? clause : clause + guess(nearest);
}

}  // namespace

std::string clause_on(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<std::string> unknown = app.remaining(true);
    if (unknown.empty()) return error.what();
    // The required option may have been given under a wrong name.
    const bool is_misnamed = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr &&
                             unknown.front().starts_with("--");
    const bool is_too_much = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    if (!is_misnamed && !is_too_much) return error.what();
    return clause_on_unknown(innermost(app), unknown);
}

std::optional<int> parse(
    CLI::App& app,
    const std::vector<std::string>& arguments,
    std::size_t skipped,
    std::ostream& out,
    std::ostream& err
) {
    const auto end = arguments.rend() - static_cast<std::ptrdiff_t>(skipped);
    try {
        // CLI11 reads arguments from the back.
        app.parse(std::vector<std::string>(arguments.rbegin(), end));
    } catch (const CLI::Success&) {
        out << app.help();
        return 0;
    } catch (const CLI::ParseError& error) {
        const std::string name = app.get_name();
        err << name << ": " << clause_on(app, error) << "; see " << name << " --help.\n";
        return 2;
    }
    return std::nullopt;
}

}  // namespace stator::emulator::command_line
