#include "emulator/command_line/command_tree.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

namespace stator::emulator::command_line {
namespace {

// Returns all words of "TEXT:{commit,fsync}" and "{on,off}". "FILE.{json,md}" is not such a list.
std::vector<std::string> words_of(const std::string& type) {
    const auto begin = type.starts_with('{') ? 0 : type.find(":{");
    const auto end = type.rfind('}');
    if (begin == std::string::npos || end == std::string::npos) return {};
    const auto first = type.find('{', begin) + 1;
    std::istringstream list(type.substr(first, end - first));
    std::vector<std::string> words;
    for (std::string word; std::getline(list, word, ',');) words.push_back(word);
    return words;
}

Values values_of(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) return {};
    const std::string type = option.get_type_name();
    if (auto words = words_of(type); !words.empty()) return {Values::Kind::Words, std::move(words)};
    if (type.starts_with("FILE")) return {Values::Kind::File};
    if (type.starts_with("DIR")) return {Values::Kind::Directory};
    return {Values::Kind::Text};
}

void add_option(Command& command, const CLI::Option& option) {
    if (option.get_positional()) {
        if (command.operand == Values()) command.operand = values_of(option);
        return;
    }
    const auto add = [&](const std::string& name) {
        command.options.push_back(
            {name, option.get_description(), values_of(option), !option.get_configurable()}
        );
    };
    for (const std::string& name : option.get_lnames()) add("--" + name);
    for (const std::string& name : option.get_snames()) add("-" + name);
}

void inherit(Command& command, const Command& parent) {
    for (const Option& option : parent.options) {
        const bool is_own = std::any_of(
            command.options.begin(),
            command.options.end(),
            [&option](const Option& own) { return own.name == option.name; }
        );
        if (!is_own) command.options.push_back(option);
    }
}

// `parent` is null for the outermost command.
Command tree_of(const CLI::App& app, const Command* parent) {
    Command command{app.get_name(), app.get_description()};
    for (const CLI::Option* option : app.get_options()) add_option(command, *option);
    if (parent && app.get_fallthrough()) inherit(command, *parent);
    const auto is_shown = [](const CLI::App* subcommand) {
        return !subcommand->get_group().empty();
    };
    for (const CLI::App* subcommand : app.get_subcommands(is_shown)) {
        command.commands.push_back(tree_of(*subcommand, &command));
    }
    return command;
}

void add_places(std::vector<Place>& places, const Command& command, const std::string& path) {
    places.push_back({path, &command});
    for (const Command& each : command.commands) add_places(places, each, path + " " + each.name);
}

}  // namespace

void Command::replace(std::string_view subcommand, Command tree) {
    for (Command& each : commands) {
        if (each.name != subcommand) continue;
        tree.name = std::move(each.name);
        tree.help = std::move(each.help);
        each = std::move(tree);
        return;
    }
}

Command command_tree(const CLI::App& app) {
    return tree_of(app, nullptr);
}

std::vector<Place> places_of(const Command& tree) {
    std::vector<Place> places;
    add_places(places, tree, tree.name);
    return places;
}

}  // namespace stator::emulator::command_line
