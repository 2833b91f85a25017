// Checks whether the judged server still responds, so that a request that crashes it does not
// affect later cases. Thread-safe.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "conformance/http/api_client.hpp"
#include "conformance/run/server_process.hpp"

namespace stator::conformance {

/// How a case lost a reply.
enum class Loss { None, Timeout, Connection };

class TargetWatch {
public:
    /// `command` starts the server; empty if the run does not start it. `on_outage` is called, by
    /// one thread at a time, when the server's data must be assumed lost.
    TargetWatch(const Target& target, const std::string& command, std::function<void()> on_outage);

    /// Starts the server, if there is a command, and waits for a reply. Throws TransportError.
    void start();

    /// Returns the number of outages so far; waits during an outage. nullopt if the server does not
    /// respond any more.
    std::optional<std::size_t> epoch();

    /// Call this when a case got no reply. Checks if the server as a whole has failed. If so,
    /// starts it again if there is a command, waits until it responds, and begins a new epoch.
    void inspect(Loss loss);

private:
    bool answers(std::chrono::milliseconds timeout) const;
    bool answers_within(std::chrono::milliseconds patience) const;
    bool has_failed(Loss loss);

    Target target_;
    std::unique_ptr<ServerProcess> process_;
    std::function<void()> on_outage_;
    std::mutex mutex_;
    std::size_t epoch_ = 0;
    bool is_gone_ = false;
};

}  // namespace stator::conformance
