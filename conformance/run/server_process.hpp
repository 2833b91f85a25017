// The judged server as a child process, for runs that start it themselves.
#pragma once

#include <sys/types.h>

#include <string>

namespace stator::conformance {

/// A shell command and all processes that it starts. The destructor ends them, by force if
/// necessary.
class ServerProcess {
public:
    explicit ServerProcess(std::string command);
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Ends the running processes and starts the command again. Throws std::system_error.
    void restart();

    /// Returns true if the command has ended by itself, or was never started.
    bool has_ended();

private:
    void stop();

    std::string command_;
    pid_t process_ = -1;
};

}  // namespace stator::conformance
