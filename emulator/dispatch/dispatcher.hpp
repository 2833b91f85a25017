// Dispatcher: turns one HTTP request into one reply, with DynamoDB's order of checks.
//
// Synchronous and independent of sockets. Thread-safe: server threads call handle() at the same
// time. An exception while handling a request is a bug in Stator: it is logged and answered with
// 500, only in this class.
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
    // Null for a server without faults and request log.
    laboratory::Laboratories* laboratories = nullptr;
    // Null for a server without an admin API.
    const admin::AdminRouter* admin = nullptr;
    // Whether a request may inject a fault or set a label with a header, as users of the admin API
    // can.
    bool heeds_laboratory_headers = true;
    // The region of the message wording of all replies; "": the region that the request is signed
    // for.
    std::string behaves_like = {};
    // Whether the admin API answers only on its own port.
    bool has_admin_port = false;
    // Null if any well-formed credentials are accepted.
    access::authentication::SignatureCheck* signatures = nullptr;
    // Null if signers may do everything. If set, `signatures` must also be set.
    access::authorization::Authorizer* authorizer = nullptr;
    // Null if the memory of the process is not limited.
    overload::MemoryGuard* memory = nullptr;
    // Whether GET / is answered like DynamoDB Local.
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

    // True if handle() may take longer than requests for items do: for requests to the admin API,
    // and for requests that change tables. In this case, call it on a separate thread.
    bool may_take_long(const http::HttpRequest& request) const;

    // Returns the reply, compressed if the client allows it. Consumes the request's body.
    http::Reply handle(http::HttpRequest& request);

    // Returns the reply to a request whose write did not reach the disk. It replaces the one that
    // handle() returned.
    http::Reply handle_lost_write(const http::HttpRequest& request, const http::Reply& reply) const;

    // Whether handle() requires all headers of a request.
    bool checks_signatures() const { return options_.signatures != nullptr; }

    // Calls `wake` whenever run_due() should be called soon, until the requests have ended and
    // ignore_due_work() is called. `wake` must return quickly. Call both functions only once.
    void on_due_work(std::function<void()> wake);
    void ignore_due_work();

    // Runs the engine's due work, and returns the time until the next call is needed: at most one
    // second, because requests may bring the deadline forward.
    std::chrono::milliseconds run_due();

private:
    // Returns the admin API's or the console's reply; nullopt for a request to DynamoDB's API.
    std::optional<http::Reply> answer_admin(http::HttpRequest& request) const;
    http::Reply route(http::HttpRequest& request);
    // True if the request may be for the admin API, according to its path and its port.
    bool is_for_admin(const http::HttpRequest& request) const;
    http::Reply call_api(http::HttpRequest& request);

    // The universe a request works in, kept alive for as long as the request.
    struct Stage {
        engine::Universe* universe = nullptr;
        laboratory::Laboratory* laboratory = nullptr;  // null on a server without test controls
        std::shared_ptr<engine::Universe> held_universe = {};
        std::shared_ptr<laboratory::Laboratory> held_laboratory = {};
    };

    // The sender and the universe of a request. Errors in either are reported later, in DynamoDB's
    // order of checks.
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

    // Runs a request without recording, faults or authorization, which is the path of most
    // requests. `refused` contains the denied statements of a batch.
    http::Reply run_alone(
        const Checked& checked,
        const engine::faults::WatchedContext& context,
        const operations::RefusedStatements& refused
    ) const;
    // Returns an error if the request requires memory while none is available; nullopt otherwise.
    std::optional<http::Reply> refuse_growth(const Checked& checked) const;
    http::Reply run_seldom(
        const Checked& checked, Watching watching, engine::faults::WatchedContext& context
    ) const;
    // Returns the sender of the request, and its universe.
    Caller caller_of(const http::HttpRequest& request) const;
    // Returns the name of the request's universe. Error: the name is invalid.
    protocol::Result<std::string> universe_name(
        const http::HttpRequest& request, std::string_view access_key
    ) const;
    Stage find_stage(const std::string& universe) const;

    engine::Engine& engine_;
    FindOperation find_operation_;
    const DispatcherOptions options_;
};

}  // namespace stator::emulator::dispatch
