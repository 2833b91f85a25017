// Finds the processes that listen on TCP ports of this machine, from /proc. Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stator::emulator {

struct PortHolder {
    std::uint16_t port = 0;
    std::int64_t pid = 0;  // 0 if it belongs to another user, because /proc then hides it
    std::string command;   // with its arguments, shortened; "" if it is hidden

    // Returns "process 4242 (java -jar DynamoDBLocal.jar)", or that the process is not visible.
    std::string text() const;
    // True if the process was started as `stator`.
    bool is_stator() const;
};

// Returns all of them, sorted by how long they have been listening, longest first. Empty on systems
// without /proc. `proc` is its path; tests pass an imitation.
std::vector<PortHolder> port_holders(const std::string& proc = "/proc");

// Returns the process that listens on that port; nullopt if none is visible.
std::optional<PortHolder> find_port_holder(std::uint16_t port, const std::string& proc = "/proc");

}  // namespace stator::emulator
