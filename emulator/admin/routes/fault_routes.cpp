#include "emulator/admin/routes/control_routes.hpp"
#include "emulator/admin/routes/groups.hpp"

#include <string>
#include <utility>

#include "emulator/base/members.hpp"
#include "emulator/laboratory/controls/controls.hpp"
#include "emulator/laboratory/faults/fault_rules.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {
namespace {

using protocol::wire::JsonWriter;

AdminAnswer seed_answer(const engine::faults::FaultPlan& plan) {
    return object_answer([&](JsonWriter& json) { json.integer_member("seed", plan.seed()); });
}

Accepted<AdminAnswer> add_rules(laboratory::Laboratory& laboratory, const AdminCall& call) {
    engine::faults::FaultPlan& plan = laboratory.faults();
    STATOR_TRY(
        laboratory::faults::FaultRules rules,
        laboratory::faults::read_added_fault_rules(call.body, plan.rules())
    );
    for (const engine::faults::FaultRule& rule : rules) {
        if (!rule.name.starts_with(laboratory::kHostilePrefix)) continue;
        return Refusal{
            "The name '" + rule.name +
            "' is one of /_stator/v1/hostile, as all that begin with 'hostile-'; choose another."};
    }
    // Another request may have added a rule with that name in the meantime.
    if (const auto taken = plan.add(std::move(rules)))
        return laboratory::faults::taken_rule_name(*taken);
    return state_answer(laboratory, laboratory::controls::kFaults);
}

Accepted<AdminAnswer> delete_fault_rules(laboratory::Laboratory& laboratory, const AdminCall&) {
    laboratory.replace_fault_rules({});
    return state_answer(laboratory, laboratory::controls::kFaults);
}

Accepted<AdminAnswer> delete_rule(laboratory::Laboratory& laboratory, const AdminCall& call) {
    const std::string& name = call.path.find("name")->second;
    if (!laboratory.faults().remove(name)) {
        return Refusal{
            "There is no rule called '" + name + "'; GET /_stator/v1/faults lists the rules.", 404};
    }
    return state_answer(laboratory, laboratory::controls::kFaults);
}

Accepted<AdminAnswer> get_seed(laboratory::Laboratory& laboratory, const AdminCall&) {
    return seed_answer(laboratory.faults());
}

Accepted<AdminAnswer> put_seed(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const auto seed, body.unsigned_integer("seed"));
    STATOR_CHECK(body.finish());
    if (!seed) return body.refuse("seed", "is missing; give a whole number from 0");
    laboratory.faults().reseed(*seed);
    return seed_answer(laboratory.faults());
}

constexpr AdminRoute kFaultRoutes[] = {
    {"DELETE", "/_stator/v1/faults", delete_fault_rules},
    {"POST", "/_stator/v1/faults/rules", add_rules, R"({"fault":{"latency":200}})"},
    {"DELETE", "/_stator/v1/faults/rules/{name}", delete_rule},
    {"GET", "/_stator/v1/faults/seed", get_seed},
    {"PUT", "/_stator/v1/faults/seed", put_seed, R"({"seed":7})"},
};

}  // namespace

AdminRoutes fault_routes() {
    return kFaultRoutes;
}

}  // namespace stator::emulator::admin::routes
