// UpdateTable and global secondary indexes: creation, deletion, throughput.
#include <algorithm>

#include "engine/definition/table_creation.hpp"
#include "engine/definition/table_update.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/indexes.hpp"
#include "protocol/errors/table_state.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/throughput.hpp"
#include "protocol/errors/vectors.hpp"
#include "protocol/operations/tables/index_rules.hpp"
#include "protocol/operations/tables/vector_rules.hpp"

namespace stator::engine::definition {
namespace {

using model::GlobalSecondaryIndex;
using model::TableDescription;
using requests::tables::IndexAction;
using requests::tables::IndexDeletion;
using requests::tables::IndexRequest;
using requests::tables::IndexUpdate;
using values::AttributeDefinition;
using values::BillingMode;
using values::CapacityUnits;
using values::IndexStatus;
using values::KeySchema;
using values::KeySchemaElement;
using values::TableStatus;

using Definitions = std::vector<AttributeDefinition>;

// The key schemas that fix the types of attributes: all except those of indexes being deleted.
std::vector<const KeySchema*> live_schemas(const TableDescription& table) {
    std::vector<const KeySchema*> schemas{&table.key_schema};
    for (const auto& index : table.local_indexes) schemas.push_back(&index.key_schema);
    for (const auto& index : table.global_indexes) {
        if (index.status != IndexStatus::Deleting) schemas.push_back(&index.key_schema);
    }
    return schemas;
}

// AWS: an attribute keeps its type as long as any key schema uses it.
// [case UpdateTable/redefined_attribute]
Result<void> check_not_redefined(
    const TableDescription& table, const KeySchema& wanted, const Definitions& definitions
) {
    for (const KeySchema* schema : live_schemas(table)) {
        for (const KeySchemaElement& element : wanted) {
            if (!values::has_key(*schema, element.name)) continue;
            const auto* stored = values::find_definition(table.attribute_definitions, element.name);
            const auto* sent = values::find_definition(definitions, element.name);
            if (stored == nullptr || sent == nullptr || stored->type == sent->type) continue;
            return errors::attributes_redefined(
                errors::schema_text({*schema, table.attribute_definitions}),
                errors::schema_text({wanted, definitions})
            );
        }
    }
    return {};
}

// AWS: definitions that the new index does not use are dropped, regardless of their type.
// [case UpdateTable/definitions_delta]
void add_definitions(
    TableDescription& table, const KeySchema& schema, const Definitions& definitions
) {
    for (const KeySchemaElement& element : schema) {
        add_definition(table, element.name, definitions);
    }
}

// AWS: a vector attribute cannot be a key. [case UpdateTable/vector_attribute_redefined]
Result<void> check_no_vector(
    const TableDescription& table, const KeySchema& wanted, const Definitions& definitions
) {
    for (const auto& index : table.vector_indexes) {
        const bool is_defined =
            values::find_definition(definitions, index.vector_attribute) != nullptr;
        if (!is_defined && !values::has_key(wanted, index.vector_attribute)) continue;
        return errors::vector_redefined(
            index.vector_attribute, index.dimensions, errors::schema_text({wanted, definitions})
        );
    }
    return {};
}

Result<void> create_index(
    const TableUpdate& update, TableDescription& table, const requests::tables::IndexRequest& sent
) {
    const std::string& name = sent.index.name;
    if (const auto* existing = model::find_global_index(update.before, name)) {
        if (existing->status == IndexStatus::Deleting) {
            return errors::index_being_deleted(table.name, name);
        }
        return errors::index_already_exists();
    }
    if (model::find_local_index(table, name) != nullptr ||
        model::find_vector_index(table, name) != nullptr) {
        return errors::index_already_exists();
    }
    if (is_another_index_busy(update.before, name)) return errors::one_online_index_at_a_time();
    if (table.global_indexes.size() >= protocol::kMaxGlobalIndexes) {
        return errors::global_index_limit_reached(protocol::kMaxGlobalIndexes);
    }
    const Definitions& definitions = update.request.attribute_definitions;
    STATOR_TRY(
        const requests::tables::GlobalIndexRequest index,
        requests::tables::check_index_creation(sent, definitions, update.billing())
    );
    STATOR_CHECK(check_no_vector(table, index.key_schema, definitions));
    STATOR_CHECK(check_not_redefined(table, index.key_schema, definitions));
    STATOR_CHECK(check_provisioned_limit(index.throughput, name, update.scope));
    STATOR_CHECK(
        check_maximum_limits(index.on_demand_throughput, index.warm_throughput, name, update.scope)
    );
    add_definitions(table, index.key_schema, definitions);
    table.global_indexes.push_back(new_index(index, update.billing()));
    table.global_indexes.back().partitions = table.partitions;
    table.status = TableStatus::Updating;
    return check_projected_attributes(table);
}

// The global index of that name, unless it is being deleted. `local_refusal` creates the error for
// a local index.
Result<GlobalSecondaryIndex*> present_index(
    TableDescription& table, const std::string& name, const errors::Text<1>& local_refusal
) {
    GlobalSecondaryIndex* const index = model::find_global_index(table, name);
    if (index == nullptr) {
        if (model::find_local_index(table, name) != nullptr) return local_refusal(name);
        return errors::index_not_found(name, table.name);
    }
    if (index->status == IndexStatus::Deleting) {
        return errors::index_being_deleted(table.name, name);
    }
    return index;
}

Result<void> delete_index(
    const TableUpdate& update,
    TableDescription& table,
    const requests::tables::IndexDeletion& deletion
) {
    const std::string& name = deletion.name;
    STATOR_TRY(
        GlobalSecondaryIndex* const index,
        present_index(table, name, errors::cannot_delete_local_index)
    );
    if (index->is_allocating()) return errors::index_allocating(table.name, name);
    if (is_another_index_busy(update.before, name)) return errors::one_online_index_at_a_time();
    index->status = IndexStatus::Deleting;
    index->backfilling = false;
    prune_definitions(table);
    table.status = TableStatus::Updating;
    return {};
}

Result<void> change_index_units(
    const TableUpdate& update, GlobalSecondaryIndex& index, CapacityUnits units
) {
    // A billing switch has already applied the units.
    if (update.switches_billing()) return {};
    if (index.status == IndexStatus::Updating) {
        return errors::index_being_updated(update.before.name, index.name);
    }
    const CapacityUnits current{
        index.throughput.read_capacity_units, index.throughput.write_capacity_units};
    if (units == current) return errors::index_throughput_unchanged(index.name, units);
    STATOR_CHECK(check_provisioned_limit(units, index.name, update.scope));
    retarget(index.throughput, units, update.now);
    // An index that is still being filled takes the new units when it becomes ACTIVE.
    if (index.status == IndexStatus::Active) index.status = IndexStatus::Updating;
    return {};
}

Result<GlobalSecondaryIndex*> updatable_index(TableDescription& table, const std::string& name) {
    STATOR_TRY(
        GlobalSecondaryIndex* const index,
        present_index(table, name, errors::cannot_update_local_index)
    );
    if (index->is_allocating()) return errors::index_not_backfilling_yet(table.name, name);
    return index;
}

Result<void> update_index(
    const TableUpdate& update, TableDescription& table, const requests::tables::IndexUpdate& wanted
) {
    if (wanted.throughput) {
        STATOR_CHECK(requests::tables::check_throughput_bounds(*wanted.throughput, wanted.name));
    }
    STATOR_TRY(GlobalSecondaryIndex * index, updatable_index(table, wanted.name));
    const bool others = wanted.on_demand_throughput.is_set() || wanted.warm_throughput.is_set();
    if (update.billing() == BillingMode::PayPerRequest) {
        if (wanted.throughput || !others) {
            return errors::index_update_forbidden_on_demand(wanted.name);
        }
    } else if (wanted.throughput) {
        STATOR_CHECK(change_index_units(update, *index, *wanted.throughput));
    } else if (!others) {
        return errors::index_units_required(wanted.name);
    }
    const CapacityUnits units{
        index->throughput.read_capacity_units, index->throughput.write_capacity_units};
    return merge_maxima(
        update,
        wanted.on_demand_throughput,
        wanted.warm_throughput,
        {wanted.name, units, index->on_demand_throughput, index->warm_throughput}
    );
}

}  // namespace

bool is_another_index_busy(const TableDescription& table, std::string_view name) {
    const auto is_busy = [&](const auto& index) {
        return index.name != name &&
               (index.status == IndexStatus::Creating || index.status == IndexStatus::Deleting);
    };
    return std::ranges::any_of(table.global_indexes, is_busy) ||
           std::ranges::any_of(table.vector_indexes, is_busy);
}

void prune_definitions(TableDescription& table) {
    const auto schemas = live_schemas(table);
    std::erase_if(table.attribute_definitions, [&](const AttributeDefinition& definition) {
        const auto searches = [&](const auto& index) {
            return index.status != IndexStatus::Deleting && index.searches_by(definition.name);
        };
        return std::ranges::none_of(
                   schemas,
                   [&](const KeySchema* schema) {
                       return values::has_key(*schema, definition.name);
                   }
               ) &&
               std::ranges::none_of(table.vector_indexes, searches);
    });
}

void add_definition(
    TableDescription& table, const std::string& attribute, const Definitions& definitions
) {
    Definitions& stored = table.attribute_definitions;
    if (values::find_definition(stored, attribute) != nullptr) return;
    stored.push_back(*values::find_definition(definitions, attribute));
    std::ranges::sort(stored, {}, &AttributeDefinition::name);
}

Result<void> check_projected_attributes(const TableDescription& table) {
    std::size_t count = requests::tables::projected_attributes(table.vector_indexes);
    for (const auto& index : table.local_indexes) {
        count += index.projection.non_key_attributes.size();
    }
    for (const auto& index : table.global_indexes) {
        count += index.projection.non_key_attributes.size();
    }
    if (count > protocol::kMaxProjectedNonKeyAttributes) {
        return errors::too_many_projected_attributes(protocol::kMaxProjectedNonKeyAttributes);
    }
    return {};
}

Result<void> apply_index_actions(const TableUpdate& update, TableDescription& table) {
    const auto& actions = update.request.index_actions;
    const auto lifecycles = std::ranges::count_if(actions, [](const IndexAction& action) {
        return !std::holds_alternative<requests::tables::IndexUpdate>(action);
    });
    const auto vectors = static_cast<std::ptrdiff_t>(update.request.vector_actions.size());
    if (lifecycles + vectors > 1) return errors::one_online_index_at_a_time();
    for (const IndexAction& action : actions) {
        if (const auto* creation = std::get_if<IndexRequest>(&action)) {
            STATOR_CHECK(create_index(update, table, *creation));
        } else if (const auto* change = std::get_if<IndexUpdate>(&action)) {
            STATOR_CHECK(update_index(update, table, *change));
        } else {
            STATOR_CHECK(delete_index(update, table, std::get<IndexDeletion>(action)));
        }
    }
    return {};
}

}  // namespace stator::engine::definition
