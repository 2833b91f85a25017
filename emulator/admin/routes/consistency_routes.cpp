#include "emulator/admin/routes/control_routes.hpp"
#include "emulator/admin/routes/groups.hpp"

#include <algorithm>
#include <array>

#include "emulator/base/members.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/laboratory/controls/consistency_control.hpp"
#include "emulator/laboratory/controls/controls.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::emulator::admin::routes {
namespace {

using engine::consistency::Consistency;
using engine::consistency::LagSettings;
using engine::replication::Cut;
using engine::replication::LinkSettings;
using laboratory::controls::kConsistency;
using laboratory::controls::kReplication;

constexpr std::int64_t kFarthestLagMs = 366LL * 24 * 3'600'000;

Accepted<AdminAnswer> put_lag_rules(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(auto rules, laboratory::controls::read_lag_rules(body));
    STATOR_CHECK(body.finish());
    if (!rules) return body.refuse("rules", "is missing");
    laboratory.administration().change_lag([&](LagSettings& settings) {
        settings.rules = *std::move(rules);
    });
    return state_answer(laboratory, kConsistency);
}

Accepted<AdminAnswer> delete_lag_rules(laboratory::Laboratory& laboratory, const AdminCall&) {
    laboratory.administration().change_lag([](LagSettings& settings) { settings.rules.clear(); });
    return state_answer(laboratory, kConsistency);
}

// The replicas and the time in a request body.
struct ReplicaCall {
    engine::Administration::ReplicaName name;
    std::int64_t milliseconds = 0;
};

// Sets the partition in `name`, if the body contains one.
Accepted<void> read_partition(Members& body, engine::Administration::ReplicaName& name) {
    STATOR_TRY(const auto partition, body.unsigned_integer("partition"));
    const auto key = body.value("key");
    if (!key) {
        if (partition) name.partition = engine::PartitionId{*partition};
        return {};
    }
    if (partition) return body.refuse("key", "and 'partition' are two names for one; give either");
    constexpr std::string_view kProblem =
        R"(must be a key as DynamoDB takes it, like {"id":{"S":"o1"}})";
    if (protocol::wire::check_types(*key, protocol::operations::shapes::kAttributeMap)
            .has_error()) {
        return body.refuse("key", kProblem);
    }
    auto decoded = protocol::wire::decode_item(*key, protocol::values::Dialect::Current);
    if (decoded.has_error()) return body.refuse("key", kProblem);
    name.key = std::move(decoded).value();
    return {};
}

Accepted<ReplicaCall> read_replica_call(
    const laboratory::Laboratory& laboratory, const AdminCall& call, Consistency::Handling handling
) {
    STATOR_TRY(Members body, call.members());
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
    STATOR_CHECK(read_partition(body, read.name));
    STATOR_CHECK(body.finish());
    if (!table) return body.refuse("table", "is missing");
    const std::string place =
        universe ? inner_universe(*universe) : laboratory.administration().name();
    read.name.table = {place, region, *table};
    read.name.index = index.value_or("");
    if (replica) read.name.replica = static_cast<std::size_t>(*replica);
    return read;
}

Refusal no_such_table(const engine::Engine::TableName& table) {
    const std::string place = table.region ? " and region " + *table.region : "";
    return {
        "there is no table '" + table.name + "' in universe '" +
            std::string(shown_universe(table.universe)) + "'" + place + "; create it first.",
        404};
}

std::string source_text(const engine::Administration::ReplicaName& name) {
    const std::string index = name.index.empty() ? "" : ", index '" + name.index + "'";
    return "table '" + name.table.name + "'" + index;
}

template <Consistency::Handling Handling>
Accepted<AdminAnswer> handle(laboratory::Laboratory& laboratory, const AdminCall& call) {
    using Lookup = engine::Administration::Lookup;
    STATOR_TRY(const ReplicaCall read, read_replica_call(laboratory, call, Handling));
    const auto& [name, milliseconds] = read;
    const auto named = call.laboratories.find_existing(name.table.universe);
    if (named == nullptr) return no_such_universe(name.table.universe);
    switch (named->administration().handle_replicas(Handling, name, milliseconds)) {
        case Lookup::Found: break;
        case Lookup::NoTable: return no_such_table(name.table);
        case Lookup::NoIndex:
            return Refusal{
                "table '" + name.table.name + "' has no global or vector index '" + name.index +
                    "'; a local index lags with its table.",
                404};
        case Lookup::NoPartition:
            return Refusal{
                source_text(name) + " has no partition " + std::to_string(name.partition->value) +
                    "; GET /_stator/v1/consistency and the heat report name those it has.",
                404};
        case Lookup::NoKey:
            return Refusal{
                "'key' in the body lacks the partition key of " + source_text(name) +
                "; give each of its attributes in the type it has there."};
    }
    return state_answer(*named, kConsistency);
}

Accepted<Cut> read_cut(const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const auto region, body.text("region"));
    STATOR_TRY(const auto other, body.text("from"));
    STATOR_CHECK(body.finish());
    return Cut{region.value_or(""), other.value_or("")};
}

Accepted<AdminAnswer> pause(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const Cut cut, read_cut(call));
    if (cut.region.empty()) {
        return Refusal{"'region' in the body is missing; name the region to cut off."};
    }
    laboratory.administration().change_links([&](LinkSettings& settings) {
        if (std::ranges::count(settings.cuts, cut) == 0) settings.cuts.push_back(cut);
    });
    return state_answer(laboratory, kReplication);
}

// Without a region, reconnects everything.
Accepted<AdminAnswer> resume(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const Cut cut, read_cut(call));
    laboratory.administration().change_links([&](LinkSettings& settings) {
        std::erase_if(settings.cuts, [&](const Cut& present) {
            if (cut.region.empty()) return true;
            if (cut.other.empty())
                return present.region == cut.region || present.other == cut.region;
            return present == cut || present == Cut{cut.other, cut.region};
        });
    });
    return state_answer(laboratory, kReplication);
}

constexpr std::string_view kRegionForm = R"({"region":"eu-west-1"})";
constexpr std::string_view kSourceForm = R"({"table":"…"})";
constexpr std::string_view kAdvanceForm = R"({"table":"…","ms":100})";

constexpr std::array kConsistencyRoutes = {
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
    AdminRoute{"POST", "/_stator/v1/replication/pause", pause, kRegionForm},
    AdminRoute{"POST", "/_stator/v1/replication/resume", resume},
};

}  // namespace

AdminRoutes consistency_routes() {
    return kConsistencyRoutes;
}

}  // namespace stator::emulator::admin::routes
