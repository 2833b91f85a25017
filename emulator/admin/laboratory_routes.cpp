#include "emulator/admin/laboratory_routes.hpp"

#include <array>

#include "emulator/declaration/establish.hpp"
#include "emulator/observe/laboratory.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

AdminAnswer laboratory_state(observe::Laboratory& laboratory) {
    AdminAnswer answer;
    protocol::wire::JsonWriter json(answer.body);
    declaration::write_declaration(json, laboratory);
    return answer;
}

forms::Accepted<AdminAnswer> show_laboratory(observe::Laboratory& laboratory, const AdminCall&) {
    return laboratory_state(laboratory);
}

// A client of the admin API gets to no file of the server's machine.
forms::Accepted<AdminAnswer> put_laboratory(
    observe::Laboratory& laboratory, const AdminCall& call
) {
    STATOR_TRY(
        const declaration::Declaration declared,
        declaration::read_declaration(call.body, std::nullopt)
    );
    STATOR_TRY(const auto ticket, declaration::establish(laboratory, declared));
    AdminAnswer answer = laboratory_state(laboratory);
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

}  // namespace stator::emulator::admin
