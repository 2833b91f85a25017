// What the scripts of bash and zsh have in common.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "emulator/command_line/command_tree.hpp"

namespace stator::tools::completions {

// 'text', so that both shells take it as it is.
std::string shell_quoted(std::string_view text);

// The branches of a `case` over "PATH OPTION", and over "PATH" for an operand. Each sets `values`:
// to the words that are possible there, or to @file, @directory or @text. Flags have no branch.
std::string value_branches(const emulator::command_line::Command& tree);

// The script that both shells read: the functions _stator_words and _stator_values between a head,
// which ends at the `case` of the first one, and a tail, which begins behind the last branch of the
// second one. `lists` writes the lines that set commands and options for one command.
std::string case_script(
    std::string_view head,
    const emulator::command_line::Command& tree,
    const std::function<std::string(const emulator::command_line::Command&)>& lists,
    std::string_view tail
);

}  // namespace stator::tools::completions
