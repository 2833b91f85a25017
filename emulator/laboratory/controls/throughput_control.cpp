#include "emulator/laboratory/controls/throughput_control.hpp"

#include <array>

#include "emulator/base/members.hpp"
#include "engine/capacity/throughput.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {

using engine::capacity::ThrottleMode;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

Accepted<Change> read_throughput(JsonView json, const std::string& place) {
    static constexpr std::array<std::string_view, 2> kThrottleModes = {"off", "aws"};
    STATOR_TRY(Members members, Members::of(json, place));
    STATOR_TRY(auto throttle, members.choice("throttle", kThrottleModes));
    STATOR_TRY(auto heat, members.boolean("heat"));
    STATOR_TRY(const auto ignored, members.array("sources"));
    STATOR_CHECK(members.finish());
    return Change([=](Laboratory& laboratory, Others others) {
        const bool stays = others == Others::Stay;
        engine::Administration administration = laboratory.administration();
        if (throttle || !stays) {
            administration.set_throttling(
                throttle == "aws" ? ThrottleMode::Aws : ThrottleMode::Off
            );
        }
        // The journal's report names hot keys.
        if (heat || !stays) {
            administration.collect_heat(heat.value_or(laboratory.journal().is_on()));
        }
        return engine::JournalTicket();
    });
}

void write_throughput(JsonWriter& json, Laboratory& laboratory) {
    const engine::capacity::Throughput& throughput = laboratory.universe().throughput();
    json.string_member("throttle", throughput.mode() == ThrottleMode::Aws ? "aws" : "off");
    json.boolean_member("heat", throughput.collects_heat());
}

}  // namespace stator::emulator::laboratory::controls
