#include "tools/completions/script.hpp"
#include "tools/completions/shell_text.hpp"

namespace stator::tools::completions {
namespace {

constexpr std::string_view kZshHead = R"(#compdef stator
# Completes stator in zsh; written by: stator completions zsh

# Sets commands and options to what may follow the commands given; fails for no command.
_stator_words() {
    case "$1" in
)";

// A file in fpath is the body of the function: zsh calls the function by reading the file.
constexpr std::string_view kZshTail = R"(    esac
}

_stator() {
    local place=stator word values last="${words[CURRENT - 1]}"
    local -a commands options
    for word in "${(@)words[2,CURRENT - 1]}"; do
        if _stator_words "$place $word"; then place="$place $word"; fi
    done
    _stator_words "$place"
    if [[ ${words[CURRENT]} == --*=* ]]; then
        last="${words[CURRENT]%%=*}"
        compset -P '*='
    elif [[ ${words[CURRENT]} == -* ]]; then
        _describe -o option options
        return
    fi
    _stator_values "$place $last"
    if [[ -z $values ]]; then
        if (($#commands)); then
            _describe command commands
            return
        fi
        _stator_values "$place"
    fi
    case "$values" in
    @file) _files ;;
    @directory) _files -/ ;;
    @text | '') _message value ;;
    *) compadd -- ${=values} ;;
    esac
}

if [[ ${funcstack[1]} == _stator ]]; then
    _stator "$@"
else
    compdef _stator stator
fi
)";

// Returns entries of the form name:help, as _describe expects them.
std::string list_lines(std::string_view variable, const auto& named) {
    std::string lines = std::string("        ").append(variable).append("=(\n");
    for (const auto& each : named) {
        lines.append("            ").append(shell_quoted(each.name + ":" + each.help)).append("\n");
    }
    return lines.append("        )\n");
}

}  // namespace

std::string zsh_script(const emulator::command_line::Command& tree) {
    const auto lists = [](const emulator::command_line::Command& command) {
        return list_lines("commands", command.commands) + list_lines("options", command.options);
    };
    return case_script(kZshHead, tree, lists, kZshTail);
}

}  // namespace stator::tools::completions
