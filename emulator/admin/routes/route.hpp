// AdminRoute: one row of the admin API: a method, a path, and the function that answers.
//
// Routes are grouped by topic (groups.hpp): clock_routes(), fault_routes() and so on, one file
// each. The router (router.hpp) receives all groups. Any server thread may call a handler.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "emulator/admin/routes/services.hpp"
#include "emulator/base/accepted.hpp"
#include "emulator/base/members.hpp"
#include "emulator/http/http_message.hpp"
#include "emulator/laboratory/controls/control.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::admin::routes {

// The request for a handler, decoded as far as every route needs it.
struct AdminCall {
    laboratory::Laboratories& laboratories;
    std::map<std::string, std::string, std::less<>> path;   // {universe} → "alpha"
    std::map<std::string, std::string, std::less<>> query;  // ?table=x → {"table","x"}
    protocol::wire::JsonView body;                          // {} if the request has none
    Services services = {};
    // The control that the route shows or sets; null for other routes.
    const laboratory::controls::Control* control = nullptr;

    // The value of a query parameter; "" if it is absent.
    std::string_view query_value(std::string_view name) const {
        const auto found = query.find(name);
        return found == query.end() ? std::string_view() : std::string_view(found->second);
    }

    // The members of the body; empty if the request has no body. Error: the body is not an object.
    Accepted<Members> members() const { return Members::of(body, "the body"); }
};

struct AdminAnswer {
    std::string body;
    std::string_view content_type = kJson;
    int status = 200;
    // The reply may be sent when this ticket of the journal is durable; 0 means immediately.
    engine::JournalTicket journal_ticket = {};
};

// A reply whose body is the value that `write` appends to a JsonWriter.
template <class Write>
AdminAnswer written_answer(const Write& write) {
    AdminAnswer answer;
    protocol::wire::JsonWriter json(answer.body);
    write(json);
    return answer;
}

// A reply whose body is an object; `write` appends its members to a JsonWriter.
template <class Write>
AdminAnswer object_answer(const Write& write) {
    AdminAnswer answer;
    answer.body = protocol::wire::object_text(write);
    return answer;
}

using AdminHandler =
    Accepted<AdminAnswer> (*)(laboratory::Laboratory& laboratory, const AdminCall& call);

struct AdminRoute {
    std::string_view method;  // "GET", "PUT", "POST", "DELETE"
    std::string_view path;    // "/_stator/v1/universes/{universe}"
    AdminHandler handler = nullptr;
    // An example of the body if the route requires one; otherwise "".
    std::string_view body = {};
    // The names of the query parameters, separated by spaces. The router rejects all others.
    std::string_view parameters = {};
    // The control that the route shows or sets; null for other routes.
    const laboratory::controls::Control* control = nullptr;
};

using AdminRoutes = std::span<const AdminRoute>;

}  // namespace stator::emulator::admin::routes
