#include "emulator/admin/routes/control_routes.hpp"

#include <vector>

#include "emulator/admin/routes/groups.hpp"
#include "emulator/laboratory/controls/controls.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {
namespace {

using laboratory::controls::Control;

Accepted<AdminAnswer> show_control(laboratory::Laboratory& laboratory, const AdminCall& call) {
    return state_answer(laboratory, *call.control, call.query_value("table"));
}

Accepted<AdminAnswer> put_control(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const auto change, call.control->read(call.body, "the body"));
    const auto ticket = change(laboratory, laboratory::controls::Others::Stay);
    AdminAnswer answer = state_answer(laboratory, *call.control);
    answer.journal_ticket = ticket;
    return answer;
}

std::vector<AdminRoute> routes_of_controls() {
    std::vector<AdminRoute> routes;
    for (const Control& control : laboratory::controls::all_controls()) {
        routes.push_back({"GET", control.path, show_control, "", control.parameters, &control});
        routes.push_back({"PUT", control.path, put_control, control.example, "", &control});
    }
    return routes;
}

}  // namespace

AdminAnswer state_answer(
    laboratory::Laboratory& laboratory, const Control& control, std::string_view table
) {
    return object_answer([&](protocol::wire::JsonWriter& json) {
        if (control.show != nullptr) {
            control.show(json, laboratory, table);
        } else {
            control.write(json, laboratory);
        }
    });
}

AdminRoutes control_routes() {
    static const std::vector<AdminRoute> routes = routes_of_controls();
    return routes;
}

}  // namespace stator::emulator::admin::routes
