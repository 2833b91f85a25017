#include "emulator/admin/port_routes.hpp"

#include <array>
#include <limits>

#include "emulator/forms/members.hpp"
#include "emulator/forms/universe_name.hpp"
#include "emulator/observe/laboratories.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

using protocol::wire::JsonWriter;

struct PortCall {
    std::string universe;
    std::optional<std::uint16_t> port;
    http::UniversePorts& ports;
};

forms::Accepted<PortCall> read_port_call(observe::Laboratory& laboratory, const AdminCall& call) {
    const std::string& name = call.path.at("universe");
    const std::string universe = forms::inner_universe(name);
    if (!laboratory.administration().has_universe(universe)) return forms::no_such_universe(name);
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const auto port, body.integer("port", 0, std::numeric_limits<std::uint16_t>::max()));
    STATOR_CHECK(body.finish());
    http::UniversePorts* const ports = laboratory.all().ports();
    if (ports == nullptr) return forms::Refusal{"there is no server here that could listen.", 409};
    PortCall read{universe, std::nullopt, *ports};
    if (port) read.port = static_cast<std::uint16_t>(*port);
    return read;
}

forms::Accepted<AdminAnswer> listen(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const PortCall asked, read_port_call(laboratory, call));
    STATOR_TRY(const std::uint16_t port, asked.ports.open(asked.universe, asked.port));
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    json.string_member("universe", forms::shown_universe(asked.universe));
    json.integer_member("port", port);
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> stop_listening(
    observe::Laboratory& laboratory, const AdminCall& call
) {
    STATOR_TRY(const PortCall asked, read_port_call(laboratory, call));
    const std::size_t closed = asked.ports.close(asked.universe, asked.port);
    const std::string universe = forms::shown_universe(asked.universe);
    if (closed == 0) {
        return forms::Refusal{
            "the universe '" + universe + "' does not listen there; GET /_stator/v1/universes/" +
                universe + " shows its ports.",
            404};
    }
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    json.string_member("universe", universe);
    json.integer_member("closed", static_cast<std::int64_t>(closed));
    json.end_object();
    return answer;
}

constexpr std::array kPortRoutes = {
    AdminRoute{"POST", "/_stator/v1/universes/{universe}/listen", listen},
    AdminRoute{"DELETE", "/_stator/v1/universes/{universe}/listen", stop_listening},
};

}  // namespace

AdminRoutes port_routes() {
    return kPortRoutes;
}

}  // namespace stator::emulator::admin
