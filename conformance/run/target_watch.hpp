// Watches whether the judged server still answers, so that one request that kills it does not spoil
// the cases after it. Safe to use from several threads.
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

/// How a case came to have no reply.
enum class Loss { None, Timeout, Connection };

class TargetWatch {
public:
    /// `command` runs the server; empty if somebody else does. `on_outage` is called, by one thread
    /// at a time, when what the server knew must be taken for lost.
    TargetWatch(const Target& target, const std::string& command, std::function<void()> on_outage);

    /// Starts the server, if that is our part, and waits for an answer. Throws TransportError.
    void start();

    /// Counts the outages so far; waits while one lasts. None if the server is gone for good.
    std::optional<std::size_t> epoch();

    /// To be told that a case had no reply. Finds out whether the server is to blame as a whole;
    /// then starts it again, if that is our part, waits until it answers, and begins a new epoch.
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
