// Decodes the request of UpdateTable, with all checks that do not need the table.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "protocol/errors/indexes.hpp"
#include "protocol/errors/replication.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/throughput.hpp"
#include "protocol/errors/vectors.hpp"
#include "protocol/model/schema_members.hpp"
#include "protocol/operations/tables/index_rules.hpp"
#include "protocol/operations/tables/table_members.hpp"
#include "protocol/operations/tables/table_shapes.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/wire/scalar_text.hpp"

namespace stator::protocol::operations::tables {
namespace {

using wire::JsonView;

model::ReplicaIndexOverrides read_read_overrides(JsonView json) {
    model::ReplicaIndexOverrides overrides;
    if (const auto throughput = json.find("ProvisionedThroughputOverride")) {
        if (const auto units = throughput->find("ReadCapacityUnits")) {
            overrides.read_capacity_units = units->integer();
        }
    }
    if (const auto throughput = json.find("OnDemandThroughputOverride")) {
        if (const auto units = throughput->find("MaxReadRequestUnits")) {
            overrides.max_read_request_units = units->integer();
        }
    }
    return overrides;
}

model::ReplicaOverrides read_overrides(JsonView json) {
    model::ReplicaOverrides overrides;
    const model::ReplicaIndexOverrides table = read_read_overrides(json);
    overrides.read_capacity_units = table.read_capacity_units;
    overrides.max_read_request_units = table.max_read_request_units;
    if (const auto key = json.find("KMSMasterKeyId")) overrides.kms_master_key_id = key->string();
    overrides.table_class =
        values::term_from<values::TableClass>(json.string_or_empty("TableClassOverride"));
    if (const auto indexes = json.find("GlobalSecondaryIndexes")) {
        for (const auto& element : indexes->elements()) {
            const JsonView index(element);
            overrides.indexes[std::string(index.string_or_empty("IndexName"))] =
                read_read_overrides(index);
        }
    }
    return overrides;
}

Result<ReplicaAction> read_replica_action(JsonView json) {
    using Kind = ReplicaAction::Kind;
    constexpr std::array kKinds = {
        std::pair("Create", Kind::Create),
        std::pair("Update", Kind::Update),
        std::pair("Delete", Kind::Delete)};
    std::optional<ReplicaAction> action;
    for (const auto& [member, kind] : kKinds) {
        const auto sent = json.find(member);
        if (!sent) continue;
        if (action) return errors::replica_actions_of_two_kinds();
        action = ReplicaAction{
            kind, std::string(sent->string_or_empty("RegionName")), read_overrides(*sent)};
    }
    if (!action) return errors::replica_action_missing();
    return *std::move(action);
}

Result<std::vector<ReplicaAction>> read_replica_actions(JsonView json) {
    std::vector<ReplicaAction> actions;
    const auto list = json.find("ReplicaUpdates");
    if (!list) return actions;
    for (const auto& element : list->elements()) {
        STATOR_TRY(ReplicaAction action, read_replica_action(JsonView(element)));
        actions.push_back(std::move(action));
    }
    return actions;
}

Result<std::optional<WitnessAction>> read_witness_action(JsonView json) {
    const auto list = json.find("GlobalTableWitnessUpdates");
    if (!list || list->size() == 0) return std::optional<WitnessAction>();
    const JsonView update(list->elements()[0]);
    const auto creation = update.find("Create");
    const auto deletion = update.find("Delete");
    if (creation && deletion) return errors::replica_actions_of_two_kinds();
    if (!creation && !deletion) return errors::replica_action_missing();
    const JsonView sent = creation ? *creation : *deletion;
    return std::optional(WitnessAction{
        creation.has_value(), std::string(sent.string_or_empty("RegionName"))});
}

// Checks which actions may be combined. AWS: all replicas of a table with strong consistency are
// created or deleted in one request. Whether the table has strong consistency is known only after
// it is found. [case global_tables/strong_refusals]
Result<void> check_replica_actions(const UpdateTableRequest& request) {
    using Kind = ReplicaAction::Kind;
    const std::vector<ReplicaAction>& actions = request.replica_actions;
    const auto all_are = [&](Kind kind) {
        return std::ranges::all_of(actions, [&](const auto& one) { return one.kind == kind; });
    };
    const bool creates_witness = request.witness_action && request.witness_action->creates;
    if (creates_witness && request.wants_strong != true) {
        return errors::witness_without_strong_consistency();
    }
    if (request.wants_strong && !all_are(Kind::Create)) {
        return errors::consistency_without_creation();
    }
    if (actions.size() < 2 || request.wants_strong == true || all_are(Kind::Update)) return {};
    if (all_are(Kind::Delete)) return {};
    return errors::replica_actions_not_single();
}

// `others`: true if the request also contains members that are not about replicas.
Result<void> check_supported(JsonView json, bool others) {
    const bool is_strong = json.string_or_empty("MultiRegionConsistency") == "STRONG";
    const bool has_witnesses = json.find("GlobalTableWitnessUpdates").has_value();
    const bool has_replicas = json.find("ReplicaUpdates").has_value();
    if (others && (has_witnesses || (has_replicas && is_strong))) {
        return errors::replicas_or_witnesses_not_alone();
    }
    if (others && has_replicas) return errors::replicas_not_alone();
    return {};
}

Result<IndexAction> read_index_update(JsonView json) {
    IndexRequest sent = read_index(json);
    const GlobalIndexRequest& index = sent.index;
    if (json.find("WarmThroughput") && !index.warm_throughput.is_set()) {
        return errors::warm_throughput_empty(index.name);
    }
    return IndexAction(IndexUpdate{
        index.name, index.throughput, index.on_demand_throughput, index.warm_throughput});
}

Result<IndexAction> read_index_action(JsonView json) {
    const auto update = json.find("Update");
    const auto creation = json.find("Create");
    const auto deletion = json.find("Delete");
    const int count = (update ? 1 : 0) + (creation ? 1 : 0) + (deletion ? 1 : 0);
    if (count == 0) return errors::index_action_missing();
    if (count > 1) return errors::index_action_not_single();
    if (update) return read_index_update(*update);
    if (creation) return IndexAction(read_index(*creation));
    return IndexAction(IndexDeletion{std::string(deletion->string_or_empty("IndexName"))});
}

Result<std::vector<IndexAction>> read_index_actions(JsonView json) {
    std::vector<IndexAction> actions;
    const auto list = json.find("GlobalSecondaryIndexUpdates");
    if (!list) return actions;
    for (const auto& element : list->elements()) {
        if (element.IsNull()) continue;
        STATOR_TRY(IndexAction action, read_index_action(JsonView(element)));
        actions.push_back(std::move(action));
    }
    std::set<std::string_view> names;
    for (const IndexAction& action : actions) {
        const std::string_view name = index_name(action);
        if (!names.insert(name).second) return errors::index_updated_twice(name);
    }
    return actions;
}

Result<VectorAction> read_vector_action(JsonView json) {
    const auto creation = json.find("Create");
    const auto deletion = json.find("Delete");
    if (creation && deletion) return errors::vector_action_not_single();
    if (creation) return VectorAction(read_vector_index(*creation));
    if (!deletion) return errors::vector_action_missing();
    return VectorAction(IndexDeletion{std::string(deletion->string_or_empty("IndexName"))});
}

Result<std::vector<VectorAction>> read_vector_actions(JsonView json) {
    std::vector<VectorAction> actions;
    const auto list = json.find("VectorIndexUpdates");
    if (!list) return actions;
    for (const auto& element : list->elements()) {
        if (element.IsNull()) continue;
        STATOR_TRY(VectorAction action, read_vector_action(JsonView(element)));
        actions.push_back(std::move(action));
    }
    return actions;
}

Result<std::optional<StreamUpdate>> read_stream(JsonView json) {
    const auto stream = json.find("StreamSpecification");
    if (!stream) return std::optional<StreamUpdate>();
    const auto view_type =
        values::term_from<values::StreamViewType>(stream->string_or_empty("StreamViewType"));
    const bool enabled = wire::truth_of(*stream->find("StreamEnabled"));
    if (enabled && !view_type) return errors::stream_type_required();
    if (!enabled && view_type) return errors::stream_type_forbidden();
    return std::optional(StreamUpdate{
        enabled, view_type.value_or(values::StreamViewType::NewAndOldImages)});
}

// Reads everything except the index actions.
Result<UpdateTableRequest> read_settings(JsonView json) {
    UpdateTableRequest request;
    model::MemberReader read(json);
    read("TableName", request.table_name);
    read("AttributeDefinitions", request.attribute_definitions);
    read("BillingMode", request.billing_mode);
    request.throughput = read_throughput(json);
    request.on_demand_throughput = read_on_demand_throughput(json);
    request.warm_throughput = read_warm_throughput(json);
    if (const auto protection = json.find("DeletionProtectionEnabled")) {
        request.deletion_protection = wire::truth_of(*protection);
    }
    request.settings_mode = json.string_or_empty("GlobalTableSettingsReplicationMode");
    const std::string_view consistency = json.string_or_empty("MultiRegionConsistency");
    if (!consistency.empty()) request.wants_strong = consistency == "STRONG";
    STATOR_TRY(request.stream, read_stream(json));
    STATOR_TRY(request.table_class, read_table_class(json));
    if (const auto encryption = json.find("SSESpecification")) {
        STATOR_TRY(request.encryption, read_encryption(*encryption));
    }
    return request;
}

// The concerns of an UpdateTable request, one flag each.
struct Concerns {
    bool capacity = false;  // BillingMode or ProvisionedThroughput
    bool indexes = false;
    bool index_lifecycle = false;  // Create or Delete
    bool index_creation = false;
    bool stream = false;
    bool encryption = false;
    bool protection = false;
    bool table_class = false;
    bool on_demand = false;
    bool warm = false;
    bool settings_mode = false;

