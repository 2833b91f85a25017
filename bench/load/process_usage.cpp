#include "load/process_usage.hpp"

#include <unistd.h>

#include <array>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace stator::bench {

namespace {

namespace fs = std::filesystem;

constexpr int kListenState = 0x0A;

Nanoseconds tick_ns() noexcept {
    return kSecond / static_cast<Nanoseconds>(::sysconf(_SC_CLK_TCK));
}

Nanoseconds read_clock(clockid_t clock) noexcept {
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) return 0;
    return static_cast<Nanoseconds>(time.tv_sec) * kSecond + static_cast<Nanoseconds>(time.tv_nsec);
}

// Fields 14 and 15 of /proc/PID/stat. The second field is the program's name in parentheses. It may
// itself contain spaces and parentheses, so fields are counted from the last parenthesis.
bool read_cpu_ticks(const fs::path& directory, ProcessUsage& usage) {
    std::ifstream file(directory / "stat");
    std::string line;
    if (!std::getline(file, line)) return false;
    std::istringstream fields(line.substr(line.rfind(')') + 1));
    std::string skipped;
    for (int field = 3; field < 14; ++field) fields >> skipped;
    std::uint64_t user_ticks = 0;
    std::uint64_t system_ticks = 0;
    fields >> user_ticks >> system_ticks;
    usage.user_ns = user_ticks * tick_ns();
    usage.system_ns = system_ticks * tick_ns();
    return true;
}

void read_memory(const fs::path& directory, ProcessUsage& usage) {
    std::ifstream file(directory / "status");
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        std::string name;
        std::uint64_t kibibytes = 0;
        fields >> name >> kibibytes;
        if (name == "VmRSS:") usage.rss_bytes = kibibytes * 1024;
        if (name == "VmHWM:") usage.rss_bytes_max = kibibytes * 1024;
    }
}

// Adds the inodes of the sockets in `table` (/proc/net/tcp or tcp6) that listen on `port`.
void collect_listeners(const char* table, std::uint16_t port, std::set<std::string>& links) {
    std::ifstream file(table);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream words(line);
        // number, local, remote, state, queues, timer, retransmits, user, timeout, inode
        std::array<std::string, 10> fields;
        for (std::string& field : fields) words >> field;
        const std::string& local = fields[1];
        const std::string& state = fields[3];
        const std::string& inode = fields[9];
        const std::string local_port = local.substr(local.find(':') + 1);
        if (std::stoi(state, nullptr, 16) == kListenState &&
            std::stoul(local_port, nullptr, 16) == port) {
            links.insert("socket:[" + inode + "]");
        }
    }
}

bool holds_one_of(const fs::path& directory, const std::set<std::string>& links) {
    std::error_code error;
    for (fs::directory_iterator entry(directory / "fd", error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unreadable;
        const fs::path target = fs::read_symlink(entry->path(), unreadable);
        if (!unreadable && links.contains(target.string())) return true;
    }
    return false;
}

}  // namespace

std::optional<ProcessUsage> read_process_usage(pid_t pid) {
    const fs::path directory = fs::path("/proc") / std::to_string(pid);
    ProcessUsage usage;
    if (!read_cpu_ticks(directory, usage)) return std::nullopt;
    read_memory(directory, usage);
    clockid_t clock{};
    const bool has_clock = ::clock_getcpuclockid(pid, &clock) == 0;
    usage.cpu_ns = has_clock ? read_clock(clock) : usage.user_ns + usage.system_ns;
    return usage;
}

Nanoseconds own_cpu_ns() noexcept {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

// The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, … in ticks.
Nanoseconds machine_cpu_ns() {
    std::ifstream file("/proc/stat");
    std::string label;
    std::uint64_t user = 0;
    std::uint64_t nice = 0;
    std::uint64_t system = 0;
    std::uint64_t idle = 0;
    std::uint64_t iowait = 0;
    std::uint64_t irq = 0;
    std::uint64_t softirq = 0;
    file >> label >> user >> nice >> system >> idle >> iowait >> irq >> softirq;
    return (user + nice + system + irq + softirq) * tick_ns();
}

std::optional<pid_t> find_listener(std::uint16_t port) {
    std::set<std::string> links;
    collect_listeners("/proc/net/tcp", port, links);
    collect_listeners("/proc/net/tcp6", port, links);
    if (links.empty()) return std::nullopt;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        pid_t pid = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
        const bool is_process = error == std::errc{} && end == name.data() + name.size();
        if (is_process && holds_one_of(entry.path(), links)) return pid;
    }
    return std::nullopt;
}

}  // namespace stator::bench
