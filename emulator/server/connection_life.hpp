// A connection from its first byte to its last.
//
// Most connections of a pool wait, and a waiting one shall cost little: while nothing is asked for,
// it has no session and no buffers, but a socket and where it came from. A session begins when
// there is something to read, and ends when the worker finds it quiet.
#pragma once

#include "emulator/server/http_session.hpp"

namespace stator::emulator::server {

// Begins with a connection that has come in, on its worker's thread. Beyond the limit on
// connections another one is closed for it, or it is answered with 503. Can be called from any
// thread; `services` must outlive the worker's connections.
void start_connection(
    http::Socket socket, const SessionServices& services, Worker& worker, SessionOrigin origin
);

}  // namespace stator::emulator::server
