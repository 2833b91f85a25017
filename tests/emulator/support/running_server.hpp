// A Stator server with fake operations on a free port, for the length of a test.
#pragma once

#include <future>
#include <memory>
#include <stdexcept>
#include <thread>
#include <variant>

#include "emulator/server/server.hpp"
#include "engine/engine.hpp"
#include "tests/emulator/support/fake_operations.hpp"

namespace stator::testing {

inline emulator::server::ServerOptions test_options() {
    return {
        .port = 0,
        .threads = 2,
        .grace = std::chrono::milliseconds(300),
        .stops_on_signals = false};
}

inline std::unique_ptr<engine::Engine> open_engine(engine::Clock& clock) {
    return std::get<0>(engine::Engine::open({}, clock, std::nullopt));
}

class RunningServer {
public:
    explicit RunningServer(
        engine::persistence::Journal* journal = nullptr,
        const emulator::server::ServerOptions& options = test_options()
    )
        : engine_(open_engine(clock_)),
          dispatcher_(*engine_, find_fake_operation, emulator::http::CorsPolicy()),
          server_(options, clock_) {
        if (const auto error = server_.listen()) throw std::runtime_error(*error);
        std::promise<void> ready;
        thread_ = std::thread([this, journal, &ready] {
            server_.serve(dispatcher_, journal, [&ready] { ready.set_value(); });
        });
        ready.get_future().wait();
    }

    ~RunningServer() { stop(); }

    RunningServer(const RunningServer&) = delete;
    RunningServer& operator=(const RunningServer&) = delete;

    std::uint16_t port() const { return server_.port(); }

    emulator::overload::Load& load() { return server_.load(); }

    // Begins to stop without waiting for the end.
    void begin_stop() { server_.stop(); }

    // Waits until something else has stopped it.
    void wait() { thread_.join(); }

    void stop() {
        if (!thread_.joinable()) return;
        server_.stop();
        thread_.join();
    }

private:
    engine::SystemClock clock_;
    std::unique_ptr<engine::Engine> engine_;
    emulator::dispatch::Dispatcher dispatcher_;
    emulator::server::Server server_;
    std::thread thread_;
};

}  // namespace stator::testing
