// The options of stator_open(): those of the command line, as a JSON object. Pure but for the files
// that a declaration names.
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
    // The option "laboratory", where it is no file.
    std::optional<emulator::laboratory::declaration::DeclarationFile> laboratory = {};
};

// `json` is an object whose members are named as options of the command line without their dashes;
// "" is one without members. The environment does not count. The error is a sentence for the user:
// no JSON, an option that there is not or that needs a server, a value that it cannot have.
std::variant<Options, std::string> read_options(std::string_view json);

}  // namespace stator::libstator
