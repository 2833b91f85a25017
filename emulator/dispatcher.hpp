// Dispatcher: from one HTTP request to one reply, in DynamoDB's order of checks.
//
// Synchronous and free of sockets. Thread-safe: server threads call handle() at the same time.
// An exception while handling is our bug: it is logged and answered 500, here and nowhere else.
#pragma once

#include <chrono>

#include "emulator/cors.hpp"
#include "emulator/http_message.hpp"
#include "emulator/operation_table.hpp"

namespace stator::emulator {

class Dispatcher {
public:
    using FindOperation = const Operation* (*)(std::string_view name, bool streams);

    Dispatcher(engine::Engine& engine, FindOperation find_operation, CorsPolicy cors)
        : engine_(engine), find_operation_(find_operation), cors_(std::move(cors)) {}

    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;

    // The reply, compressed when the client allows it. Consumes the request's body.
    Reply handle(HttpRequest& request);

    // The reply for a request whose write did not reach the disk.
    Reply handle_lost_write(const HttpRequest& request) const;

    // Lets the engine do what is due and says how long it may be left alone, one second at most
    // because requests may bring the deadline forward.
    std::chrono::milliseconds run_due();

private:
    Reply route(HttpRequest& request);
    Reply call_api(HttpRequest& request);
    Reply run_operation(HttpRequest& request, std::string_view content_type);

    engine::Engine& engine_;
    FindOperation find_operation_;
    CorsPolicy cors_;
};

}  // namespace stator::emulator
