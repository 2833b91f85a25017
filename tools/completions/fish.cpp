#include "tools/completions/script.hpp"

#include <map>
#include <utility>

namespace stator::tools::completions {
namespace {

constexpr std::string_view kFishHead =
    R"(# Completes stator in fish; written by: stator completions fish

# Prints the commands given so far.
function __stator_place
    set -l place stator
    for word in (commandline -opc)[2..-1]
        switch "$place $word"
            case )";

constexpr std::string_view kFishTail = R"(
                set place "$place $word"
        end
    end
    echo $place
end

function __stator_at
    contains -- (__stator_place) $argv
end

complete -c stator -f
)";

// Inside single quotes, fish recognises two escapes.
std::string fish_quoted(std::string_view text) {
    std::string word("'");
    for (const char c : text) {
        if (c == '\'' || c == '\\') word.append("\\");
        word.append(1, c);
    }
    return word.append("'");
}

std::string values_flags(const emulator::command_line::Values& values) {
    switch (values.kind) {
        case emulator::command_line::Values::Kind::None: return {};
        case emulator::command_line::Values::Kind::Text: return " -x";
        case emulator::command_line::Values::Kind::File: return " -r -F";
        case emulator::command_line::Values::Kind::Directory:
            return " -x -a '(__fish_complete_directories)'";
        case emulator::command_line::Values::Kind::Words: break;
    }
    std::string words;
    for (const std::string& word : values.words)
        words.append(words.empty() ? "" : " ").append(word);
    return " -x -a " + fish_quoted(words);
}

std::string option_flags(const emulator::command_line::Option& option) {
    const bool is_long = option.name.starts_with("--");
    std::string flags = is_long ? " -l " + option.name.substr(2) : " -s " + option.name.substr(1);
    flags.append(values_flags(option.values)).append(" -d ").append(fish_quoted(option.help));
    return flags;
}

std::string operand_flags(const emulator::command_line::Values& values) {
    if (values.kind == emulator::command_line::Values::Kind::File) return " -F";
    return values.kind == emulator::command_line::Values::Kind::Words ? values_flags(values) : "";
}

// The flags of a `complete` line, and the places where it applies.
using Lines = std::vector<std::pair<std::string, std::string>>;

void add_line(
    Lines& lines,
    std::map<std::string, std::size_t>& known,
    std::string flags,
    std::string_view path
) {
    const auto [found, is_new] = known.try_emplace(flags, lines.size());
    if (is_new) lines.emplace_back(std::move(flags), "");
    lines[found->second].second.append(" \"").append(path).append("\"");
}

}  // namespace

std::string fish_script(const emulator::command_line::Command& tree) {
    std::string cases;
    Lines lines;
    std::map<std::string, std::size_t> known;
    for (const auto& [path, command] : emulator::command_line::places_of(tree)) {
        if (path != tree.name) cases.append(" ").append(fish_quoted(path));
        for (const emulator::command_line::Command& each : command->commands) {
            add_line(lines, known, " -a " + each.name + " -d " + fish_quoted(each.help), path);
        }
        for (const emulator::command_line::Option& option : command->options) {
            add_line(lines, known, option_flags(option), path);
        }
        const std::string operand = operand_flags(command->operand);
        if (!operand.empty()) add_line(lines, known, operand, path);
    }
    std::string script(kFishHead);
    script.append(cases.empty() ? "" : cases.substr(1)).append(kFishTail);
    for (const auto& [flags, paths] : lines) {
        script.append("complete -c stator -n '__stator_at").append(paths).append("'");
        script.append(flags).append("\n");
    }
    return script;
}

}  // namespace stator::tools::completions
