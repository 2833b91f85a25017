#include "tools/completions/script.hpp"
#include "tools/completions/shell_text.hpp"

namespace stator::tools::completions {
namespace {

constexpr std::string_view kBashHead =
    R"(# Completes stator in bash; written by: stator completions bash

# Sets commands and options to the words that may follow the commands given; fails for no command.
_stator_words() {
    case "$1" in
)";

constexpr std::string_view kBashMiddle = R"(    *)
        return 1
        ;;
    esac
}

# Sets values to what may follow an option, or stand as an operand.
_stator_values() {
    values=''
    case "$1" in
)";

// bash takes "--option=value" apart into three words.
constexpr std::string_view kBashTail = R"(    esac
}

_stator() {
    local place=stator commands options values word i
    local current="${COMP_WORDS[COMP_CWORD]}" last="${COMP_WORDS[COMP_CWORD - 1]}"
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; ++i)); do
        word="${COMP_WORDS[i]}"
        if _stator_words "$place $word"; then place="$place $word"; fi
    done
    _stator_words "$place"
    if [[ $current == '=' ]]; then
        current=''
    elif [[ $last == '=' ]]; then
        last="${COMP_WORDS[COMP_CWORD - 2]}"
    fi
    _stator_values "$place $last"
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
    fi
    if [[ -z $values ]]; then
        _stator_values "$place"
        values="$values $commands"
    fi
    case "$values" in
    *@file*)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        ;;
    *@directory*)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        ;;
    *@text*) ;;
    *)
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
        ;;
    esac
}

complete -F _stator stator
)";

std::string list_line(std::string_view variable, const auto& named) {
    std::string words;
    for (const auto& each : named) words.append(words.empty() ? "" : " ").append(each.name);
    return std::string("        ")
        .append(variable)
        .append("=")
        .append(shell_quoted(words))
        .append("\n");
}

}  // namespace

std::string bash_script(const emulator::command_line::Command& tree) {
    std::string script(kBashHead);
    script += place_branches(tree, [](const emulator::command_line::Command& command) {
        return list_line("commands", command.commands) + list_line("options", command.options);
    });
    script += kBashMiddle;
    script += value_branches(tree);
    script += kBashTail;
    return script;
}

}  // namespace stator::tools::completions
