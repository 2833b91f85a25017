#include "conformance/run/server_process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>
#include <utility>

#include "conformance/base/patience.hpp"

namespace stator::conformance {
namespace {

constexpr std::chrono::milliseconds kGraceful{2'000};

/// The child's code between fork and exec. Uses only async-signal-safe functions.
[[noreturn]] void become(const char* command) {
    // A process group of its own, so that processes started by the shell are also ended.
    setpgid(0, 0);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
    _exit(127);
}

}  // namespace

ServerProcess::ServerProcess(std::string command) : command_(std::move(command)) {}

ServerProcess::~ServerProcess() {
    stop();
}

void ServerProcess::restart() {
    stop();
    const pid_t child = fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) become(command_.c_str());
    // Also called here, so that the group exists before it is signalled.
    setpgid(child, child);
    process_ = child;
}

bool ServerProcess::has_ended() {
    if (process_ < 0) return true;
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) == 0) return false;
    kill(-process_, SIGKILL);  // processes that the shell may have left
    process_ = -1;
    return true;
}

void ServerProcess::stop() {
    if (has_ended()) return;
    kill(-process_, SIGTERM);
    Patience patience(kGraceful);
    while (!has_ended()) {
        if (patience.pause()) continue;
        kill(-process_, SIGKILL);
        waitpid(process_, nullptr, 0);
        process_ = -1;
    }
}

}  // namespace stator::conformance
