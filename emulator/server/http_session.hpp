// HttpSession: one connection, from its first byte to its last.
//
// A coroutine on the worker's thread: reads requests, hands each to the dispatcher and writes the
// replies in order. Supports HTTP/1.1 keep-alive, pipelining, chunked bodies and Expect:
// 100-continue.
#pragma once

#include "emulator/http/network.hpp"
#include "emulator/server/dispatcher.hpp"
#include "emulator/server/durability_gate.hpp"
#include "emulator/server/listener.hpp"
#include "emulator/server/worker.hpp"
#include "emulator/tls/server_context.hpp"
#include "engine/base/clock.hpp"

namespace stator::emulator::server {

// What every session uses. Must outlive all sessions.
struct SessionServices {
    Dispatcher& dispatcher;
    DurabilityGate* gate;  // null when replies never wait for the disk
    const engine::Clock& clock;
    // Null where nobody speaks TLS. Otherwise a connection may begin either way.
    const tls::ServerContext* tls = nullptr;
};

// Where a session's connection came from; each of its requests carries this.
struct SessionOrigin {
    http::Door door = http::Door::Main;
    // Connections are numbered from 1, in the order they came.
    std::uint64_t number = 0;
    // Null where requests of all universes come in.
    std::shared_ptr<const UniverseDoor> universe = {};
    bool is_unix_socket = false;
};

// Ends when the client closes the connection, asks to close it, violates HTTP or stays silent for
// too long, when a fault cuts a reply short, or when the worker stops.
http::Awaitable<void> run_session(
    http::Socket socket, const SessionServices& services, Worker& worker, SessionOrigin origin
);

}  // namespace stator::emulator::server
