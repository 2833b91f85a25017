#include "libstator/options.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "emulator/command_line/command_tree.hpp"
#include "protocol/wire/json.hpp"

namespace stator::libstator {
namespace {

namespace cli = emulator::config;
namespace declaration = emulator::laboratory::declaration;

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr std::string_view kLaboratory = "laboratory";
constexpr std::string_view kLogLevel = "log-level";

// Returns the problem with the name of an option; "" for none.
std::string problem_with_name(const std::string& name) {
    const auto tree = cli::command_tree({});
    const auto option =
        std::ranges::find(tree.options, "--" + name, &emulator::command_line::Option::name);
    if (option == tree.options.end()) {
        return "there is no option '" + name +
               "'; the options are those of the command line without their dashes, such as "
               "'db-path'.";
    }
    if (!option->is_of_server) return {};
    return "'" + name + "' is an option of the server, and there is none here; leave it out.";
}

// Appends the option in the command line's syntax. Returns a sentence if the value is invalid.
std::optional<std::string> append_argument(
    std::vector<std::string>& arguments, const std::string& name, JsonView value
) {
    if (value.is_null() || (value.is_boolean() && !value.boolean())) return std::nullopt;
    if (value.is_object() || value.is_array()) {
        return "'" + name + "' cannot be " + value.text() +
               ": give a string, a number, true or false.";
    }
    std::string argument = "--" + name;
    if (value.is_string()) argument.append("=").append(value.string());
    if (value.is_number()) argument.append("=").append(value.text());
    arguments.push_back(std::move(argument));
    return std::nullopt;
}

// Returns the command line's sentence without the program's name and the line break.
std::string bare_sentence(std::string_view text) {
    constexpr std::string_view kProgram = "stator: ";
    if (text.starts_with(kProgram)) text.remove_prefix(kProgram.size());
    while (text.ends_with('\n')) text.remove_suffix(1);
    return std::string(text);
}

std::variant<cli::Config, std::string> read_config(JsonView json) {
    std::vector<std::string> arguments;
    // A library only reports problems by default.
    if (!json.find(kLogLevel)) arguments.emplace_back("--log-level=warn");
    for (const auto& member : json.members()) {
        const std::string name(protocol::wire::member_name(member));
        const JsonView value(member.value);
        if (name == kLaboratory && value.is_object()) continue;
        if (auto problem = problem_with_name(name); !problem.empty()) return problem;
        if (auto problem = append_argument(arguments, name, value)) return *std::move(problem);
    }
    auto parsed = cli::parse_command_line(arguments, cli::Environment::Ignored);
    if (const auto* exit = std::get_if<cli::EarlyExit>(&parsed)) return bare_sentence(exit->text);
    return std::get<cli::Config>(std::move(parsed));
}

}  // namespace

std::variant<Options, std::string> read_options(std::string_view json) {
    if (json.empty()) json = "{}";
    auto document = JsonDocument::parse(std::string(json));
    if (!document || !document->root().is_object()) {
        return R"(the options are no JSON object; give one such as {"db-path": "data"}.)";
    }
    auto config = read_config(document->root());
    if (auto* problem = std::get_if<std::string>(&config)) return std::move(*problem);
    Options options{std::get<cli::Config>(std::move(config))};
    const auto laboratory = document->root().find(kLaboratory);
    if (!laboratory || !laboratory->is_object()) return options;
    // Paths of fixture files are relative to the working directory; those in a laboratory file are
    // relative to that file.
    auto declared = declaration::read_declaration(*laboratory, std::string());
    if (declared.has_error()) return "the laboratory has a mistake: " + declared.error().sentence;
    options.laboratory = declaration::DeclarationFile{*std::move(document), *std::move(declared)};
    return options;
}

}  // namespace stator::libstator
