// The subcommands of `stator`, except `serve`: one row each, with its help, options and function.
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

// The parts of the process that subcommands use.
struct Process {
    tools::client::Surroundings surroundings;
    const engine::Clock& clock;
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
};

struct Subcommand {
    emulator::config::SubcommandHelp shown;
    // `arguments` begin with the subcommand. Returns the exit status.
    int (*run)(const std::vector<std::string>& arguments, const Process& process);
    // Returns all options of the subcommand, for completions; null for a subcommand without
    // options.
    emulator::command_line::Command (*tree)() = nullptr;
};

// Returns the subcommand at the start of the arguments, or null.
const Subcommand* find_subcommand(const std::vector<std::string>& arguments);

// Returns names and help of all subcommands, for parse_command_line().
std::vector<emulator::config::SubcommandHelp> subcommand_helps();

// Returns the whole command line, for completions.
emulator::command_line::Command command_tree();

}  // namespace stator::program
