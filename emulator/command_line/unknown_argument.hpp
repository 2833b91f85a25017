// Parses a command line, and describes errors in it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace stator::emulator::command_line {

// Returns a clause that explains why parsing failed. For an argument that no option accepts, it
// suggests the option that was probably meant, first from the innermost subcommand, then from the
// enclosing commands.
std::string clause_on(const CLI::App& app, const CLI::ParseError& error);

// Parses the arguments after the first `skipped`. Returns the exit status if they end the command:
// if help was requested, which is written to `out`, or if they are invalid, which is reported on
// `err`.
std::optional<int> parse(
    CLI::App& app,
    const std::vector<std::string>& arguments,
    std::size_t skipped,
    std::ostream& out,
    std::ostream& err
);

}  // namespace stator::emulator::command_line
