// HttpSession: one connection, from its first byte to its last.
//
// A coroutine on the worker's thread: reads requests, hands each to the dispatcher, writes the
// replies in order. HTTP/1.1 keep-alive, pipelining, chunked bodies, Expect: 100-continue.
#pragma once

#include "emulator/http/network.hpp"
#include "emulator/server/dispatcher.hpp"
#include "emulator/server/durability_gate.hpp"
#include "emulator/server/worker.hpp"
#include "engine/base/clock.hpp"

namespace stator::emulator::server {

// What every session needs; outlives all of them.
struct SessionServices {
    Dispatcher& dispatcher;
    DurabilityGate* gate;  // null when replies never wait for the disk
    const engine::Clock& clock;
};

// Where a session comes from; each of its requests says so.
struct SessionOrigin {
    http::Door door = http::Door::Main;
    // Connections of a door are numbered from 1, in the order they came.
    std::uint64_t number = 0;
};

// Ends when the client closes, asks to close, breaks HTTP or keeps silent for too long, when a
// reply shall not arrive whole, or when the worker stops.
http::Awaitable<void> run_session(
    http::Socket socket, const SessionServices& services, Worker& worker, SessionOrigin origin
);

}  // namespace stator::emulator::server
