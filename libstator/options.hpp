// The options of stator_open(): those of the command line, as a JSON object. Pure, except that it
// reads the files that a declaration refers to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "emulator/config/config.hpp"
#include "emulator/laboratory/declaration/declaration.hpp"

namespace stator::libstator {

struct Options {
    emulator::config::Config config;
    // The option "laboratory", if it is not a file.
    std::optional<emulator::laboratory::declaration::DeclarationFile> laboratory = {};
};

// `json` is an object whose members are named like the options of the command line without their
// dashes; "" means an object without members. The environment is ignored. The error is a sentence
// for the user: the JSON is invalid, an option does not exist or requires a server, or a value is
// invalid.
std::variant<Options, std::string> read_options(std::string_view json);

}  // namespace stator::libstator
