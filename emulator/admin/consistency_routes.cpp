#include "emulator/admin/consistency_routes.hpp"

#include <array>

#include "emulator/forms/members.hpp"
#include "emulator/forms/universe_name.hpp"
#include "emulator/observe/laboratories.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

using engine::consistency::Consistency;
using engine::consistency::LagPolicy;
using engine::consistency::LagRule;
using engine::consistency::LagSettings;
using engine::consistency::ReadMode;
using protocol::wire::JsonWriter;

constexpr std::array<std::string_view, 4> kModes = {
    "latest", "lagged", "oldest-legal", "monotonic-per-connection"};

constexpr std::int64_t kFarthestLagMs = 366LL * 24 * 3'600'000;

void write_policy(JsonWriter& json, const LagPolicy& policy) {
    json.string_member("mode", read_mode_name(policy.mode));
    json.key("lag");
    forms::write_distribution(json, policy.lag);
}

void write_rule(JsonWriter& json, const LagRule& rule) {
    json.begin_object();
    if (rule.universe) json.string_member("universe", forms::shown_universe(*rule.universe));
    if (rule.table) json.string_member("table", *rule.table);
    if (rule.index) json.string_member("index", *rule.index);
    write_policy(json, rule.policy);
    json.end_object();
}

void write_source_lag(JsonWriter& json, const engine::consistency::ReplicaReport& source) {
    json.begin_object();
    json.string_member("universe", forms::shown_universe(source.universe));
    json.string_member("table", source.table_name);
    if (!source.index.empty()) json.string_member("index", source.index);
    write_policy(json, source.policy);
    json.key("replicas");
    json.begin_array();
    for (const engine::consistency::ReplicaState& replica : source.replicas) {
        json.begin_object();
        json.integer_member("lagMs", replica.lag_ms);
        json.integer_member("missing", static_cast<std::int64_t>(replica.missing));
        json.key("paused");
        json.boolean(replica.is_paused);
        json.key("pinned");
        json.boolean(replica.is_pinned);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

AdminAnswer consistency_state(observe::Laboratory& laboratory) {
    const engine::Administration administration = laboratory.administration();
    const LagSettings settings = administration.lag();
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    write_policy(json, settings.tables);
    json.key("indexLag");
    forms::write_distribution(json, settings.indexes.lag);
    json.key("rules");
    json.begin_array();
    for (const LagRule& rule : settings.rules) write_rule(json, rule);
    json.end_array();
    json.key("sources");
    json.begin_array();
    for (const auto& source : administration.replicas()) write_source_lag(json, source);
    json.end_array();
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> show_consistency(observe::Laboratory& laboratory, const AdminCall&) {
    return consistency_state(laboratory);
}

forms::Accepted<AdminAnswer> put_defaults(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const auto mode, body.choice("mode", kModes));
    STATOR_TRY(const auto lag, body.distribution("lag"));
    STATOR_TRY(const auto index_lag, body.distribution("indexLag"));
    STATOR_CHECK(body.finish());
    laboratory.administration().change_lag([&](LagSettings& settings) {
        if (mode) settings.tables.mode = settings.indexes.mode = *find_read_mode(*mode);
        if (lag) settings.tables.lag = *lag;
        if (index_lag) settings.indexes.lag = *index_lag;
    });
    return consistency_state(laboratory);
}

forms::Accepted<LagRule> read_rule(protocol::wire::JsonView json, std::size_t position) {
    STATOR_TRY(
        forms::Members rule, forms::Members::of(json, "rules[" + std::to_string(position) + "]")
    );
    LagRule read;
    STATOR_TRY(const auto universe, rule.text("universe"));
    if (universe) read.universe = forms::inner_universe(*universe);
    STATOR_TRY(read.table, rule.text("table"));
    STATOR_TRY(read.index, rule.text("index"));
    STATOR_TRY(const auto mode, rule.choice("mode", kModes));
    STATOR_TRY(const auto lag, rule.distribution("lag"));
    STATOR_CHECK(rule.finish());
    read.policy.mode = mode ? *find_read_mode(*mode) : ReadMode::Lagged;
    read.policy.lag = lag.value_or(engine::Distribution());
    if (read.policy.mode != ReadMode::Latest && !lag) {
        return rule.refuse("lag", "is missing; give it, or \"mode\":\"latest\"");
    }
    return read;
}

forms::Accepted<AdminAnswer> put_lag_rules(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(forms::Members body, call.members());
    if (!body.has("rules")) return body.refuse("rules", "is missing");
    STATOR_TRY(const auto elements, body.array("rules"));
    STATOR_CHECK(body.finish());
    std::vector<LagRule> rules;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        STATOR_TRY(LagRule rule, read_rule(elements[i], i));
        rules.push_back(std::move(rule));
    }
    laboratory.administration().change_lag([&](LagSettings& settings) {
        settings.rules = std::move(rules);
    });
    return consistency_state(laboratory);
}

forms::Accepted<AdminAnswer> delete_lag_rules(observe::Laboratory& laboratory, const AdminCall&) {
    laboratory.administration().change_lag([](LagSettings& settings) { settings.rules.clear(); });
    return consistency_state(laboratory);
}

// What a call does to which replicas, as its body says.
struct ReplicaCall {
    engine::Administration::ReplicaName name;
    std::int64_t milliseconds = 0;
};

forms::Accepted<ReplicaCall> read_replica_call(
    const observe::Laboratory& laboratory, const AdminCall& call, Consistency::Handling handling
) {
    STATOR_TRY(forms::Members body, call.members());
    ReplicaCall read;
    STATOR_TRY(const auto universe, body.text("universe"));
    STATOR_TRY(const auto table, body.text("table"));
    STATOR_TRY(const auto index, body.text("index"));
    STATOR_TRY(const auto region, body.text("region"));
    STATOR_TRY(const auto replica, body.integer("replica", 0, engine::consistency::kReplicas - 1));
    if (handling == Consistency::Handling::Advance) {
        STATOR_TRY(const auto ms, body.integer("ms", 0, kFarthestLagMs));
        if (!ms) return body.refuse("ms", "is missing");
        read.milliseconds = *ms;
    }
    STATOR_CHECK(body.finish());
    if (!table) return body.refuse("table", "is missing");
    const std::string place =
        universe ? forms::inner_universe(*universe) : laboratory.administration().name();
    read.name.table = {place, region, *table};
    read.name.index = index.value_or("");
    if (replica) read.name.replica = static_cast<std::size_t>(*replica);
    return read;
}

forms::Refusal no_such_table(const engine::Engine::TableName& table) {
    const std::string place = table.region ? " and region " + *table.region : "";
    return {
        "there is no table '" + table.name + "' in universe '" +
            std::string(forms::shown_universe(table.universe)) + "'" + place + "; create it first.",
        404};
}

template <Consistency::Handling Handling>
forms::Accepted<AdminAnswer> handle(observe::Laboratory& laboratory, const AdminCall& call) {
    using Lookup = engine::Administration::Lookup;
    STATOR_TRY(const ReplicaCall read, read_replica_call(laboratory, call, Handling));
    const auto& [name, milliseconds] = read;
    const auto named = laboratory.all().find_existing(name.table.universe);
    if (named == nullptr) return forms::no_such_universe(name.table.universe);
    switch (named->administration().handle_replicas(Handling, name, milliseconds)) {
        case Lookup::Found: break;
        case Lookup::NoTable: return no_such_table(name.table);
        case Lookup::NoGlobalIndex:
            return forms::Refusal{
                "table '" + name.table.name + "' has no global index '" + name.index +
                    "'; a local index lags with its table.",
                404};
    }
    return consistency_state(*named);
}

constexpr std::string_view kSourceForm = R"({"table":"…"})";
constexpr std::string_view kAdvanceForm = R"({"table":"…","ms":100})";

constexpr std::array kConsistencyRoutes = {
    AdminRoute{"GET", "/_stator/v1/consistency", show_consistency},
    AdminRoute{"PUT", "/_stator/v1/consistency", put_defaults, R"({"mode":"lagged"})"},
    AdminRoute{"PUT", "/_stator/v1/consistency/rules", put_lag_rules, R"({"rules":[]})"},
    AdminRoute{"DELETE", "/_stator/v1/consistency/rules", delete_lag_rules},
    AdminRoute{
        "POST", "/_stator/v1/consistency/pin", handle<Consistency::Handling::Pin>, kSourceForm},
    AdminRoute{
        "POST", "/_stator/v1/consistency/unpin", handle<Consistency::Handling::Unpin>, kSourceForm},
    AdminRoute{
        "POST", "/_stator/v1/consistency/pause", handle<Consistency::Handling::Pause>, kSourceForm},
    AdminRoute{
        "POST",
        "/_stator/v1/consistency/resume",
        handle<Consistency::Handling::Resume>,
        kSourceForm},
    AdminRoute{
        "POST", "/_stator/v1/consistency/drain", handle<Consistency::Handling::Drain>, kSourceForm},
    AdminRoute{
        "POST",
        "/_stator/v1/consistency/advance",
        handle<Consistency::Handling::Advance>,
        kAdvanceForm},
};

}  // namespace

AdminRoutes consistency_routes() {
    return kConsistencyRoutes;
}

std::string_view read_mode_name(ReadMode mode) {
    return kModes[static_cast<std::size_t>(mode)];
}

std::optional<ReadMode> find_read_mode(std::string_view name) {
    for (std::size_t i = 0; i < kModes.size(); ++i) {
        if (kModes[i] == name) return static_cast<ReadMode>(i);
    }
    return std::nullopt;
}

}  // namespace stator::emulator::admin
