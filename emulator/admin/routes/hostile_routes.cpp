#include "emulator/admin/routes/hostile_routes.hpp"

#include "emulator/laboratory/controls/hostile_control.hpp"
#include "emulator/laboratory/controls/stream_control.hpp"
#include "emulator/laboratory/controls/trigger_control.hpp"
#include "emulator/laboratory/controls/vector_control.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {
namespace {

// An answer whose members `write` writes.
template <auto write>
AdminAnswer control_answer(laboratory::Laboratory& laboratory) {
    return object_answer([&](protocol::wire::JsonWriter& json) { write(json, laboratory); });
}

template <auto write>
Accepted<AdminAnswer> get_control(laboratory::Laboratory& laboratory, const AdminCall&) {
    return control_answer<write>(laboratory);
}

template <auto read, auto write>
Accepted<AdminAnswer> put_control(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const laboratory::controls::Change change, read(call.body, "the body"));
    change(laboratory, laboratory::controls::Others::Stay);
    return control_answer<write>(laboratory);
}

constexpr auto get_hostile = get_control<laboratory::controls::write_hostile>;
constexpr auto put_hostile =
    put_control<laboratory::controls::read_hostile, laboratory::controls::write_hostile>;
constexpr auto get_streams = get_control<laboratory::controls::write_streams>;
constexpr auto put_streams =
    put_control<laboratory::controls::read_streams, laboratory::controls::write_streams>;
constexpr auto get_vectors = get_control<laboratory::controls::write_vectors>;
constexpr auto put_vectors =
    put_control<laboratory::controls::read_vectors, laboratory::controls::write_vectors>;

AdminAnswer triggers_answer(laboratory::Laboratory& laboratory) {
    return written_answer([&](protocol::wire::JsonWriter& json) {
        laboratory::controls::write_trigger_state(json, laboratory);
    });
}

Accepted<AdminAnswer> get_triggers(laboratory::Laboratory& laboratory, const AdminCall&) {
    return triggers_answer(laboratory);
}

Accepted<AdminAnswer> put_triggers(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(
        const laboratory::controls::Change change,
        laboratory::controls::read_triggers(call.body, "the body")
    );
    const auto ticket = change(laboratory, laboratory::controls::Others::Stay);
    AdminAnswer answer = triggers_answer(laboratory);
    answer.journal_ticket = ticket;
    return answer;
}

Accepted<AdminAnswer> get_deliveries(laboratory::Laboratory& laboratory, const AdminCall& call) {
    const std::string& name = call.path.find("name")->second;
    const auto deliveries = laboratory.triggers().deliveries(name);
    if (!deliveries) {
        return Refusal{
            "There is no trigger called '" + name + "'; GET /_stator/v1/triggers lists them.", 404};
    }
    return written_answer([&](protocol::wire::JsonWriter& json) {
        integrations::triggers::write_deliveries(json, *deliveries);
    });
}

constexpr AdminRoute kHostileRoutes[] = {
    {"GET", "/_stator/v1/hostile", get_hostile},
    {"PUT", "/_stator/v1/hostile", put_hostile, R"({"level":"rough"})"},
    {"GET", "/_stator/v1/streams", get_streams},
    {"PUT", "/_stator/v1/streams", put_streams, R"({"lag":500})"},
    {"GET", "/_stator/v1/vectors", get_vectors},
    {"PUT", "/_stator/v1/vectors", put_vectors, R"({"recall":0.95})"},
    {"GET", "/_stator/v1/triggers", get_triggers},
    {"GET", "/_stator/v1/triggers/{name}/deliveries", get_deliveries},
    {"PUT",
     "/_stator/v1/triggers",
     put_triggers,
     R"({"mappings":[{"Table":"Orders","Url":"http://127.0.0.1:9000/"}]})"},
};

}  // namespace

AdminRoutes hostile_routes() {
    return kHostileRoutes;
}

}  // namespace stator::emulator::admin::routes
