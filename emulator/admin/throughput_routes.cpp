#include "emulator/admin/throughput_routes.hpp"

#include <array>
#include <optional>

#include "emulator/forms/members.hpp"
#include "emulator/observe/laboratory.hpp"
#include "engine/capacity/throughput.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

using engine::capacity::Direction;
using engine::capacity::DirectionFill;
using engine::capacity::HeatReport;
using engine::capacity::KeyHeat;
using engine::capacity::PartitionReport;
using engine::capacity::SourceFill;
using engine::capacity::SourceReport;
using engine::capacity::ThrottleCause;
using engine::capacity::ThrottleMode;
using engine::capacity::UnitsHeat;
using protocol::wire::JsonWriter;

std::string_view throttling_mode_name(ThrottleMode mode) {
    return mode == ThrottleMode::Aws ? "aws" : "off";
}

// Which limit a source meets first.
std::string_view limit_name(ThrottleCause cause) {
    switch (cause) {
        case ThrottleCause::Provisioned: return "provisioned";
        case ThrottleCause::KeyRange: return "previousPeak";
        case ThrottleCause::MaxOnDemand: return "maxOnDemand";
        case ThrottleCause::Account: return "account";
    }
    return {};
}

void write_decimal(JsonWriter& json, std::string_view name, double value) {
    json.key(name);
    json.decimal(value);
}

// The members that say which table or index an object is about.
template <class Source>
void write_names(JsonWriter& json, const Source& source) {
    json.string_member("table", source.table_name);
    if (!source.index.empty()) json.string_member("index", source.index);
    json.string_member("arn", source.arn);
}

void write_switches(JsonWriter& json, ThrottleMode mode, bool heat) {
    json.string_member("throttle", throttling_mode_name(mode));
    json.key("heat");
    json.boolean(heat);
}

void write_fill(JsonWriter& json, std::string_view name, const DirectionFill& fill) {
    json.key(name);
    json.begin_object();
    json.string_member("limit", limit_name(fill.cause));
    write_decimal(json, "unitsPerSecond", fill.per_second);
    write_decimal(json, "bucketUnits", fill.capacity);
    write_decimal(json, "availableUnits", fill.level);
    json.end_object();
}

// Without a `share` for a whole table or index, which has all of its traffic.
void write_units(
    JsonWriter& json, std::string_view name, const UnitsHeat& heat, std::optional<double> share = {}
) {
    json.key(name);
    json.begin_object();
    write_decimal(json, "units", heat.total);
    write_decimal(json, "averagePerSecond", heat.average_per_second);
    write_decimal(json, "maxPerSecond", heat.max_per_second);
    write_decimal(json, "peakPerSecond", heat.peak_per_second);
    if (share) write_decimal(json, "share", *share);
    json.end_object();
}

void write_keys(JsonWriter& json, std::string_view name, const std::vector<KeyHeat>& keys) {
    json.key(name);
    json.begin_array();
    for (const KeyHeat& key : keys) {
        json.begin_object();
        json.string_member("key", key.text);
        write_decimal(json, "units", key.units);
        write_decimal(json, "error", key.error);
        json.end_object();
    }
    json.end_array();
}

void write_partition(JsonWriter& json, const PartitionReport& partition) {
    json.begin_object();
    json.integer_member("partition", static_cast<std::int64_t>(partition.partition.value));
    write_units(json, "read", partition.read, partition.read.share);
    write_units(json, "write", partition.write, partition.write.share);
    json.integer_member("throttled", partition.throttled);
    json.integer_member("wouldThrottle", partition.would_throttle);
    write_keys(json, "topReadKeys", partition.read_keys);
    write_keys(json, "topWriteKeys", partition.write_keys);
    json.end_object();
}

void write_source_throughput(JsonWriter& json, const SourceReport& source) {
    json.begin_object();
    write_names(json, source);
    write_units(json, "read", source.read);
    write_units(json, "write", source.write);
    json.integer_member("throttled", source.throttled);
    json.integer_member("wouldThrottle", source.would_throttle);
    json.key("partitions");
    json.begin_array();
    for (const PartitionReport& partition : source.partitions) write_partition(json, partition);
    json.end_array();
    json.end_object();
}

AdminAnswer throughput_state(observe::Laboratory& laboratory) {
    const auto state = laboratory.administration().throughput();
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    write_switches(json, state.mode, state.collects_heat);
    json.key("sources");
    json.begin_array();
    for (const SourceFill& source : state.sources) {
        json.begin_object();
        write_names(json, source);
        json.string_member("billing", source.limits.on_demand ? "onDemand" : "provisioned");
        write_fill(json, "read", source.read);
        write_fill(json, "write", source.write);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> get_throughput(observe::Laboratory& laboratory, const AdminCall&) {
    return throughput_state(laboratory);
}

forms::Accepted<AdminAnswer> put_throughput(
    observe::Laboratory& laboratory, const AdminCall& call
) {
    static constexpr std::array<std::string_view, 2> kModes = {"off", "aws"};
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const auto throttle, body.choice("throttle", kModes));
    STATOR_TRY(const auto heat, body.boolean("heat"));
    STATOR_CHECK(body.finish());
    engine::Administration administration = laboratory.administration();
    if (throttle)
        administration.set_throttling(*throttle == "aws" ? ThrottleMode::Aws : ThrottleMode::Off);
    if (heat) administration.collect_heat(*heat);
    return throughput_state(laboratory);
}

AdminAnswer heat_state(observe::Laboratory& laboratory, std::string_view table) {
    const HeatReport report = laboratory.administration().heat();
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    write_switches(json, report.mode, report.heat);
    json.key("sources");
    json.begin_array();
    for (const SourceReport& source : report.sources) {
        if (table.empty() || table == source.table_name) write_source_throughput(json, source);
    }
    json.end_array();
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> get_heat(observe::Laboratory& laboratory, const AdminCall& call) {
    return heat_state(laboratory, call.query_value("table"));
}

forms::Accepted<AdminAnswer> delete_heat(observe::Laboratory& laboratory, const AdminCall&) {
    laboratory.administration().forget_heat();
    return heat_state(laboratory, "");
}

}  // namespace

AdminRoutes throughput_routes() {
    static constexpr std::array<AdminRoute, 4> kRoutes = {{
        {"GET", "/_stator/v1/throughput", get_throughput},
        {"PUT", "/_stator/v1/throughput", put_throughput, R"({"throttle":"aws","heat":true})"},
        {"GET", "/_stator/v1/heat", get_heat, "", "table"},
        {"DELETE", "/_stator/v1/heat", delete_heat},
    }};
    return kRoutes;
}

}  // namespace stator::emulator::admin
