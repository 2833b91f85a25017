#include "emulator/laboratory/controls/controls.hpp"

#include <array>

#include "emulator/base/members.hpp"
#include "emulator/laboratory/controls/source_names.hpp"
#include "engine/capacity/throughput.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using engine::capacity::DirectionFill;
using engine::capacity::SourceFill;
using engine::capacity::ThrottleCause;
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
        // The journal's report names hot keys, so heat defaults to on while the journal is on.
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

// The limit that a source reaches first.
std::string_view limit_name(ThrottleCause cause) {
    switch (cause) {
        case ThrottleCause::Provisioned: return "provisioned";
        case ThrottleCause::KeyRange: return "previousPeak";
        case ThrottleCause::MaxOnDemand: return "maxOnDemand";
        case ThrottleCause::Account: return "account";
    }
    return {};
}

void write_fill(JsonWriter& json, std::string_view name, const DirectionFill& fill) {
    json.begin_object(name);
    json.string_member("limit", limit_name(fill.cause));
    json.decimal_member("unitsPerSecond", fill.per_second);
    json.decimal_member("bucketUnits", fill.capacity);
    json.decimal_member("availableUnits", fill.level);
    json.end_object();
}

void write_throughput_state(JsonWriter& json, Laboratory& laboratory, std::string_view) {
    write_throughput(json, laboratory);
    const auto state = laboratory.administration().throughput();
    json.objects_member("sources", state.sources, [&](const SourceFill& source) {
        write_source_names(json, source);
        json.string_member("billing", source.limits.on_demand ? "onDemand" : "provisioned");
        write_fill(json, "read", source.read);
        write_fill(json, "write", source.write);
    });
}

}  // namespace

constinit const Control kThroughput{
    .name = "throughput",
    .path = "/_stator/v1/throughput",
    .example = R"({"throttle":"aws","heat":true})",
    .read = read_throughput,
    .write = write_throughput,
    .show = write_throughput_state,
};

}  // namespace stator::emulator::laboratory::controls
