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

// bash splits "--option=value" into three words.
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
    const auto lists = [](const emulator::command_line::Command& command) {
        return list_line("commands", command.commands) + list_line("options", command.options);
    };
    return case_script(kBashHead, tree, lists, kBashTail);
}

}  // namespace stator::tools::completions
