#include "emulator/laboratory/controls/consistency_control.hpp"
#include "emulator/laboratory/controls/controls.hpp"
#include "emulator/laboratory/controls/universe_warnings.hpp"

#include <array>
#include <utility>

#include "emulator/base/universe_name.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using engine::consistency::LagPolicy;
using engine::consistency::LagRule;
using engine::consistency::LagSettings;
using engine::consistency::ReadMode;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

constexpr std::array<std::string_view, 4> kReadModes = {
    "latest", "lagged", "oldest-legal", "monotonic-per-connection"};

Accepted<LagRule> read_rule(JsonView json, std::string place) {
    STATOR_TRY(Members rule, Members::of(json, std::move(place)));
    LagRule read;
    STATOR_TRY(const auto universe, rule.text("universe"));
    if (universe) read.universe = inner_universe(*universe);
    STATOR_TRY(read.region, rule.text("region"));
    STATOR_TRY(read.table, rule.text("table"));
    STATOR_TRY(read.index, rule.text("index"));
    STATOR_TRY(const auto mode, rule.choice("mode", kReadModes));
    STATOR_TRY(const auto lag, rule.distribution("lag"));
    STATOR_CHECK(rule.finish());
    read.policy.mode = mode ? *find_read_mode(*mode) : ReadMode::Lagged;
    read.policy.lag = lag.value_or(engine::Distribution());
    if (read.policy.mode != ReadMode::Latest && !lag) {
        return rule.refuse("lag", "is missing; give it, or \"mode\":\"latest\"");
    }
    return read;
}

void write_rule(JsonWriter& json, const LagRule& rule) {
    json.begin_object();
    if (rule.universe) json.string_member("universe", shown_universe(*rule.universe));
    if (rule.region) json.string_member("region", *rule.region);
    if (rule.table) json.string_member("table", *rule.table);
    if (rule.index) json.string_member("index", *rule.index);
    write_lag_policy(json, rule.policy);
    json.end_object();
}

}  // namespace

Accepted<std::optional<std::vector<LagRule>>> read_lag_rules(Members& members) {
    if (!members.has("rules")) return std::optional<std::vector<LagRule>>();
    STATOR_TRY(const auto elements, members.array("rules"));
    std::vector<LagRule> rules;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        STATOR_TRY(
            LagRule rule,
            read_rule(elements[i], members.place_of("rules") + "[" + std::to_string(i) + "]")
        );
        rules.push_back(std::move(rule));
    }
    return std::optional(std::move(rules));
}

Accepted<Change> read_consistency(JsonView json, const std::string& place) {
    STATOR_TRY(Members members, Members::of(json, place));
    STATOR_TRY(const auto mode, members.choice("mode", kReadModes));
    STATOR_TRY(const auto lag, members.distribution("lag"));
    STATOR_TRY(const auto index_lag, members.distribution("indexLag"));
    STATOR_TRY(auto rules, read_lag_rules(members));
    STATOR_TRY(const auto ignored, members.array("sources"));
    members.has("warnings");  // part of a reply that is sent back
    STATOR_CHECK(members.finish());
    return Change([=](Laboratory& laboratory, Others others) {
        laboratory.administration().change_lag([&](LagSettings& settings) {
            if (others == Others::BecomeUsual) settings = LagSettings();
            if (mode) settings.tables.mode = settings.indexes.mode = *find_read_mode(*mode);
            if (lag) settings.tables.lag = *lag;
            if (index_lag) settings.indexes.lag = *index_lag;
            if (rules) settings.rules = *rules;
        });
        return engine::JournalTicket();
    });
}

void write_consistency(JsonWriter& json, Laboratory& laboratory) {
    const LagSettings settings = laboratory.administration().lag();
    write_lag_policy(json, settings.tables);
    json.key("indexLag");
    write_distribution(json, settings.indexes.lag);
    json.array_member("rules", settings.rules, [&](const LagRule& rule) {
        write_rule(json, rule);
    });
}

void write_lag_policy(JsonWriter& json, const LagPolicy& policy) {
    json.string_member("mode", read_mode_name(policy.mode));
    json.key("lag");
    write_distribution(json, policy.lag);
}

std::string_view read_mode_name(ReadMode mode) {
    return kReadModes[static_cast<std::size_t>(mode)];
}

std::optional<ReadMode> find_read_mode(std::string_view name) {
    for (std::size_t i = 0; i < kReadModes.size(); ++i) {
        if (kReadModes[i] == name) return static_cast<ReadMode>(i);
    }
    return std::nullopt;
}

namespace {

void write_replica(JsonWriter& json, const engine::consistency::ReplicaState& replica) {
    json.begin_object();
    json.integer_member("lagMs", replica.lag_ms);
    json.integer_member("missing", static_cast<std::int64_t>(replica.missing));
    json.boolean_member("paused", replica.is_paused);
    json.boolean_member("pinned", replica.is_pinned);
    json.end_object();
}

void write_partition(JsonWriter& json, const engine::consistency::PartitionReport& report) {
    json.begin_object();
    json.integer_member("partition", static_cast<std::int64_t>(report.partition.id.value));
    json.array_member("replicas", report.replicas, [&](const auto& replica) {
        write_replica(json, replica);
    });
    json.end_object();
}

void write_source_lag(JsonWriter& json, const engine::consistency::ReplicaReport& source) {
    json.begin_object();
    json.string_member("universe", shown_universe(source.universe));
    json.string_member("region", source.region);
    json.string_member("table", source.table_name);
    if (!source.index.empty()) json.string_member("index", source.index);
    write_lag_policy(json, source.policy);
    json.array_member("partitions", source.partitions, [&](const auto& partition) {
        write_partition(json, partition);
    });
    json.end_object();
}

void write_consistency_state(JsonWriter& json, Laboratory& laboratory, std::string_view) {
    write_consistency(json, laboratory);
    json.array_member("sources", laboratory.administration().replicas(), [&](const auto& source) {
        write_source_lag(json, source);
    });
    const auto universes = universes_of_lag_rules(laboratory);
    write_warnings(json, universe_warnings(laboratory.engine(), universes));
}

}  // namespace

constinit const Control kConsistency{
    .name = "consistency",
    .path = "/_stator/v1/consistency",
    .example = R"({"mode":"lagged"})",
    .read = read_consistency,
    .write = write_consistency,
    .show = write_consistency_state,
};

}  // namespace stator::emulator::laboratory::controls
