// What the scripts of bash and zsh have in common.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "emulator/command_line/command_tree.hpp"

namespace stator::tools::completions {

// 'text', so that both shells take it as it is.
std::string shell_quoted(std::string_view text);

// The branches of a `case` over paths. `body` writes what one of them does.
std::string place_branches(
    const emulator::command_line::Command& tree,
    const std::function<std::string(const emulator::command_line::Command&)>& body
);

// The branches of a `case` over "PATH OPTION", and over "PATH" for an operand. Each sets `values`:
// to the words that may stand there, or to @file, @directory or @text. Flags have no branch.
std::string value_branches(const emulator::command_line::Command& tree);

}  // namespace stator::tools::completions
