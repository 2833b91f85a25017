#include "tools/completions/script.hpp"

#include <map>

#include "tools/completions/shell_text.hpp"

namespace stator::tools::completions {
namespace {

std::string value_words(const emulator::command_line::Values& values) {
    switch (values.kind) {
        case emulator::command_line::Values::Kind::None: return {};
        case emulator::command_line::Values::Kind::Text: return "@text";
        case emulator::command_line::Values::Kind::File: return "@file";
        case emulator::command_line::Values::Kind::Directory: return "@directory";
        case emulator::command_line::Values::Kind::Words: break;
    }
    std::string words;
    for (const std::string& word : values.words)
        words.append(words.empty() ? "" : " ").append(word);
    return words;
}

// Returns the branches of a `case` over paths. `body` writes the contents of one branch.
std::string place_branches(
    const emulator::command_line::Command& tree,
    const std::function<std::string(const emulator::command_line::Command&)>& body
) {
    std::string text;
    for (const emulator::command_line::Place& place : emulator::command_line::places_of(tree)) {
        text.append("    ").append(shell_quoted(place.path)).append(")\n");
        text.append(body(*place.command)).append("        ;;\n");
    }
    return text;
}

constexpr std::string_view kBetween = R"(    *)
        return 1
        ;;
    esac
}

# Sets values to what may follow an option, or stand as an operand.
_stator_values() {
    values=''
    case "$1" in
)";

}  // namespace

std::string shell_quoted(std::string_view text) {
    std::string word("'");
    for (const char c : text) c == '\'' ? word.append("'\\''") : word.append(1, c);
    return word.append("'");
}

// Options with equal values share a branch, because an option of the outermost command is possible
// at many places.
std::string value_branches(const emulator::command_line::Command& tree) {
    std::map<std::string, std::string> patterns;
    const auto add =
        [&patterns](const emulator::command_line::Values& values, const std::string& pattern) {
            if (values.kind == emulator::command_line::Values::Kind::None) return;
            std::string& all = patterns[value_words(values)];
            all.append(all.empty() ? "" : " | \\\n    ").append(shell_quoted(pattern));
        };
    for (const auto& [path, command] : emulator::command_line::places_of(tree)) {
        add(command->operand, path);
        for (const emulator::command_line::Option& option : command->options)
            add(option.values, path + " " + option.name);
    }
    std::string text;
    for (const auto& [words, pattern] : patterns) {
        text.append("    ")
            .append(pattern)
            .append(")\n        values=")
            .append(shell_quoted(words));
        text.append("\n        ;;\n");
    }
    return text;
}

std::string case_script(
    std::string_view head,
    const emulator::command_line::Command& tree,
    const std::function<std::string(const emulator::command_line::Command&)>& lists,
    std::string_view tail
) {
    std::string script(head);
    script.append(place_branches(tree, lists)).append(kBetween);
    return script.append(value_branches(tree)).append(tail);
}

std::optional<std::string> completion_script(
    std::string_view shell, const emulator::command_line::Command& tree
) {
    if (shell == "bash") return bash_script(tree);
    if (shell == "zsh") return zsh_script(tree);
    if (shell == "fish") return fish_script(tree);
    return std::nullopt;
}

}  // namespace stator::tools::completions
