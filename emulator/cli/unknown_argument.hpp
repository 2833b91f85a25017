// What is said of a command line that cannot be understood.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stator::emulator::cli {

// A clause about why parsing has failed. Of an argument that no option takes it names the option
// that was probably meant, the subcommand's that had begun before those of the command around it.
std::string clause_on(const CLI::App& app, const CLI::ParseError& error);

}  // namespace stator::emulator::cli
