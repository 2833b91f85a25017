#include "emulator/admin/hostile_routes.hpp"

#include "emulator/controls/hostile_control.hpp"
#include "emulator/controls/stream_control.hpp"
#include "emulator/controls/trigger_control.hpp"
#include "emulator/controls/vector_control.hpp"
#include "emulator/observe/laboratory.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

AdminAnswer hostile_answer(observe::Laboratory& laboratory) {
    AdminAnswer answer;
    protocol::wire::JsonWriter json(answer.body);
    json.begin_object();
    controls::write_hostile(json, laboratory);
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> get_hostile(observe::Laboratory& laboratory, const AdminCall&) {
    return hostile_answer(laboratory);
}

forms::Accepted<AdminAnswer> put_hostile(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const controls::Change change, controls::read_hostile(call.body, "the body"));
    change(laboratory, controls::Others::Stay);
    return hostile_answer(laboratory);
}

AdminAnswer streams_answer(observe::Laboratory& laboratory) {
    AdminAnswer answer;
    protocol::wire::JsonWriter json(answer.body);
    json.begin_object();
    controls::write_streams(json, laboratory);
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> get_streams(observe::Laboratory& laboratory, const AdminCall&) {
    return streams_answer(laboratory);
}

forms::Accepted<AdminAnswer> put_streams(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const controls::Change change, controls::read_streams(call.body, "the body"));
    change(laboratory, controls::Others::Stay);
    return streams_answer(laboratory);
}

AdminAnswer vectors_answer(observe::Laboratory& laboratory) {
    AdminAnswer answer;
    protocol::wire::JsonWriter json(answer.body);
    json.begin_object();
    controls::write_vectors(json, laboratory);
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> get_vectors(observe::Laboratory& laboratory, const AdminCall&) {
    return vectors_answer(laboratory);
}

forms::Accepted<AdminAnswer> put_vectors(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const controls::Change change, controls::read_vectors(call.body, "the body"));
    change(laboratory, controls::Others::Stay);
    return vectors_answer(laboratory);
}

AdminAnswer triggers_answer(observe::Laboratory& laboratory) {
    AdminAnswer answer;
    protocol::wire::JsonWriter json(answer.body);
    controls::write_trigger_state(json, laboratory);
    return answer;
}

forms::Accepted<AdminAnswer> get_triggers(observe::Laboratory& laboratory, const AdminCall&) {
    return triggers_answer(laboratory);
}

forms::Accepted<AdminAnswer> put_triggers(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const controls::Change change, controls::read_triggers(call.body, "the body"));
    const auto ticket = change(laboratory, controls::Others::Stay);
    AdminAnswer answer = triggers_answer(laboratory);
    answer.journal_ticket = ticket;
    return answer;
}

constexpr AdminRoute kHostileRoutes[] = {
    {"GET", "/_stator/v1/hostile", get_hostile},
    {"PUT", "/_stator/v1/hostile", put_hostile, R"({"level":"rough"})"},
    {"GET", "/_stator/v1/streams", get_streams},
    {"PUT", "/_stator/v1/streams", put_streams, R"({"lag":500})"},
    {"GET", "/_stator/v1/vectors", get_vectors},
    {"PUT", "/_stator/v1/vectors", put_vectors, R"({"recall":0.95})"},
    {"GET", "/_stator/v1/triggers", get_triggers},
    {"PUT",
     "/_stator/v1/triggers",
     put_triggers,
     R"({"mappings":[{"Table":"Orders","Url":"http://127.0.0.1:9000/"}]})"},
};

}  // namespace

AdminRoutes hostile_routes() {
    return kHostileRoutes;
}

}  // namespace stator::emulator::admin
