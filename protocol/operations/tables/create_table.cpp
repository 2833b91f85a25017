// Decodes the request of CreateTable. Checks are in DynamoDB's order.
#include <algorithm>
#include <set>

#include "protocol/base/limits.hpp"
#include "protocol/errors/indexes.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/throughput.hpp"
#include "protocol/errors/vectors.hpp"
#include "protocol/model/schema_members.hpp"
#include "protocol/operations/policies/policy_document.hpp"
#include "protocol/operations/settings/tags.hpp"
#include "protocol/operations/tables/index_rules.hpp"
#include "protocol/operations/tables/table_members.hpp"
#include "protocol/operations/tables/table_shapes.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/operations/tables/vector_rules.hpp"
#include "protocol/wire/scalar_text.hpp"

namespace stator::protocol::operations::tables {
namespace {

using wire::JsonView;

// The request with its indexes as the client sent them.
struct Draft {
    CreateTableRequest request;
    std::vector<IndexRequest> local_indexes;
    std::vector<IndexRequest> global_indexes;
    std::vector<VectorIndexRequest> vector_indexes;
};

Draft read_draft(JsonView json) {
    Draft draft;
    CreateTableRequest& request = draft.request;
    model::MemberReader read(json);
    read("TableName", request.table_name);
    read("AttributeDefinitions", request.attribute_definitions);
    read("KeySchema", request.key_schema);
    read("BillingMode", request.billing_mode);
    request.throughput = read_throughput(json);
    request.on_demand_throughput = read_on_demand_throughput(json);
    request.warm_throughput = read_warm_throughput(json);
    const auto deletion_protection = json.find("DeletionProtectionEnabled");
    request.deletion_protection = deletion_protection && wire::truth_of(*deletion_protection);
    draft.local_indexes = read_indexes(json, "LocalSecondaryIndexes");
    draft.global_indexes = read_indexes(json, "GlobalSecondaryIndexes");
    draft.vector_indexes = read_vector_indexes(json);
    return draft;
}

Result<void> check_throughput(const Draft& draft) {
    const CreateTableRequest& request = draft.request;
    const bool on_demand = request.billing_mode == values::BillingMode::PayPerRequest;
    if (on_demand && request.throughput) return errors::throughput_forbidden();
    if (request.throughput) {
        STATOR_CHECK(check_throughput_bounds(*request.throughput, ""));
    }
    for (const IndexRequest& sent : draft.global_indexes) {
        if (!sent.index.throughput) continue;
        STATOR_CHECK(check_throughput_bounds(*sent.index.throughput, sent.index.name));
    }
    if (!on_demand && !request.throughput) return errors::throughput_required();
    return {};
}

Result<void> check_table_keys(const CreateTableRequest& request) {
    std::set<std::string_view> defined;
    for (const values::AttributeDefinition& definition : request.attribute_definitions) {
        if (!defined.insert(definition.name).second) {
            return errors::attribute_duplicated(definition.name);
        }
    }
    // AWS: has two messages for this error, depending on the number of elements.
    // [case CreateTable/undefined_key]
    const values::KeySchema& keys = request.key_schema;
    if (keys.size() > defined.size()) return errors::key_without_definition();
    const auto undefined = check_keys_defined(keys, request.attribute_definitions);
    if (undefined.has_error() && keys.size() > 1) return errors::key_without_definition();
    STATOR_CHECK(undefined);
    return check_simple_key_schema(keys);
}

Result<void> check_lists_not_empty(JsonView json, const CreateTableRequest& request) {
    // AWS: also reported for an empty list. [case CreateTable/vector_index_order]
    if (json.find("VectorIndexes") && request.billing_mode != values::BillingMode::PayPerRequest) {
        return errors::vectors_need_on_demand();
    }
    for (const std::string_view member :
         {"LocalSecondaryIndexes", "GlobalSecondaryIndexes", "VectorIndexes"}) {
        const auto list = json.find(member);
        if (list && list->size() == 0) return errors::list_is_empty(member);
    }
    // AWS accepts these members. Stator rejects them, because it does not implement them.
    for (const std::string_view member :
         {"GlobalTableSourceArn", "GlobalTableSettingsReplicationMode"}) {
        if (json.find(member)) return errors::unsupported_member(member);
    }
    return {};
}

// AWS: this check masks those of projections, throughput and index names.
// [case CreateTable/unused_definitions]
Result<void> check_definitions_used(const Draft& draft) {
    const CreateTableRequest& request = draft.request;
    // AWS: a repeated key attribute is reported before unused definitions.
    // [case CreateTable/repeated_index_key]
    for (const IndexRequest& sent : draft.global_indexes) {
        if (has_repeated_name(sent.index.key_schema)) return errors::repeated_key_attribute();
    }
    std::set<std::string> used;
    const auto use = [&](const values::KeySchema& schema) {
        for (const values::KeySchemaElement& element : schema) used.insert(element.name);
    };
    use(request.key_schema);
    for (const IndexRequest& sent : draft.local_indexes) use(sent.index.key_schema);
    for (const IndexRequest& sent : draft.global_indexes) use(sent.index.key_schema);
    // AWS: a definition of a vector attribute has its own error.
    // [case CreateTable/vector_index_definitions]
    for (const VectorIndexRequest& sent : draft.vector_indexes) {
        used.insert(sent.index.vector_attribute);
        for (const auto& element : sent.index.search_schema) used.insert(element.name);
    }
    const auto is_used = [&](const values::AttributeDefinition& definition) {
        return used.contains(definition.name);
    };
    if (std::ranges::all_of(request.attribute_definitions, is_used)) return {};
    if (draft.local_indexes.empty() && draft.global_indexes.empty() &&
        draft.vector_indexes.empty()) {
        return errors::definitions_do_not_match_keys();
    }
    const std::vector<std::string> names(used.begin(), used.end());
    return errors::definitions_not_used(names_of(request.attribute_definitions), names);
}

Result<model::LocalSecondaryIndex> check_local_index(
    const IndexRequest& sent, const CreateTableRequest& request
) {
    const GlobalIndexRequest& index = sent.index;
    if (request.key_schema.size() < 2) return errors::table_has_no_range_key();
    STATOR_CHECK(check_keys_defined(index.key_schema, request.attribute_definitions));
    STATOR_CHECK(check_simple_key_schema(index.key_schema));
    if (index.key_schema.size() < 2) return errors::local_index_without_range_key(index.name);
    const std::string& hash = index.key_schema[0].name;
    const std::string& table_hash = request.key_schema[0].name;
    if (hash != table_hash) {
        return errors::local_index_with_other_hash_key(index.name, hash, table_hash);
    }
    STATOR_TRY(model::Projection projection, check_projection(sent.projection));
    return model::LocalSecondaryIndex{index.name, index.key_schema, std::move(projection)};
}

Result<GlobalIndexRequest> check_global_index(
    const IndexRequest& sent, const CreateTableRequest& request
) {
    GlobalIndexRequest index = sent.index;
    STATOR_CHECK(check_keys_defined(index.key_schema, request.attribute_definitions));
    STATOR_CHECK(check_composite_key_schema(index.key_schema));
    STATOR_TRY(index.projection, check_projection(sent.projection));
    return index;
}

Result<void> check_indexes(Draft& draft) {
    CreateTableRequest& request = draft.request;
    std::set<std::string_view> names;
    for (const IndexRequest& sent : draft.local_indexes) {
        STATOR_TRY(model::LocalSecondaryIndex index, check_local_index(sent, request));
        if (!names.insert(sent.index.name).second) {
            return errors::index_name_duplicated(sent.index.name);
        }
        request.local_indexes.push_back(std::move(index));
    }
    if (request.local_indexes.size() > kMaxLocalIndexes) {
        return errors::too_many_local_indexes(kMaxLocalIndexes);
    }
    for (const IndexRequest& sent : draft.global_indexes) {
        STATOR_TRY(GlobalIndexRequest index, check_global_index(sent, request));
        if (!names.insert(sent.index.name).second) {
            return errors::index_name_duplicated(sent.index.name);
        }
        request.global_indexes.push_back(std::move(index));
    }
    if (request.global_indexes.size() > kMaxGlobalIndexes) {
        return errors::too_many_global_indexes(kMaxGlobalIndexes);
    }
    for (const VectorIndexRequest& sent : draft.vector_indexes) {
        STATOR_TRY(
            model::VectorIndex index, check_vector_index(sent, request.attribute_definitions)
        );
        request.vector_indexes.push_back(std::move(index));
    }
    for (const model::VectorIndex& index : request.vector_indexes) {
        if (!names.insert(index.name).second) return errors::index_name_duplicated(index.name);
    }
    return check_vector_indexes(request.vector_indexes, request.attribute_definitions);
}

Result<void> check_index_throughput(const CreateTableRequest& request) {
    const bool on_demand = request.billing_mode == values::BillingMode::PayPerRequest;
    for (const GlobalIndexRequest& index : request.global_indexes) {
        if (on_demand && index.throughput) return errors::index_throughput_forbidden(index.name);
        if (!on_demand && !index.throughput) return errors::index_throughput_required(index.name);
    }
    return {};
}

Result<void> check_projected_attributes(const CreateTableRequest& request) {
    std::size_t count = projected_attributes(request.vector_indexes);
    for (const auto& index : request.local_indexes) {
        count += index.projection.non_key_attributes.size();
    }
    for (const auto& index : request.global_indexes) {
        count += index.projection.non_key_attributes.size();
    }
    if (count > kMaxProjectedNonKeyAttributes) {
        return errors::too_many_projected_attributes(kMaxProjectedNonKeyAttributes);
    }
    return {};
}

Result<void> read_settings(JsonView json, CreateTableRequest& request) {
    if (const auto stream = json.find("StreamSpecification")) {
        const auto view_type =
            values::term_from<values::StreamViewType>(stream->string_or_empty("StreamViewType"));
        const bool enabled = wire::truth_of(*stream->find("StreamEnabled"));
        if (enabled && !view_type) return errors::stream_type_required_at_creation();
        if (!enabled && view_type) return errors::stream_type_forbidden_at_creation();
        request.stream = view_type;
    }
    STATOR_TRY(request.table_class, read_table_class(json));
    if (const auto encryption = json.find("SSESpecification")) {
        STATOR_TRY(request.encryption, read_encryption(*encryption));
    }
    return {};
}

Result<void> check_maxima(const CreateTableRequest& request) {
    const values::BillingMode billing = request.billing_mode;
    const values::CapacityUnits units = request.throughput.value_or(values::CapacityUnits{});
    STATOR_CHECK(check_new_on_demand_throughput(request.on_demand_throughput, "", billing));
    STATOR_CHECK(check_new_warm_throughput(request.warm_throughput, "", billing, units));
    for (const GlobalIndexRequest& index : request.global_indexes) {
        const values::CapacityUnits index_units =
            index.throughput.value_or(values::CapacityUnits{});
        STATOR_CHECK(check_new_on_demand_throughput(index.on_demand_throughput, index.name, billing)
        );
        STATOR_CHECK(
            check_new_warm_throughput(index.warm_throughput, index.name, billing, index_units)
        );
    }
    return {};
}

}  // namespace

Result<CreateTableRequest> decode_create_table(JsonView json) {
    STATOR_CHECK(wire::check_types(json, shapes::kCreateTable));
    if (!json.find("TableName")) return errors::table_name_required();
    STATOR_CHECK(wire::check_constraints(json, shapes::kCreateTable));

    Draft draft = read_draft(json);
    STATOR_CHECK(check_throughput(draft));
    STATOR_CHECK(check_table_keys(draft.request));
    STATOR_CHECK(check_lists_not_empty(json, draft.request));
    STATOR_CHECK(check_definitions_used(draft));
    STATOR_CHECK(check_indexes(draft));
    STATOR_CHECK(check_index_throughput(draft.request));
    STATOR_CHECK(check_projected_attributes(draft.request));
    STATOR_CHECK(read_settings(json, draft.request));
    STATOR_CHECK(check_maxima(draft.request));
    if (const auto tags = json.find("Tags")) {
        STATOR_TRY(draft.request.tags, settings::decode_tags(*tags));
    }
    if (const auto policy = json.find("ResourcePolicy")) {
        STATOR_TRY(
            const policies::PolicyDocument document,
            policies::read_policy_document(policy->string(), policies::PolicySubject::Table)
        );
        draft.request.policy = document.text();
    }
    std::ranges::sort(draft.request.attribute_definitions, {}, &values::AttributeDefinition::name);
    return std::move(draft.request);
}

}  // namespace stator::protocol::operations::tables
