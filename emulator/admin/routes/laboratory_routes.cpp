#include "emulator/admin/routes/groups.hpp"

#include <array>

#include "emulator/laboratory/declaration/establish.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {
namespace {

AdminAnswer laboratory_state(laboratory::Laboratory& laboratory, const AdminCall& call) {
    return written_answer([&](protocol::wire::JsonWriter& json) {
        laboratory::declaration::write_declaration(json, call.laboratories, laboratory);
    });
}

Accepted<AdminAnswer> show_laboratory(laboratory::Laboratory& laboratory, const AdminCall& call) {
    return laboratory_state(laboratory, call);
}

// A client of the admin API cannot access files of the server's machine.
Accepted<AdminAnswer> put_laboratory(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(
        const laboratory::declaration::Declaration declared,
        laboratory::declaration::read_declaration(call.body, std::nullopt)
    );
    STATOR_TRY(
        const auto ticket,
        laboratory::declaration::establish(call.laboratories, laboratory, declared)
    );
    AdminAnswer answer = laboratory_state(laboratory, call);
    answer.journal_ticket = ticket;
    return answer;
}

constexpr std::array kLaboratoryRoutes = {
    AdminRoute{"GET", "/_stator/v1/laboratory", show_laboratory},
    AdminRoute{
        "PUT",
        "/_stator/v1/laboratory",
        put_laboratory,
        R"({"clock":{"mode":"frozen"},"universes":[{"name":"…"}]})"},
};

}  // namespace

AdminRoutes laboratory_routes() {
    return kLaboratoryRoutes;
}

}  // namespace stator::emulator::admin::routes
