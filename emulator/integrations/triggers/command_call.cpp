#include "emulator/integrations/triggers/command_call.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

#include "engine/base/descriptor.hpp"

extern char** environ;

namespace stator::emulator::integrations::triggers {
namespace {

using engine::Descriptor;

using protocol::formats::triggers::FunctionReply;
using Clock = std::chrono::steady_clock;

// AWS: the maximum size of a Lambda reply. [doc Lambda gettingstarted-limits.html]
constexpr std::size_t kMostAnswerBytes = (6U << 20U) + 100;
constexpr std::size_t kMostErrorBytes = 4'096;
constexpr int kServerError = 500;

struct Pipe {
    Descriptor read_end;
    Descriptor write_end;
};

std::optional<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

struct Child {
    pid_t process = 0;
    Pipe input;
    Pipe output;
    Pipe errors;
};

// Starts the command. The error is the end of a sentence.
std::optional<std::string> start(const std::vector<std::string>& command, Child& child) {
    auto input = make_pipe();
    auto output = make_pipe();
    auto errors = make_pipe();
    if (!input || !output || !errors) return std::string("there are too many open files");
    child = {0, *std::move(input), *std::move(output), *std::move(errors)};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, child.input.read_end.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, child.output.write_end.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, child.errors.write_end.get(), STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // A process group of its own, so that all its processes can be ended together; default signal
    // handling.
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    );
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int code = ::posix_spawnp(
        &child.process, arguments.front(), &actions, &attributes, arguments.data(), environ
    );
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (code != 0) return "'" + command.front() + "' cannot be run: " + std::strerror(code);
    child.input.read_end.close();
    child.output.write_end.close();
    child.errors.write_end.close();
    ::fcntl(child.input.write_end.get(), F_SETFL, O_NONBLOCK);
    return std::nullopt;
}

// Appends the available bytes; closes the descriptor at its end.
void take(Descriptor& from, std::string& text, std::size_t most) {
    std::array<char, 16'384> buffer{};
    const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) {
        from.close();
        return;
    }
    const std::size_t room = most > text.size() ? most - text.size() : 0;
    text.append(buffer.data(), std::min(room, static_cast<std::size_t>(count)));
}

void give(Descriptor& to, const std::string& event, std::size_t& given) {
    const ssize_t count = ::write(to.get(), event.data() + given, event.size() - given);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (count > 0) given += static_cast<std::size_t>(count);
    // The command may close its input without reading all of it.
    if (count < 0 || given == event.size()) to.close();
}

// Writes the event and reads the output until the command closes it. False if time runs out.
bool talk(
    Child& child,
    const std::string& event,
    Clock::time_point deadline,
    std::string& answer,
    std::string& errors
) {
    std::size_t given = 0;
    if (event.empty()) child.input.write_end.close();
    while (child.output.read_end.get() >= 0 || child.errors.read_end.get() >= 0) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return false;
        std::array<pollfd, 3> polled = {
            pollfd{child.input.write_end.get(), POLLOUT, 0},
            pollfd{child.output.read_end.get(), POLLIN, 0},
            pollfd{child.errors.read_end.get(), POLLIN, 0}};
        const int ready = ::poll(polled.data(), polled.size(), static_cast<int>(left) + 1);
        if (ready < 0 && errno != EINTR) return false;
        if (ready <= 0) continue;
        if (polled[0].revents != 0) give(child.input.write_end, event, given);
        if (polled[1].revents != 0) take(child.output.read_end, answer, kMostAnswerBytes + 1);
        if (polled[2].revents != 0) take(child.errors.read_end, errors, kMostErrorBytes);
    }
    return true;
}

// Waits for the end of the process. Kills it and returns false if time runs out.
bool await_end(pid_t process, Clock::time_point deadline, int& status) {
    constexpr int kPauseMs = 5;
    for (bool is_killed = false;;) {
        const pid_t ended = ::waitpid(process, &status, is_killed ? 0 : WNOHANG);
        if (ended == process) return !is_killed;
        if (ended < 0 && errno != EINTR) return false;
        if (Clock::now() >= deadline) {
            ::kill(-process, SIGKILL);
            is_killed = true;
        } else {
            ::poll(nullptr, 0, kPauseMs);
        }
    }
}

FunctionReply failed(std::string problem) {
    return {FunctionReply::Kind::Answered, kServerError, false, std::move(problem), {}};
}

}  // namespace

FunctionReply call_command(
    const std::vector<std::string>& command,
    const std::string& event,
    std::chrono::milliseconds timeout,
    const CommandWatch& watch
) {
    const auto deadline = Clock::now() + timeout;
    Child child;
    if (auto problem = start(command, child)) {
        return {FunctionReply::Kind::Unreachable, 0, false, {}, *std::move(problem)};
    }
    if (!watch.began(child.process)) ::kill(-child.process, SIGKILL);
    std::string answer;
    std::string errors;
    int status = 0;
    const bool has_spoken = talk(child, event, deadline, answer, errors);
    const bool is_in_time = await_end(child.process, deadline, status) && has_spoken;
    watch.ended(child.process);
    if (!is_in_time) {
        return {
            FunctionReply::Kind::TimedOut,
            0,
            false,
            {},
            "no answer within " + std::to_string(timeout.count()) + " ms"};
    }
    if (answer.size() > kMostAnswerBytes) return failed("the answer is larger than 6 MB");
    if (WIFSIGNALED(status)) return failed("ended by signal " + std::to_string(WTERMSIG(status)));
    if (WEXITSTATUS(status) != 0) {
        return failed("exit code " + std::to_string(WEXITSTATUS(status)) + ": " + errors);
    }
    return {FunctionReply::Kind::Answered, 200, false, std::move(answer), {}};
}

}  // namespace stator::emulator::integrations::triggers
