// Parsing a command line, and what is said of one that cannot be understood.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace stator::emulator::command_line {

// A clause about why parsing has failed. Of an argument that no option takes it names the option
// that was probably meant, the subcommand's that had begun before those of the command around it.
std::string clause_on(const CLI::App& app, const CLI::ParseError& error);

// Parses the arguments behind the first `skipped`. Returns the exit code when they end the command:
// help was asked for, which is written to `out`, or they are wrong, which `err` is told.
std::optional<int> parse(
    CLI::App& app,
    const std::vector<std::string>& arguments,
    std::size_t skipped,
    std::ostream& out,
    std::ostream& err
);

}  // namespace stator::emulator::command_line
