// AdminRoute: one row of the admin API: a method, a path, and the function that answers.
//
// Routes are grouped by subject (groups.hpp): clock_routes(), fault_routes() …, one file each. The
// router (router.hpp) gets all groups. Handlers are called on any server thread.
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

// A request as a handler gets it, decoded as far as every route needs it.
struct AdminCall {
    laboratory::Laboratories& laboratories;
    std::map<std::string, std::string, std::less<>> path;   // {universe} → "alpha"
    std::map<std::string, std::string, std::less<>> query;  // ?table=x → {"table","x"}
    protocol::wire::JsonView body;                          // {} when the request has none
    Services services = {};
    // The control that the route shows or sets; null for a route of another kind.
    const laboratory::controls::Control* control = nullptr;

    // The query parameter; "" when it is absent.
    std::string_view query_value(std::string_view name) const {
        const auto found = query.find(name);
        return found == query.end() ? std::string_view() : std::string_view(found->second);
    }

    // The members of the body; none when the request has no body. Error: the body is not an object.
    Accepted<Members> members() const { return Members::of(body, "the body"); }
};

struct AdminAnswer {
    std::string body;
    std::string_view content_type = kJson;
    int status = 200;
    // The answer may be sent once this ticket of the journal is durable; 0 means at once.
    engine::JournalTicket journal_ticket = {};
};

// The answer whose body is the value that `write` appends to a JsonWriter.
template <class Write>
AdminAnswer written_answer(const Write& write) {
    AdminAnswer answer;
    protocol::wire::JsonWriter json(answer.body);
    write(json);
    return answer;
}

// The answer whose body is an object; `write` appends its members to a JsonWriter.
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
    // An example of a body, for a route that requires one. "" for a route that needs no body.
    std::string_view body = {};
    // The names of its query parameters, separated by blanks. The router rejects any others.
    std::string_view parameters = {};
    // The control that it shows or sets; null for a route of another kind.
    const laboratory::controls::Control* control = nullptr;
};

using AdminRoutes = std::span<const AdminRoute>;

}  // namespace stator::emulator::admin::routes
