// A function that is a command: it reads the event on its standard input and writes the answer to
// its standard output.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "protocol/formats/triggers/function_reply.hpp"

namespace stator::emulator::integrations::triggers {

struct CommandWatch {
    // Told the process's number when it runs, and when it has ended; false to end it at once.
    std::function<bool(int process)> began;
    std::function<void(int process)> ended;
};

// Runs it and waits for its end; it and its children are killed after `timeout`. One that ends with
// another code than 0 has failed. The thread's SIGPIPE must be blocked: the command need not read
// its input to the end.
protocol::formats::triggers::FunctionReply call_command(
    const std::vector<std::string>& command,
    const std::string& event,
    std::chrono::milliseconds timeout,
    const CommandWatch& watch
);

}  // namespace stator::emulator::integrations::triggers
