#include "emulator/admin/routes/groups.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {
namespace {

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

constexpr AdminRoute kTriggerRoutes[] = {
    {"GET", "/_stator/v1/triggers/{name}/deliveries", get_deliveries},
};

}  // namespace

AdminRoutes trigger_routes() {
    return kTriggerRoutes;
}

}  // namespace stator::emulator::admin::routes
