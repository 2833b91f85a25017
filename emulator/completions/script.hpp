// The completions of a shell, as the script that it reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/completions/command_tree.hpp"

namespace stator::emulator::completions {

// For "bash", "zsh" or "fish"; nothing for any other word.
std::optional<std::string> completion_script(std::string_view shell, const Command& tree);

std::string bash_script(const Command& tree);
std::string zsh_script(const Command& tree);
std::string fish_script(const Command& tree);

}  // namespace stator::emulator::completions
