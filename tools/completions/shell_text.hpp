// Text that the scripts of bash and zsh share.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "emulator/command_line/command_tree.hpp"

namespace stator::tools::completions {

// Returns 'text', quoted so that both shells read it unchanged.
std::string shell_quoted(std::string_view text);

// Returns the branches of a `case` over "PATH OPTION", and over "PATH" for an operand. Each branch
// sets `values` to the possible words, or to @file, @directory or @text. Flags have no branch.
std::string value_branches(const emulator::command_line::Command& tree);

// Returns the script for either shell: the functions _stator_words and _stator_values between a
// head, which ends at the `case` of the first function, and a tail, which begins after the last
// branch of the second function. `lists` writes the lines that set commands and options for one
// command.
std::string case_script(
    std::string_view head,
    const emulator::command_line::Command& tree,
    const std::function<std::string(const emulator::command_line::Command&)>& lists,
    std::string_view tail
);

}  // namespace stator::tools::completions
