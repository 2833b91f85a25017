// Server: the listening sockets and the threads that serve them.
//
// The server has N threads with an io_context each. The first thread also accepts connections,
// distributes them in turn, listens for signals and drives the engine's deadlines. Order of use:
// listen(), which only claims the ports; serve(), which returns after a stop; then close the engine
// and with it the journal, whose writer thread may call back until then; then destroy the server.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "emulator/base/universe_ports.hpp"
#include "emulator/dispatch/dispatcher.hpp"
#include "emulator/overload/load.hpp"
#include "emulator/server/tls/server_context.hpp"
#include "engine/base/clock.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::emulator::server {

struct ServerOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 8000;  // 0 means any free port
    // Port of a second socket, whose requests are marked with Door::Admin; 0 means any free port.
    std::optional<std::uint16_t> admin_port = std::nullopt;
    unsigned threads = 1;
    std::chrono::milliseconds idle_limit = std::chrono::minutes(5);
    // Maximum time to receive the head of a request, and the whole request.
    std::chrono::milliseconds head_limit = std::chrono::seconds(10);
    std::chrono::milliseconds request_limit = std::chrono::seconds(20);
    // The number of connections is also limited by the process's descriptors.
    overload::LoadLimits load = {};
    std::chrono::milliseconds grace = std::chrono::seconds(3);
    bool stops_on_signals = true;  // SIGTERM and SIGINT; a second one ends the process with 1
    // A descriptor whose end stops the server like a signal; see lifeline.hpp.
    std::optional<int> lifeline = std::nullopt;
    // Null if TLS is disabled. Otherwise, every TCP port accepts connections with and without TLS.
    // Must outlive the server.
    const tls::ServerContext* tls = nullptr;
    std::string socket_path = {};  // of an additional Unix socket; "" for none
};

class Server {
public:
    // `clock` provides the Date of replies that have no date of their own.
    Server(ServerOptions options, const engine::Clock& clock);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // Binds the ports. Returns nullopt, or on failure a sentence for the user that includes the
    // fix.
    std::optional<std::string> listen();

    // Returns the port in use. Precondition: listen() has succeeded.
    std::uint16_t port() const;

    // Returns the second port in use; nullopt if none was requested. Precondition: listen() has
    // succeeded.
    std::optional<std::uint16_t> admin_port() const;

    // Whether machines other than this one can reach a port. Precondition: listen() has succeeded.
    bool is_reachable_from_elsewhere() const;

    // Opens ports for universes while the server is serving. Lives as long as the server.
    UniversePorts& universe_ports();

    // The resources that connections use, and their limits. Lives as long as the server.
    overload::Load& load();

    // Serves until stop(), a signal or the end of the lifeline, then finishes the requests that
    // have begun. Calls `on_ready` once requests are being answered. With a journal, replies to
    // writes wait until the writes are durable.
    void serve(
        dispatch::Dispatcher& dispatcher,
        engine::persistence::Journal* journal,
        const std::function<void()>& on_ready
    );

    // Ends serve(). Can be called from any thread after serve() has called `on_ready`.
    void stop();

private:
    class Impl;

    const std::unique_ptr<Impl> impl_;
};

}  // namespace stator::emulator::server
