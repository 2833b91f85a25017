#include "protocol/operations/tables/index_rules.hpp"

#include <algorithm>
#include <set>

#include "protocol/base/limits.hpp"
#include "protocol/errors/indexes.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/throughput.hpp"

namespace stator::protocol::operations::tables {
namespace {

std::int64_t count_of(const values::KeySchema& schema, values::KeyType type) {
    return std::ranges::count(schema, type, &values::KeySchemaElement::type);
}

}  // namespace

bool has_repeated_name(const values::KeySchema& schema) {
    std::set<std::string_view> names;
    return !std::ranges::all_of(schema, [&](const values::KeySchemaElement& element) {
        return names.insert(element.name).second;
    });
}

Result<void> check_keys_defined(
    const values::KeySchema& schema, const std::vector<values::AttributeDefinition>& definitions
) {
    for (const values::KeySchemaElement& element : schema) {
        if (values::find_definition(definitions, element.name) == nullptr) {
            return errors::keys_not_defined(names_of(schema), names_of(definitions));
        }
    }
    return {};
}

Result<void> check_simple_key_schema(const values::KeySchema& schema) {
    if (schema[0].type != values::KeyType::Hash) return errors::first_key_not_hash();
    if (schema.size() < 2) return {};
    // AWS: regardless of the second element's key type. [case CreateTable/key_schema_same_name]
    if (schema[0].name == schema[1].name) return errors::hash_and_range_same_name();
    if (schema[1].type != values::KeyType::Range) return errors::second_key_not_range();
    return {};
}

Result<void> check_composite_key_schema(const values::KeySchema& schema) {
    if (schema[0].type != values::KeyType::Hash) return errors::first_key_not_hash();
    if (has_repeated_name(schema)) return errors::repeated_key_attribute();
    const bool ordered = std::ranges::is_sorted(schema, {}, &values::KeySchemaElement::type);
    if (!ordered) return errors::hash_after_range();
    const auto limit = static_cast<std::int64_t>(kMaxIndexKeyAttributes);
    if (count_of(schema, values::KeyType::Hash) > limit) return errors::too_many_hash_attributes();
    if (count_of(schema, values::KeyType::Range) > limit)
        return errors::too_many_range_attributes();
    return {};
}

Result<model::Projection> check_projection(const ProjectionRequest& request) {
    if (!request.type) return errors::projection_type_missing();
    const bool include = *request.type == values::ProjectionType::Include;
    if (!request.non_key_attributes) {
        if (include) return errors::projected_attributes_missing();
        return model::Projection{*request.type};
    }
    if (!include) return errors::projected_attributes_forbidden(values::text_of(*request.type));
    model::Projection projection{*request.type, *request.non_key_attributes};
    auto& names = projection.non_key_attributes;
    std::ranges::sort(names);
    const auto repeated = std::ranges::adjacent_find(names);
    if (repeated != names.end()) return errors::projected_attribute_duplicated(*repeated);
    return projection;
}

Result<void> check_throughput_bounds(values::CapacityUnits units, std::string_view index) {
    if (units.read > kMaxRequestedCapacityUnits) {
        return errors::throughput_out_of_bounds("ReadCapacityUnits", units.read, index);
    }
    if (units.write > kMaxRequestedCapacityUnits) {
        return errors::throughput_out_of_bounds("WriteCapacityUnits", units.write, index);
    }
    return {};
}

Result<void> check_new_on_demand_throughput(
    const model::OnDemandThroughput& throughput, std::string_view index, values::BillingMode billing
) {
    const auto check = [&](std::optional<std::int64_t> units,
                           std::string_view member) -> Result<void> {
        if (!units) return {};
        if (billing == values::BillingMode::Provisioned) {
            return errors::on_demand_forbidden(member, index, errors::RequestStage::Create);
        }
        if (*units < 1) return errors::on_demand_out_of_range(member, index);
        return {};
    };
    STATOR_CHECK(check(throughput.max_read_request_units, "MaxReadRequestUnits"));
    return check(throughput.max_write_request_units, "MaxWriteRequestUnits");
}

Result<void> check_new_warm_throughput(
    const WarmThroughputRequest& warm,
    std::string_view index,
    values::BillingMode billing,
    values::CapacityUnits provisioned
) {
    const bool on_demand = billing == values::BillingMode::PayPerRequest;
    const values::CapacityUnits least =
        on_demand ? values::CapacityUnits{kInitialOnDemandReads, kInitialOnDemandWrites}
                  : provisioned;
    const auto refuse = [&](std::string_view member) {
        return on_demand ? errors::warm_below_on_demand(member, index)
                         : errors::warm_below_provisioned(member, index);
    };
    if (warm.read_units_per_second && *warm.read_units_per_second < least.read) {
        return refuse("ReadUnitsPerSecond");
    }
    if (warm.write_units_per_second && *warm.write_units_per_second < least.write) {
        return refuse("WriteUnitsPerSecond");
    }
    return {};
}

// AWS: the table's stored definitions do not count. The request must contain the definitions.
// [case UpdateTable/index_definitions]
Result<GlobalIndexRequest> check_index_creation(
    const IndexRequest& sent,
    const std::vector<values::AttributeDefinition>& definitions,
    values::BillingMode billing
) {
    GlobalIndexRequest index = sent.index;
    if (definitions.empty()) return errors::index_definitions_missing(index.name);
    STATOR_CHECK(check_keys_defined(index.key_schema, definitions));
    STATOR_CHECK(check_composite_key_schema(index.key_schema));
    STATOR_TRY(index.projection, check_projection(sent.projection));
    const bool on_demand = billing == values::BillingMode::PayPerRequest;
    if (on_demand && index.throughput) return errors::index_throughput_forbidden(index.name);
    if (!on_demand && !index.throughput) return errors::index_units_required(index.name);
    const values::CapacityUnits units = index.throughput.value_or(values::CapacityUnits{});
    STATOR_CHECK(check_throughput_bounds(units, index.name));
    STATOR_CHECK(check_new_on_demand_throughput(index.on_demand_throughput, index.name, billing));
    STATOR_CHECK(check_new_warm_throughput(index.warm_throughput, index.name, billing, units));
    return index;
}

}  // namespace stator::protocol::operations::tables
