// Dispatcher: turns one HTTP request into one reply, with DynamoDB's order of checks.
//
// Synchronous and free of sockets. Thread-safe: server threads call handle() at the same time.
// An exception while handling a request is a bug in Stator: it is logged and answered with 500,
// here and nowhere else.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/access/authentication/credentials.hpp"
#include "emulator/base/isolation.hpp"
#include "emulator/http/cors.hpp"
#include "emulator/http/http_message.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory {
class Laboratories;
class Laboratory;
}  // namespace stator::emulator::laboratory

namespace stator::emulator::overload {
class MemoryGuard;
}

namespace stator::emulator::admin {
class AdminRouter;
}

namespace stator::emulator::access::authentication {
class SignatureCheck;
}

namespace stator::emulator::access::authorization {
class Authorizer;
}

namespace stator::emulator::dispatch {

struct DispatcherOptions {
    http::CorsPolicy cors = http::CorsPolicy();
    Isolation isolation = Isolation::Shared;
    // Null for a server without faults and journal.
    laboratory::Laboratories* laboratories = nullptr;
    // Null for a server without an admin API.
    const admin::AdminRouter* admin = nullptr;
    // Whether a request may bring a fault or a label along, as whoever may use the admin API can
    // set one.
    bool heeds_laboratory_headers = true;
    // The region whose words every answer is in; "": the one that the request is signed for.
    std::string behaves_like = {};
    // Whether the admin API answers on a port of its own alone.
    bool has_admin_port = false;
    // Null where any well-formed credential will do.
    access::authentication::SignatureCheck* signatures = nullptr;
    // Null where whoever signs well may do everything. Otherwise there are signatures, too.
    access::authorization::Authorizer* authorizer = nullptr;
    // Null where the process may take all the memory there is.
    overload::MemoryGuard* memory = nullptr;
    // Whether GET / is answered as by DynamoDB Local.
    bool wears_costume = false;
};

class Dispatcher {
public:
    using FindOperation = const operations::Operation* (*)(std::string_view name, bool streams);

    Dispatcher(engine::Engine& engine, FindOperation find_operation, DispatcherOptions options)
        : engine_(engine), find_operation_(find_operation), options_(std::move(options)) {}

    Dispatcher(engine::Engine& engine, FindOperation find_operation, http::CorsPolicy cors)
        : Dispatcher(engine, find_operation, DispatcherOptions{.cors = std::move(cors)}) {}

    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;

    // True if handle() may take longer than a request for items ever does: for requests to the
    // admin API, and for those that change tables. Call it on a thread of its own then.
    bool may_take_long(const http::HttpRequest& request) const;

    // The reply, compressed when the client allows it. Consumes the request's body.
    http::Reply handle(http::HttpRequest& request);

    // The reply to a request whose write did not reach the disk, in place of the one that handle()
    // returned.
    http::Reply handle_lost_write(const http::HttpRequest& request, const http::Reply& reply) const;

    // Whether handle() needs all headers of a request.
    bool checks_signatures() const { return options_.signatures != nullptr; }

    // Calls `wake` whenever run_due() should be called soon, until the requests have ended and
    // ignore_due_work() is called. `wake` takes note and returns. Call both once.
    void on_due_work(std::function<void()> wake);
    void ignore_due_work();

    // Lets the engine do what is due, and returns the time until the next call is needed: at most
    // one second, because requests may bring the deadline forward.
    std::chrono::milliseconds run_due();

private:
    // The admin API's and the console's reply; nothing for a request to DynamoDB's API.
    std::optional<http::Reply> answer_admin(http::HttpRequest& request) const;
    http::Reply route(http::HttpRequest& request);
    // True when the request may be for the admin API, judging by its path and the port it came by.
    bool is_for_admin(const http::HttpRequest& request) const;
    http::Reply call_api(http::HttpRequest& request);

    // The universe a request works in, kept alive for as long as the request.
    struct Stage {
        engine::Universe* universe = nullptr;
        laboratory::Laboratory* laboratory = nullptr;  // null on a server without any
        std::shared_ptr<engine::Universe> held_universe = {};
        std::shared_ptr<laboratory::Laboratory> held_laboratory = {};
    };

    // Who asks, and in which universe. What is wrong with either is told when its turn comes.
    struct Caller {
        protocol::Result<access::authentication::Credentials> credentials;
        protocol::Result<std::string> universe = std::string();
        Stage stage = {};  // the default universe's when `universe` is an error
    };

    http::Reply answer(http::HttpRequest& request, Caller& caller) const;
    http::Reply run_operation(
        http::HttpRequest& request, Caller& caller, std::string_view content_type
    ) const;
    // A request that has passed the checks that all operations share.
    struct Checked;

    struct Watching {
        bool is_watched = false;
        std::string kept_body = {};
    };

    // What most requests come to: nobody watches them, and nobody judges whether they may be done.
    // `refused` are statements of a batch that may not be done.
    http::Reply run_alone(
        const Checked& checked,
        const engine::faults::WatchedContext& context,
        const operations::RefusedStatements& refused
    ) const;
    // The refusal of a request that needs memory while there is none; nothing for another one.
    std::optional<http::Reply> refuse_growth(const Checked& checked) const;
    http::Reply run_seldom(
        const Checked& checked, Watching watching, engine::faults::WatchedContext& context
    ) const;
    // Who sent the request, and the universe it works in.
    Caller caller_of(const http::HttpRequest& request) const;
    // The name of the universe that the request asks for. Error: it cannot be one.
    protocol::Result<std::string> universe_name(
        const http::HttpRequest& request, std::string_view access_key
    ) const;
    Stage find_stage(const std::string& universe) const;

    engine::Engine& engine_;
    FindOperation find_operation_;
    const DispatcherOptions options_;
};

}  // namespace stator::emulator::dispatch
