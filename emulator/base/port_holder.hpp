// Which processes listen on TCP ports of this machine, as /proc shows it. Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stator::emulator {

struct PortHolder {
    std::uint16_t port = 0;
    std::int64_t pid = 0;  // 0: of another user, so that /proc does not tell
    std::string command;   // with its arguments, shortened; "" if it is not told

    // "process 4242 (java -jar DynamoDBLocal.jar)", or that it cannot be seen.
    std::string text() const;
    // True for a process that was started as `stator`.
    bool is_stator() const;
};

// All of them, those that have listened the longest first. Empty where there is no /proc, which
// `proc` is, or a likeness of it.
std::vector<PortHolder> port_holders(const std::string& proc = "/proc");

// Who listens on that port; nothing when nobody does, as far as can be seen.
std::optional<PortHolder> find_port_holder(std::uint16_t port, const std::string& proc = "/proc");

}  // namespace stator::emulator