    int count() const {
        int concerns = 0;
        for (const bool set :
             {capacity,
              indexes,
              stream,
              encryption,
              protection,
              table_class,
              on_demand,
              warm,
              settings_mode}) {
            if (set) ++concerns;
        }
        return concerns;
    }
};

// AWS: an empty OnDemandThroughput or WarmThroughput is treated as absent if the request has other
// members. [case UpdateTable/empty_throughput]
Concerns concerns_of(const UpdateTableRequest& request) {
    Concerns concerns;
    concerns.capacity = request.billing_mode || request.throughput;
    concerns.indexes = !request.index_actions.empty() || !request.vector_actions.empty();
    concerns.index_lifecycle = !request.vector_actions.empty();
    for (const VectorAction& action : request.vector_actions) {
        if (std::holds_alternative<VectorIndexRequest>(action)) concerns.index_creation = true;
    }
    for (const IndexAction& action : request.index_actions) {
        if (std::holds_alternative<IndexRequest>(action)) concerns.index_creation = true;
        if (!std::holds_alternative<IndexUpdate>(action)) concerns.index_lifecycle = true;
    }
    concerns.stream = request.stream.has_value();
    concerns.encryption = request.encryption.has_value();
    concerns.protection = request.deletion_protection.has_value();
    concerns.table_class = request.table_class.has_value();
    concerns.on_demand = request.on_demand_throughput.is_set();
    concerns.warm = request.warm_throughput.is_set();
    concerns.settings_mode = !request.settings_mode.empty();
    return concerns;
}

// Checks the rules about single concerns, then the rules about pairs.
Result<void> check_combination(const UpdateTableRequest& request, const Concerns& concerns) {
    const bool alone = concerns.count() == 1;
    if (concerns.protection && !alone) return errors::deletion_protection_not_alone();
    if (concerns.encryption && !alone) return errors::encryption_not_alone();
    if (concerns.table_class && !alone) return errors::table_class_not_alone();
    if (concerns.warm && concerns.index_creation) return errors::warm_throughput_with_new_index();
    if (concerns.warm && !alone) return errors::warm_throughput_not_alone();
    if (concerns.on_demand) {
        const bool with_billing = concerns.count() == 2 && request.billing_mode;
        if (!alone && !with_billing) return errors::on_demand_throughput_not_alone();
    }
    // AWS: a switch to PAY_PER_REQUEST, which has no capacity units, can be combined with a stream.
    // [case UpdateTable/combinations]
    const bool to_on_demand =
        request.billing_mode == values::BillingMode::PayPerRequest && !request.throughput;
    if (concerns.stream && concerns.capacity && !to_on_demand) {
        return errors::stream_with_throughput();
    }
    if (concerns.index_lifecycle && request.throughput) return errors::index_with_throughput();
    if (concerns.index_lifecycle && concerns.stream) return errors::index_with_stream();
    return {};
}

Result<void> check_throughput(const UpdateTableRequest& request) {
    if (request.billing_mode == values::BillingMode::PayPerRequest) {
        if (request.throughput) return errors::throughput_with_on_demand();
        for (const IndexAction& action : request.index_actions) {
            const auto* update = std::get_if<IndexUpdate>(&action);
            if (update != nullptr && update->throughput) {
                return errors::throughput_forbidden_for_index(update->name);
            }
        }
    }
    if (request.throughput) return check_throughput_bounds(*request.throughput, "");
    return {};
}

}  // namespace

std::string_view index_name(const IndexAction& action) {
    if (const auto* creation = std::get_if<IndexRequest>(&action)) return creation->index.name;
    if (const auto* update = std::get_if<IndexUpdate>(&action)) return update->name;
    return std::get<IndexDeletion>(action).name;
}

Result<UpdateTableRequest> decode_update_table(JsonView json) {
    STATOR_CHECK(wire::check_types(json, shapes::kUpdateTable));
    if (!json.find("TableName")) return errors::table_name_required();
    STATOR_CHECK(wire::check_constraints(json, shapes::kUpdateTable));

    STATOR_TRY(UpdateTableRequest request, read_settings(json));
    STATOR_TRY(request.index_actions, read_index_actions(json));
    STATOR_TRY(request.vector_actions, read_vector_actions(json));
    const Concerns concerns = concerns_of(request);
    STATOR_CHECK(check_supported(json, concerns.count() > 0));
    STATOR_TRY(request.replica_actions, read_replica_actions(json));
    STATOR_TRY(request.witness_action, read_witness_action(json));
    if (!request.replica_actions.empty()) {
        STATOR_CHECK(check_replica_actions(request));
        return request;
    }
    if (concerns.count() == 0) {
        request.only_empty_throughput =
            json.find("OnDemandThroughput") || json.find("WarmThroughput");
        if (request.only_empty_throughput) return request;
        return errors::nothing_to_update(request.wants_strong.has_value());
    }
    const auto actions = json.find("GlobalSecondaryIndexUpdates");
    if (actions && request.index_actions.empty()) {
        return errors::list_is_empty("GlobalSecondaryIndexUpdates");
    }
    if (json.find("VectorIndexUpdates") && request.vector_actions.empty()) {
        return errors::list_is_empty("VectorIndexUpdates");
    }
    STATOR_CHECK(check_combination(request, concerns));
    STATOR_CHECK(check_throughput(request));
    return request;
}

}  // namespace stator::protocol::operations::tables
