// AdminRouter: answers HTTP requests to the admin API.
//
// It finds the route and decodes the parts that all routes need: names in the path, the query, and
// the JSON body, which is {} if it is missing and the route does not require one. A route applies
// to the universe in the path, the header, the query parameter `universe` or the body's member
// `universe`, and its reply names that universe. Some routes apply to all universes. The router
// rejects invalid requests with {"message":"…"} and a status of 400 or more. It provides two routes
// of its own: GET /_stator/v1, the list of all routes, and GET /_stator/openapi.json.
//
// A web page must not be able to reset anything without the developer's knowledge. So a browser's
// request for a page of another machine is rejected with 403, and a page of this machine may read
// only the replies to GET requests. The router adds all CORS headers of its replies.
//
// Thread-safe. Exceptions propagate to the dispatcher, which catches them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/admin/guard/gate.hpp"
#include "emulator/admin/routes/route.hpp"
#include "emulator/http/http_message.hpp"

namespace stator::emulator::laboratory {
class Laboratories;
}

namespace stator::emulator::admin {

class AdminRouter {
public:
    // `groups` is usually all_admin_routes(). `laboratories`, `groups` and `gate` must outlive the
    // router. `gate` decides which requests are accepted; if it is null, all except those from
    // pages of other machines.
    AdminRouter(
        laboratory::Laboratories& laboratories,
        std::span<const routes::AdminRoutes> groups,
        const guard::Gate* gate = nullptr,
        const routes::Services& services = {}
    );

    AdminRouter(const AdminRouter&) = delete;
    AdminRouter& operator=(const AdminRouter&) = delete;

    // The error for a request that is not accepted. nullopt if it is accepted, or if its path does
    // not belong to the admin API.
    std::optional<http::Reply> keep_out(
        const http::HttpRequest& request, guard::Part part = guard::Part::Api
    ) const;

    // The reply; nullopt if the path is neither below /_stator nor the path of a route. Consumes
    // the body of the request.
    std::optional<http::Reply> handle(http::HttpRequest& request) const;

    // The routes that do not belong to a group.
    static routes::AdminRoutes own_routes();

private:
    using Segments = std::vector<std::string_view>;

    struct Entry {
        const routes::AdminRoute* route;
        Segments segments;  // of the route's path
        std::size_t placeholders;
    };

    // The entries whose path matches the request's, sorted by their number of placeholders.
    std::vector<const Entry*> entries_at(const Segments& segments) const;

    Accepted<routes::AdminAnswer> answer(const Entry& entry, http::HttpRequest& request) const;

    laboratory::Laboratories& laboratories_;
    const guard::Gate open_gate_;
    const guard::Gate& gate_;
    const routes::Services services_;
    std::vector<Entry> entries_;
    std::string index_;  // the reply to GET /_stator/v1
};

}  // namespace stator::emulator::admin
