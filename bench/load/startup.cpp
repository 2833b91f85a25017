#include "load/startup.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "load/api_client.hpp"
#include "load/clock.hpp"
#include "load/process_usage.hpp"
#include "load/socket.hpp"

namespace stator::bench {

namespace {

constexpr std::string_view kPortMark = "{port}";
constexpr Nanoseconds kStartMax = 60 * kSecond;
constexpr Nanoseconds kStopMax = 5 * kSecond;
constexpr auto kPollPause = std::chrono::microseconds(50);

std::vector<std::string> with_port(std::vector<std::string> command, std::uint16_t port) {
    const std::string number = std::to_string(port);
    bool marked = false;
    for (std::string& word : command) {
        for (std::size_t at = word.find(kPortMark); at != std::string::npos;
             at = word.find(kPortMark)) {
            word.replace(at, kPortMark.size(), number);
            marked = true;
        }
    }
    if (!marked) command.insert(command.end(), {"--port", number});
    return command;
}

// A server process in its own process group, so that a wrapper's children end with it.
class ServerProcess {
public:
    ServerProcess(const std::vector<std::string>& command, bool verbose);
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;
    ~ServerProcess();

    // Throws if the process has ended by itself.
    void require_running();

    pid_t pid() const noexcept { return pid_; }

private:
    bool has_ended() noexcept;

    pid_t pid_ = -1;
    bool ended_ = false;
    int status_ = 0;
};

ServerProcess::ServerProcess(const std::vector<std::string>& command, bool verbose) {
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!verbose) {
        ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int error =
        ::posix_spawnp(&pid_, arguments[0], &actions, &attributes, arguments.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        throw std::runtime_error("cannot start " + words.front() + ": " + std::strerror(error));
    }
}

ServerProcess::~ServerProcess() {
    if (has_ended()) return;
    ::kill(-pid_, SIGTERM);
    const Nanoseconds deadline = now_ns() + kStopMax;
    while (!has_ended() && now_ns() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ::kill(-pid_, SIGKILL);
    if (!ended_) ::waitpid(pid_, &status_, 0);
}

bool ServerProcess::has_ended() noexcept {
    if (!ended_) ended_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
    return ended_;
}

void ServerProcess::require_running() {
    if (!has_ended()) return;
    const int code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    throw std::runtime_error("the server ended by itself with status " + std::to_string(code));
}

// Returns when the server accepts a connection.
void wait_until_accepting(const Endpoint& endpoint, ServerProcess& server) {
    const Nanoseconds deadline = now_ns() + kStartMax;
    while (!try_connect(endpoint)) {
        server.require_running();
        if (now_ns() > deadline) throw std::runtime_error("the server does not accept in a minute");
        std::this_thread::sleep_for(kPollPause);
    }
}

StartupFigures measure_once(const StartupSettings& settings) {
    const std::uint16_t port = settings.port != 0 ? settings.port : find_free_port();
    const Endpoint endpoint = loopback_endpoint(port);
    const std::vector<std::string> command = with_port(settings.command, port);
    if (try_connect(endpoint)) {
        throw std::runtime_error("port " + std::to_string(port) + " is taken already");
    }
    const auto milliseconds_since = [](Nanoseconds start) {
        return static_cast<double>(now_ns() - start) / static_cast<double>(kMillisecond);
    };
    StartupFigures figures;
    const Nanoseconds start = now_ns();
    ServerProcess server(command, settings.verbose);
    wait_until_accepting(endpoint, server);
    figures.accept_ms = milliseconds_since(start);
    ApiClient api(endpoint);
    const Answer answer = api.call("ListTables", "{}");
    figures.first_answer_ms = milliseconds_since(start);
    if (!answer.ok()) throw std::runtime_error("ListTables answered " + answer.body);
    std::this_thread::sleep_for(std::chrono::duration<double>(settings.idle_seconds));
    // The command may be a wrapper; the listening process is the server.
    const auto usage = read_process_usage(find_listener(port).value_or(server.pid()));
    if (usage) {
        figures.idle_rss_mb = static_cast<double>(usage->rss_bytes) / 1e6;
        figures.cpu_ms = static_cast<double>(usage->cpu_ns) / static_cast<double>(kMillisecond);
    }
    return figures;
}

}  // namespace

std::vector<StartupFigures> measure_startup(const StartupSettings& settings) {
    // Otherwise the kernel prolongs each pause of the polling by 50 microseconds.
    ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    std::vector<StartupFigures> runs;
    for (unsigned run = 0; run < settings.runs; ++run) runs.push_back(measure_once(settings));
    return runs;
}

}  // namespace stator::bench
