// Manages a connection from its first byte to its last.
//
// Most connections of a pool are idle, and an idle connection must be cheap: it has no session and
// no buffers, only a socket and its origin. A session begins when there is something to read, and
// ends when the worker finds it quiet.
#pragma once

#include "emulator/server/http_session.hpp"

namespace stator::emulator::server {

// Starts handling an accepted connection, on its worker's thread. If the connection limit is
// exceeded, closes another connection in its favour, or answers it with 503. Thread-safe;
// `services` must outlive the worker's connections.
void start_connection(
    http::Socket socket, const SessionServices& services, Worker& worker, SessionOrigin origin
);

}  // namespace stator::emulator::server
