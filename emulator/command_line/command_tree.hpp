// The command line as a value: commands, their options, and the possible values of these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace stator::emulator::command_line {

// The possible values of an option or an operand.
struct Values {
    enum class Kind : unsigned char { None, Text, File, Directory, Words };

    Kind kind = Kind::None;
    std::vector<std::string> words = {};

    bool operator==(const Values&) const = default;
};

struct Option {
    std::string name;  // including its dashes
    std::string help;
    Values values;  // None for a flag
    // Whether the option exists only for a process with sockets: see Options::Scope.
    bool is_of_server = false;
};

struct Command {
    std::string name;
    std::string help;
    std::vector<Option> options = {};  // includes inherited options of the enclosing commands
    Values operand = {};               // the first one; None if the command has none
    std::vector<Command> commands = {};

    // Replaces the subcommand `subcommand` with a tree, but keeps its name and help. Does nothing
    // if the subcommand does not exist.
    void replace(std::string_view subcommand, Command tree);
};

// Returns everything that `app` declares. The completion of an option follows from its type "FILE…"
// or "DIR", from the words of CLI::IsMember, or from a type "{a,b}".
Command command_tree(const CLI::App& app);

// A command, and its path with all enclosing commands: "stator ctl clock".
struct Place {
    std::string path;
    const Command* command;
};

// Returns the tree's commands, each after the one that contains it. They live as long as `tree`.
std::vector<Place> places_of(const Command& tree);

}  // namespace stator::emulator::command_line
