// HttpSession: one connection, while requests come.
//
// A coroutine on the worker's thread: reads requests, hands each to the dispatcher and writes the
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

// What every session uses. Must outlive all sessions.
struct SessionServices {
    dispatch::Dispatcher& dispatcher;
    DurabilityGate* gate;  // null when replies never wait for the disk
    const engine::Clock& clock;
    // Answer the requests that may take long.
    background::Helpers& helpers;
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

// A connection and what is known of it between two sessions.
struct OpenConnection {
    OpenConnection(http::Socket socket, Worker& worker, SessionOrigin its_origin)
        : connection(std::move(socket), worker), origin(std::move(its_origin)) {}

    Connection connection;
    const SessionOrigin origin;
    // Null while the client has not begun to speak TLS.
    std::unique_ptr<SecureStream> secure = {};
    bool has_begun = false;
};

// Ends when the client closes the connection, asks to close it, violates HTTP or a limit, when a
// fault cuts a reply short, or when the worker stops: false. Or when the client has been quiet for
// a while between two requests: true, and another session may go on with the connection.
http::Awaitable<bool> run_session(OpenConnection& open, const SessionServices& services);

}  // namespace stator::emulator::server
