// UpdateTable and vector indexes: only creation and deletion, because vector indexes are immutable.
#include <algorithm>

#include "engine/definition/table_update.hpp"
#include "protocol/errors/indexes.hpp"
#include "protocol/errors/table_state.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/vectors.hpp"
#include "protocol/operations/tables/vector_rules.hpp"

namespace stator::engine::definition {
namespace {

using model::TableDescription;
using model::VectorIndex;
using requests::tables::IndexDeletion;
using requests::tables::VectorIndexRequest;
using values::BillingMode;
using values::IndexStatus;
using values::TableStatus;

using VectorDefinitions = std::vector<values::AttributeDefinition>;

bool is_name_taken(const TableDescription& table, const std::string& name) {
    return model::find_vector_index(table, name) != nullptr ||
           model::find_global_index(table, name) != nullptr ||
           model::find_local_index(table, name) != nullptr;
}

// Checks against existing definitions, and those in the request.
Result<void> check_against_table(
    const TableDescription& table, const VectorIndex& index, const VectorDefinitions& definitions
) {
    std::vector<VectorIndex> all = table.vector_indexes;
    all.push_back(index);
    VectorDefinitions defined = table.attribute_definitions;
    defined.insert(defined.end(), definitions.begin(), definitions.end());
    return requests::tables::check_vector_indexes(all, defined);
}

// AWS: an attribute keeps its type as long as it is used. [case UpdateTable/redefined_attribute]
Result<void> check_searched_by(
    const TableDescription& table, const VectorIndex& index, const VectorDefinitions& definitions
) {
    for (const auto& element : index.search_schema) {
        const auto* stored = values::find_definition(table.attribute_definitions, element.name);
        const auto* sent = values::find_definition(definitions, element.name);
        if (stored == nullptr || sent == nullptr || stored->type == sent->type) continue;
        const values::KeySchema wanted{{element.name}};
        return errors::attributes_redefined(
            errors::schema_text({table.key_schema, table.attribute_definitions}),
            errors::schema_text({wanted, definitions})
        );
    }
    return {};
}

Result<void> create_vector_index(
    const TableUpdate& update, TableDescription& table, const VectorIndexRequest& sent
) {
    const std::string& name = sent.index.name;
    const auto* existing = model::find_vector_index(table, name);
    if (existing != nullptr && existing->status == IndexStatus::Deleting) {
        return errors::index_being_deleted(table.name, name);
    }
    if (is_name_taken(update.before, name)) return errors::index_already_exists();
    if (is_another_index_busy(update.before, name)) return errors::one_online_index_at_a_time();
    if (update.billing() != BillingMode::PayPerRequest) return errors::vectors_need_on_demand();
    // AWS: as for a global index, the request contains its own definitions.
    // [case UpdateTable/vector_index_definitions]
    const VectorDefinitions& definitions = update.request.attribute_definitions;
    STATOR_TRY(VectorIndex index, requests::tables::check_vector_index(sent, definitions));
    STATOR_CHECK(check_against_table(table, index, definitions));
    STATOR_CHECK(check_searched_by(table, index, definitions));
    for (const auto& element : index.search_schema) {
        add_definition(table, element.name, definitions);
    }
    table.vector_indexes.push_back(std::move(index));
    table.status = TableStatus::Updating;
    return check_projected_attributes(table);
}

Result<void> delete_vector_index(
    const TableUpdate& update, TableDescription& table, const IndexDeletion& deletion
) {
    const std::string& name = deletion.name;
    VectorIndex* const index = model::find_vector_index(table, name);
    if (index == nullptr) return errors::index_not_found(name, table.name);
    if (index->status == IndexStatus::Deleting) {
        return errors::index_being_deleted(table.name, name);
    }
    if (index->is_allocating()) return errors::index_allocating(table.name, name);
    if (is_another_index_busy(update.before, name)) return errors::one_online_index_at_a_time();
    index->status = IndexStatus::Deleting;
    index->backfilling = false;
    prune_definitions(table);
    table.status = TableStatus::Updating;
    return {};
}

}  // namespace

Result<void> apply_vector_actions(const TableUpdate& update, TableDescription& table) {
    for (const auto& action : update.request.vector_actions) {
        if (const auto* creation = std::get_if<VectorIndexRequest>(&action)) {
            STATOR_CHECK(create_vector_index(update, table, *creation));
        } else {
            STATOR_CHECK(delete_vector_index(update, table, std::get<IndexDeletion>(action)));
        }
    }
    return {};
}

}  // namespace stator::engine::definition
