#include "emulator/laboratory/controls/fault_control.hpp"
#include "emulator/laboratory/controls/controls.hpp"

#include <utility>

#include "emulator/laboratory/controls/universe_warnings.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

void write_members(JsonWriter& json, const Laboratory& laboratory, faults::Counters counters) {
    const engine::faults::FaultPlan& plan = laboratory.faults();
    const auto rules = plan.rules();
    faults::write_fault_rules(json, rules, counters);
    json.integer_member("seed", plan.seed());
}

}  // namespace

Accepted<Change> read_faults(JsonView json, const std::string& place) {
    STATOR_TRY(faults::FaultSettings settings, faults::read_fault_settings(json, place));
    return change_faults(std::move(settings));
}

Change change_faults(faults::FaultSettings settings) {
    return [settings = std::move(settings)](Laboratory& laboratory, Others others) {
        engine::faults::FaultPlan& plan = laboratory.faults();
        laboratory.replace_fault_rules(settings.rules);
        if (settings.seed) {
            plan.reseed(*settings.seed);
        } else if (others == Others::BecomeUsual) {
            const auto given = laboratory.universe().seeds().given;
            plan.reseed(given.value_or(laboratory.seed()));
        }
        return engine::JournalTicket();
    };
}

void write_faults(JsonWriter& json, Laboratory& laboratory) {
    write_members(json, laboratory, faults::Counters::Left);
}

namespace {

void write_fault_state(JsonWriter& json, Laboratory& laboratory, std::string_view) {
    write_members(json, laboratory, faults::Counters::Written);
    const auto universes = universes_of_fault_rules(laboratory);
    write_warnings(json, universe_warnings(laboratory.engine(), universes));
}

}  // namespace

constinit const Control kFaults{
    .name = "faults",
    .path = "/_stator/v1/faults",
    .example = R"({"rules":[{"fault":{"latency":200}}]})",
    .read = read_faults,
    .write = write_faults,
    .show = write_fault_state,
};

}  // namespace stator::emulator::laboratory::controls
