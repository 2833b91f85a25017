// HttpSession: one connection while it receives requests.
//
// A coroutine on the worker's thread: reads requests, passes each to the dispatcher and writes the
// replies in order. Supports HTTP/1.1 keep-alive, pipelining, chunked bodies and Expect:
// 100-continue.
#pragma once

#include "emulator/background/helpers.hpp"
#include "emulator/dispatch/dispatcher.hpp"
#include "emulator/http/network.hpp"
#include "emulator/server/durability_gate.hpp"
#include "emulator/server/listener.hpp"
#include "emulator/server/secure_stream.hpp"
#include "emulator/server/tls/server_context.hpp"
#include "emulator/server/worker.hpp"
#include "engine/base/clock.hpp"

namespace stator::emulator::server {

// Objects that every session uses. They must outlive all sessions.
struct SessionServices {
    dispatch::Dispatcher& dispatcher;
    DurabilityGate* gate;  // null if replies never wait for the disk
    const engine::Clock& clock;
    // Run the requests that may take long.
    background::Helpers& helpers;
    // Null if TLS is disabled. Otherwise, each connection may use TLS or not.
    const tls::ServerContext* tls = nullptr;
};

// The origin of a session's connection, which each of its requests carries.
struct SessionOrigin {
    http::Door door = http::Door::Main;
    // Connections are numbered from 1, in the order of their arrival.
    std::uint64_t number = 0;
    // Null if the port serves all universes.
    std::shared_ptr<const UniverseDoor> universe = {};
    bool is_unix_socket = false;
};

// A connection and its state between two sessions.
struct OpenConnection {
    OpenConnection(http::Socket socket, Worker& worker, SessionOrigin its_origin)
        : connection(std::move(socket), worker), origin(std::move(its_origin)) {}

    Connection connection;
    const SessionOrigin origin;
    // Null unless the client uses TLS.
    std::unique_ptr<SecureStream> secure = {};
    bool has_begun = false;
};

// Returns false when the client closes the connection, requests to close it, or violates HTTP or a
// limit, when a fault cuts a reply short, or when the worker stops. Returns true when the client
// has been quiet for a while between two requests: another session may then continue with the
// connection.
http::Awaitable<bool> run_session(OpenConnection& open, const SessionServices& services);

}  // namespace stator::emulator::server
