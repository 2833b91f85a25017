#include "emulator/base/port_holder.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>

#include "protocol/base/number_text.hpp"

namespace stator::emulator {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostCommandBytes = 80;

// A listening socket from /proc/net/tcp: its port and its inode number.
struct ListeningSocket {
    std::uint64_t inode = 0;
    std::uint16_t port = 0;
};

// "0: 0100007F:1F90 00000000:0000 0A tx:rx tr:when retransmits uid timeout inode …"
std::optional<ListeningSocket> read_socket(const std::string& line) {
    constexpr std::string_view kListens = "0A";
    std::istringstream stream(line);
    std::array<std::string, 10> fields;
    for (std::string& field : fields) stream >> field;
    const std::string& local = fields[1];
    const auto colon = local.find(':');
    if (!stream || fields[3] != kListens || colon == std::string::npos) return std::nullopt;
    ListeningSocket socket;
    const char* const end = local.data() + local.size();
    if (std::from_chars(local.data() + colon + 1, end, socket.port, 16).ptr != end)
        return std::nullopt;
    socket.inode = protocol::parse_number<std::uint64_t>(fields[9]).value_or(0);
    return socket;
}

std::vector<ListeningSocket> listening_sockets(const std::string& proc) {
    std::vector<ListeningSocket> sockets;
    for (const char* table : {"/net/tcp", "/net/tcp6"}) {
        std::ifstream file(proc + table);
        for (std::string line; std::getline(file, line);) {
            if (const auto socket = read_socket(line)) sockets.push_back(*socket);
        }
    }
    // Inode numbers increase in the order of creation.
    std::sort(sockets.begin(), sockets.end(), [](const auto& one, const auto& other) {
        return one.inode < other.inode;
    });
    return sockets;
}

// Returns the inode number of a descriptor's socket; nullopt if it is not a socket.
std::optional<std::uint64_t> socket_of(const fs::path& descriptor) {
    constexpr std::string_view kBegin = "socket:[";
    std::error_code error;
    const std::string target = fs::read_symlink(descriptor, error).string();
    if (error || !target.starts_with(kBegin) || !target.ends_with(']')) return std::nullopt;
    return protocol::parse_number<std::uint64_t>(
        std::string_view(target).substr(kBegin.size(), target.size() - kBegin.size() - 1)
    );
}

// Maps sockets to processes, as far as this user has permission.
std::map<std::uint64_t, std::int64_t> socket_owners(const std::string& proc) {
    std::map<std::uint64_t, std::int64_t> owners;
    std::error_code error;
    for (auto process = fs::directory_iterator(proc, error);
         !error && process != fs::directory_iterator();
         process.increment(error)) {
        const auto pid = protocol::parse_number<std::int64_t>(process->path().filename().string());
        if (!pid) continue;
        std::error_code hidden;
        for (auto descriptor = fs::directory_iterator(process->path() / "fd", hidden);
             !hidden && descriptor != fs::directory_iterator();
             descriptor.increment(hidden)) {
            if (const auto inode = socket_of(descriptor->path())) owners.emplace(*inode, *pid);
        }
    }
    return owners;
}

// A process's arguments may contain a secret, which must not appear in a message.
void hide_secrets(std::string& command) {
    constexpr std::string_view kOption = "--admin-token";
    for (auto at = command.find(kOption); at != std::string::npos; at = command.find(kOption, at)) {
        at += kOption.size();
        // "--admin-token-file" contains only the name of a file.
        if (at == command.size() || (command[at] != ' ' && command[at] != '=')) continue;
        const auto end = std::min(command.find(' ', at + 1), command.size());
        command.replace(at + 1, end - at - 1, "...");
    }
}

// Returns the command on one line, regardless of the characters in it.
std::string command_of(const std::string& proc, std::int64_t pid) {
    std::ifstream file(proc + "/" + std::to_string(pid) + "/cmdline", std::ios::binary);
    std::string command{std::istreambuf_iterator<char>(file), {}};
    while (!command.empty() && command.back() == '\0') command.pop_back();
    for (char& character : command) {
        if (character == '\0') character = ' ';
        if (character < ' ' || character > '~') character = '?';
    }
    hide_secrets(command);
    if (command.size() > kMostCommandBytes)
        command.replace(kMostCommandBytes, std::string::npos, "...");
    return command;
}

}  // namespace

std::string PortHolder::text() const {
    if (pid == 0) return "a process of another user, which only root can see";
    std::string text = "process " + std::to_string(pid);
    return command.empty() ? text : text.append(" (").append(command).append(")");
}

bool PortHolder::is_stator() const {
    const std::string_view program = std::string_view(command).substr(0, command.find(' '));
    return program == "stator" || program.ends_with("/stator");
}

std::vector<PortHolder> port_holders(const std::string& proc) {
    const auto sockets = listening_sockets(proc);
    if (sockets.empty()) return {};
    const auto owners = socket_owners(proc);
    std::vector<PortHolder> holders;
    for (const ListeningSocket& socket : sockets) {
        PortHolder holder{socket.port, 0, {}};
        const auto owner = owners.find(socket.inode);
        if (owner != owners.end()) {
            holder.pid = owner->second;
            holder.command = command_of(proc, holder.pid);
        }
        holders.push_back(std::move(holder));
    }
    return holders;
}

std::optional<PortHolder> find_port_holder(std::uint16_t port, const std::string& proc) {
    for (PortHolder& holder : port_holders(proc)) {
        if (holder.port == port) return std::move(holder);
    }
    return std::nullopt;
}

}  // namespace stator::emulator
