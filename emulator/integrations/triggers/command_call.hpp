// Calls a function that is a command. The command reads the event from its standard input and
// writes the reply to its standard output.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "protocol/formats/triggers/function_reply.hpp"

namespace stator::emulator::integrations::triggers {

struct CommandWatch {
    // Called with the process's id when it runs, and when it has ended. If `began` returns false,
    // the process is ended immediately.
    std::function<bool(int process)> began;
    std::function<void(int process)> ended;
};

// Runs the command and waits for its end. Kills it and its children after `timeout`. An exit status
// other than 0 is a failure. The thread's SIGPIPE must be blocked, because the command need not
// read all of its input.
protocol::formats::triggers::FunctionReply call_command(
    const std::vector<std::string>& command,
    const std::string& event,
    std::chrono::milliseconds timeout,
    const CommandWatch& watch
);

}  // namespace stator::emulator::integrations::triggers
