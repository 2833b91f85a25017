// The subcommands of `stator`, except `serve`: a row for each, with its help, options and function.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "emulator/config/config.hpp"
#include "engine/base/clock.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::program {

// The parts of a process that subcommands use.
struct Process {
    tools::client::Surroundings surroundings;
    const engine::Clock& clock;
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
};

struct Subcommand {
    emulator::config::SubcommandHelp shown;
    // `arguments` begin with the subcommand. Returns the exit code.
    int (*run)(const std::vector<std::string>& arguments, const Process& process);
    // All its options, for completions; null for a subcommand without any.
    emulator::command_line::Command (*tree)() = nullptr;
};

// The subcommand that the arguments begin with, or null.
const Subcommand* find_subcommand(const std::vector<std::string>& arguments);

// Names and help of all of them, for parse_command_line().
std::vector<emulator::config::SubcommandHelp> subcommand_helps();

// The whole command line, for completions.
emulator::command_line::Command command_tree();

}  // namespace stator::program
