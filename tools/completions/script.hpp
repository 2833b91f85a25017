// The completions of a shell, as the script that the shell loads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/command_line/command_tree.hpp"

namespace stator::tools::completions {

// Returns the script for "bash", "zsh" or "fish"; nullopt for any other word.
std::optional<std::string> completion_script(
    std::string_view shell, const emulator::command_line::Command& tree
);

std::string bash_script(const emulator::command_line::Command& tree);
std::string zsh_script(const emulator::command_line::Command& tree);
std::string fish_script(const emulator::command_line::Command& tree);

}  // namespace stator::tools::completions
