#include "program/subcommands.hpp"

#include <malloc.h>

#include <array>
#include <csignal>
#include <istream>
#include <ostream>

#include "tools/check/command.hpp"
#include "tools/completions/script.hpp"
#include "tools/copy/command.hpp"
#include "tools/ctl/application.hpp"
#include "tools/ctl/command.hpp"
#include "tools/doctor/command.hpp"
#include "tools/mcp/command.hpp"
#include "tools/transfer/command.hpp"

namespace stator::program {
namespace {

using emulator::command_line::Command;
using Arguments = std::vector<std::string>;

// Makes malloc keep a few megabytes of freed memory for the next page of a Scan. By default, malloc
// returns it to the system.
void keep_freed_memory() {
    constexpr int kKeptBytes = 8 << 20;
    mallopt(M_MMAP_THRESHOLD, kKeptBytes);
    mallopt(M_TRIM_THRESHOLD, kKeptBytes);
}

Arguments without_first(const Arguments& arguments) {
    return {arguments.begin() + 1, arguments.end()};
}

int run_transfer(const Arguments& arguments, const Process& process) {
    keep_freed_memory();
    std::signal(SIGPIPE, SIG_IGN);
    return tools::transfer::run_command(
        arguments, process.surroundings, process.clock, process.in, process.out, process.err
    );
}

int run_copy(const Arguments& arguments, const Process& process) {
    keep_freed_memory();
    std::signal(SIGPIPE, SIG_IGN);
    return tools::copy::run_command(
        arguments, process.surroundings, process.clock, process.out, process.err
    );
}

int run_check(const Arguments& arguments, const Process& process) {
    return tools::check::run_command(arguments, process.clock, process.out, process.err);
}

int run_ctl(const Arguments& arguments, const Process& process) {
    if (tools::transfer::is_command(arguments)) return run_transfer(arguments, process);
    return tools::ctl::run_ctl(
        without_first(arguments),
        process.surroundings.usual_endpoint,
        process.in,
        process.out,
        process.err
    );
}

int run_mcp(const Arguments& arguments, const Process& process) {
    return tools::mcp::run_mcp(
        without_first(arguments), process.surroundings, process.in, process.out, process.err
    );
}

int run_doctor(const Arguments& arguments, const Process& process) {
    return tools::doctor::run_command(arguments, process.surroundings, process.out, process.err);
}

int print_completions(const Arguments& arguments, const Process& process) {
    const auto script =
        arguments.size() == 2
            ? tools::completions::completion_script(arguments.back(), command_tree())
            : std::nullopt;
    if (!script) {
        process.err << "stator: completions are there for bash, zsh and fish; name one of these.\n";
        return 2;
    }
    process.out << *script;
    return 0;
}

Command export_tree() {
    return tools::transfer::command_tree("export");
}

Command import_tree() {
    return tools::transfer::command_tree("import");
}

// In the order of the help.
constexpr std::array kSubcommands = std::to_array<Subcommand>({
    {{"ctl", "Talk to a running server's admin API; see stator ctl --help"},
     run_ctl,
     tools::ctl::command_tree},
    {{"env", "Print what to export so that SDKs find a running server"}, run_doctor},
    {{"healthcheck", "Exit with 0 if a server answers, with 1 otherwise"}, run_doctor},
    {{"doctor", "Say why an SDK does not reach a server"}, run_doctor},
    {{"export", "Write the items of a table to a file"}, run_transfer, export_tree},
    {{"import", "Put the items of files into a table"}, run_transfer, import_tree},
    {{"copy", "Copy tables from one endpoint to another"}, run_copy, tools::copy::command_tree},
    {{"check", "Say what is wrong with a data file, or repair it"},
     run_check,
     tools::check::command_tree},
    {{"mcp", "Let an AI assistant look into a running server"}, run_mcp, tools::mcp::command_tree},
    // Not in the help, because users do not type it.
    {{"completions", "Print the completions of bash, zsh or fish", true}, print_completions},
});

}  // namespace

const Subcommand* find_subcommand(const std::vector<std::string>& arguments) {
    for (const Subcommand& subcommand : kSubcommands) {
        if (!arguments.empty() && arguments.front() == subcommand.shown.name) return &subcommand;
    }
    return nullptr;
}

std::vector<emulator::config::SubcommandHelp> subcommand_helps() {
    std::vector<emulator::config::SubcommandHelp> helps;
    for (const Subcommand& subcommand : kSubcommands) helps.push_back(subcommand.shown);
    return helps;
}

Command command_tree() {
    Command tree = emulator::config::command_tree(subcommand_helps());
    for (const Subcommand& subcommand : kSubcommands) {
        if (subcommand.tree != nullptr) tree.replace(subcommand.shown.name, subcommand.tree());
    }
    return tree;
}

}  // namespace stator::program
