// Tells whether a command line contains an option, before CLI11 has read it. Pure.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace stator::emulator::command_line {

// Finds "--option value" and "--option=value".
inline bool gives(const std::vector<std::string>& arguments, std::string_view option) {
    return std::any_of(arguments.begin(), arguments.end(), [option](std::string_view given) {
        return given == option || (given.starts_with(option) && given[option.size()] == '=');
    });
}

}  // namespace stator::emulator::command_line
