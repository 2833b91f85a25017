// The completions of a shell, as the script that it reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/command_line/command_tree.hpp"

namespace stator::tools::completions {

// For "bash", "zsh" or "fish"; nothing for any other word.
std::optional<std::string> completion_script(
    std::string_view shell, const emulator::command_line::Command& tree
);

std::string bash_script(const emulator::command_line::Command& tree);
std::string zsh_script(const emulator::command_line::Command& tree);
std::string fish_script(const emulator::command_line::Command& tree);

}  // namespace stator::tools::completions
