// The judged server as a process of ours, for runs that start it themselves.
#pragma once

#include <sys/types.h>

#include <string>

namespace stator::conformance {

/// A shell command with all the processes it starts. Ended, by force if need be, with this object.
class ServerProcess {
public:
    explicit ServerProcess(std::string command);
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Ends what runs and starts the command anew. Throws std::system_error.
    void restart();

    /// Whether the command has ended by itself, or was never started.
    bool has_ended();

private:
    void stop();

    std::string command_;
    pid_t process_ = -1;
};

}  // namespace stator::conformance
