// AdminRouter: answers HTTP requests to the admin API.
//
// It finds the route and decodes what all routes need: names in the path, the query, and the JSON
// body, which is {} if there is none and the route does not require one. A route is about the
// universe that the path, the header, the parameter `universe` or the body's member `universe`
// names, and its answer says so, unless it is about all of them. It rejects bad requests
// itself, with {"message":"…"} and a status from 400 on. Two routes are its own: GET /_stator/v1,
// the list of all routes, and GET /_stator/openapi.json.
//
// A web page must not be able to reset anything behind a developer's back. So a request that a
// browser sends for a page of another machine is refused with 403, and a page of this machine may
// read only the answers to GET requests. The router adds all CORS headers of its replies.
//
// Thread-safe. Exceptions pass through; the dispatcher catches them.
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
    // `groups` is usually all_admin_routes(); like the laboratories, it must outlive the router.
    // So must `gate`, which says who may come in; with null, all but pages of other machines.
    AdminRouter(
        laboratory::Laboratories& laboratories,
        std::span<const routes::AdminRoutes> groups,
        const guard::Gate* gate = nullptr,
        const routes::Services& services = {}
    );

    AdminRouter(const AdminRouter&) = delete;
    AdminRouter& operator=(const AdminRouter&) = delete;

    // The refusal of a request that may not come in; nothing for one that may, or whose path is
    // none of the admin API's.
    std::optional<http::Reply> keep_out(
        const http::HttpRequest& request, guard::Part part = guard::Part::Api
    ) const;

    // The reply; nothing when the path is neither below /_stator nor the path of a route. Consumes
    // the request's body.
    std::optional<http::Reply> handle(http::HttpRequest& request) const;

    // The routes that belong to no group.
    static routes::AdminRoutes own_routes();

private:
    using Segments = std::vector<std::string_view>;

    struct Entry {
        const routes::AdminRoute* route;
        Segments segments;  // of its path
        std::size_t placeholders;
    };

    // The entries whose path matches the request's, the one with the fewest placeholders first.
    std::vector<const Entry*> entries_at(const Segments& segments) const;

    Accepted<routes::AdminAnswer> answer(const Entry& entry, http::HttpRequest& request) const;

    laboratory::Laboratories& laboratories_;
    const guard::Gate open_gate_;
    const guard::Gate& gate_;
    const routes::Services services_;
    std::vector<Entry> entries_;
    std::string index_;  // the answer of GET /_stator/v1
};

}  // namespace stator::emulator::admin
