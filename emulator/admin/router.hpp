// AdminRouter: from an HTTP request to the admin API to its reply.
//
// It finds the route, decodes what all routes need (names in the path, the query, the JSON body, {}
// if there is none and the route can do without), and words what is refused before a route is
// asked: {"message":"…"} with a status from 400 on. Two routes are its own: GET /_stator/v1, the
// list of all routes, and GET /_stator/openapi.json.
//
// A web page must not be able to reset anything behind a developer's back. So a request that a
// browser sends for a page of another machine is refused with 403, and a page of this machine may
// read the answers to GET requests only. Replies carry all CORS headers they shall have.
//
// Thread-safe. Exceptions pass through; the dispatcher catches them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/admin/route.hpp"
#include "emulator/http/http_message.hpp"

namespace stator::emulator::admin {

class AdminRouter {
public:
    // The groups, like the laboratory, must outlive the router; usually all_admin_routes().
    AdminRouter(observe::Laboratory& laboratory, std::span<const AdminRoutes> groups);

    AdminRouter(const AdminRouter&) = delete;
    AdminRouter& operator=(const AdminRouter&) = delete;

    // The reply; nothing when the path is neither below /_stator nor that of a route. Consumes the
    // request's body.
    std::optional<http::Reply> handle(http::HttpRequest& request) const;

    // The routes that belong to no group.
    static AdminRoutes own_routes();

private:
    using Segments = std::vector<std::string_view>;

    struct Entry {
        const AdminRoute* route;
        Segments segments;  // of its path
        std::size_t placeholders;
    };

    // The entries whose path is the request's, the one with the fewest placeholders first.
    std::vector<const Entry*> entries_at(const Segments& segments) const;

    forms::Accepted<AdminAnswer> answer(const Entry& entry, http::HttpRequest& request) const;

    observe::Laboratory& laboratory_;
    std::vector<Entry> entries_;
    std::string index_;  // the answer of GET /_stator/v1
};

}  // namespace stator::emulator::admin
