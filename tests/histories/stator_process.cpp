#include "tests/histories/stator_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace stator::testing {
namespace {

// The number after "listening on http://127.0.0.1:", or 0 until the whole line has been printed.
std::uint16_t port_in(const std::string& said) {
    const std::size_t mark = said.find("http://");
    if (mark == std::string::npos || said.find('\n', mark) == std::string::npos) return 0;
    const std::size_t colon = said.find(':', mark + 7);
    return static_cast<std::uint16_t>(std::strtoul(said.c_str() + colon + 1, nullptr, 10));
}

std::uint16_t read_port(int output) {
    std::string said;
    std::array<char, 512> buffer{};
    while (true) {
        const ssize_t count = ::read(output, buffer.data(), buffer.size());
        if (count <= 0) throw std::runtime_error("stator has not started: " + said);
        said.append(buffer.data(), static_cast<std::size_t>(count));
        if (const std::uint16_t port = port_in(said)) return port;
    }
}

}  // namespace

StatorProcess::StatorProcess(const std::vector<std::string>& flags) {
    std::vector<std::string> words = {STATOR_BINARY, "--port", "0"};
    words.insert(words.end(), flags.begin(), flags.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::array<int, 2> pipe_ends{};
    if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("there is no pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
    const int failure =
        posix_spawn(&process_, STATOR_BINARY, &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipe_ends[1]);
    output_ = pipe_ends[0];
    if (failure != 0) throw std::runtime_error(std::string(STATOR_BINARY) + " does not run");
    port_ = read_port(output_);
}

StatorProcess::~StatorProcess() {
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
    close(output_);
}

}  // namespace stator::testing
