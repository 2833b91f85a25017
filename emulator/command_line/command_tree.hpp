// The command line as a value: commands, their options, and what may follow these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace stator::emulator::command_line {

// What may stand behind an option, or in the place of an operand.
struct Values {
    enum class Kind : unsigned char { None, Text, File, Directory, Words };

    Kind kind = Kind::None;
    std::vector<std::string> words = {};

    bool operator==(const Values&) const = default;
};

struct Option {
    std::string name;  // with its dashes
    std::string help;
    Values values;  // None for a flag
    // Whether only a process with sockets has it: see Options::Scope.
    bool is_of_server = false;
};

struct Command {
    std::string name;
    std::string help;
    std::vector<Option> options = {};  // those of the commands around it too, where they count
    Values operand = {};               // the first one; None without any
    std::vector<Command> commands = {};

    // Puts a tree in the place of the subcommand of that name, and keeps name and help. Nothing
    // happens when there is none.
    void replace(std::string_view subcommand, Command tree);
};

// All that `app` declares. A type "FILE…" or "DIR" says what completes an option, and so do the
// words of CLI::IsMember, or a type "{a,b}".
Command command_tree(const CLI::App& app);

// A command with the commands on the way to it: "stator ctl clock".
struct Place {
    std::string path;
    const Command* command;
};

// The tree's commands, each after the one it belongs to. They live as long as `tree` does.
std::vector<Place> places_of(const Command& tree);

}  // namespace stator::emulator::command_line
