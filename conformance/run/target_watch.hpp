// Watches whether the judged server still answers, so that a request that kills it does not spoil
// the cases after it. Thread-safe.
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
    /// `command` runs the server; empty if it is not ours to start. `on_outage` is called, by one
    /// thread at a time, when the server's data must be assumed lost.
    TargetWatch(const Target& target, const std::string& command, std::function<void()> on_outage);

    /// Starts the server, if there is a command, and waits for an answer. Throws TransportError.
    void start();

    /// The number of outages so far; waits while one lasts. Nothing if the server is gone for good.
    std::optional<std::size_t> epoch();

    /// Call it when a case got no reply. Finds out whether the server as a whole has failed. If so,
    /// starts it again if there is a command, waits until it answers, and begins a new epoch.
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
