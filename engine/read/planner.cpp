#include "engine/read/planner.hpp"

#include <algorithm>
#include <set>

#include "engine/schema/key_checks.hpp"
#include "engine/schema/key_encoding.hpp"
#include "engine/schema/partition_hash.hpp"
#include "engine/table/effects.hpp"
#include "protocol/errors/keys.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/query.hpp"
#include "protocol/errors/vectors.hpp"

namespace stator::engine::read {
namespace {

using requests::query::ReadOptions;
using requests::query::Select;
using values::AttributeValueView;
using values::DocumentPath;
using values::ItemImage;

// Returns the index that the read names, or null for the table itself.
Result<const schema::IndexSchema*> find_source(
    const table::TableSnapshot& snapshot, const ReadOptions& options, bool is_query
) {
    if (options.index_name.empty()) return static_cast<const schema::IndexSchema*>(nullptr);
    const schema::IndexSchema* index = snapshot.schema.find_index(options.index_name);
    if (index != nullptr && index->readable) return index;
    for (const auto& global : snapshot.description.global_indexes) {
        const bool creating = global.status == values::IndexStatus::Creating;
        if (global.name == options.index_name && creating) {
            return errors::index_is_backfilling(options.index_name);
        }
    }
    if (model::find_vector_index(snapshot.description, options.index_name) != nullptr) {
        if (options.consistent) return errors::consistent_read_on_global_index();
        return is_query ? errors::query_of_vector_index() : errors::scan_of_vector_index();
    }
    return errors::no_such_index(options.index_name);
}

bool is_key_value(const ItemImage& key, const schema::KeyAttribute& attribute) {
    const auto value = key.find(attribute.name);
    return value && value->type() == attribute.type;
}

bool are_key_values(const ItemImage& key, const std::vector<schema::KeyAttribute>& attributes) {
    return std::all_of(
        attributes.begin(),
        attributes.end(),
        [&](const schema::KeyAttribute& attribute) { return is_key_value(key, attribute); }
    );
}

std::vector<schema::KeyAttribute> table_keys(const schema::TableSchema& schema) {
    return SourceKeys::of(schema, nullptr).range.empty()
               ? std::vector<schema::KeyAttribute>{schema.hash}
               : std::vector<schema::KeyAttribute>{schema.hash, *schema.range};
}

// The number of distinct attributes that a start key must have.
std::size_t start_key_size(const schema::TableSchema& schema, const SourceKeys& keys) {
    std::set<std::string_view> names;
    for (const schema::KeyAttribute& key : keys.hash) names.insert(key.name);
    for (const schema::KeyAttribute& key : keys.range) names.insert(key.name);
    names.insert(schema.hash.name);
    if (schema.range) names.insert(schema.range->name);
    return names.size();
}

bool has_attributes(const ItemImage& key, const std::vector<schema::KeyAttribute>& attributes) {
    return std::ranges::all_of(attributes, [&](const schema::KeyAttribute& attribute) {
        return key.find(attribute.name).has_value();
    });
}

// Checks a start key before the key conditions are checked: its members, and the partition key of
// the source.
// AWS: [case Query/start_key_fault_order]
Result<void> check_start_partition(
    const schema::TableSchema& schema, const SourceKeys& keys, const ItemImage& start
) {
    if (start.attribute_count() != start_key_size(schema, keys)) {
        return errors::start_key_invalid();
    }
    if (!has_attributes(start, keys.range) || !are_key_values(start, keys.hash)) {
        return errors::start_key_values_invalid();
    }
    return {};
}

// The remaining checks of a start key that passed check_start_partition().
// AWS: the index part is checked first, then the item's own key. [case Query/start_key_types]
Result<void> check_start_rest(
    const schema::TableSchema& schema, const SourceKeys& keys, const ItemImage& start
) {
    if (!are_key_values(start, keys.range)) return errors::start_key_values_invalid();
    if (!are_key_values(start, table_keys(schema))) return errors::start_key_item_part_invalid();
    return {};
}

std::vector<std::string_view> parts_of(
    const ItemImage& key, const std::vector<schema::KeyAttribute>& attributes
) {
    std::vector<std::string_view> parts;
    parts.reserve(attributes.size());
    for (const schema::KeyAttribute& attribute : attributes) {
        parts.push_back(key.find(attribute.name)->scalar());
    }
    return parts;
}

// AWS: the sort key is checked before the partition key. [case Query/start_key_comparators]
Result<void> check_start_position(
    const SourceKeys& keys,
    const KeyRange& range,
    const ReadPlan::Position& start,
    const ItemImage& start_key
) {
    const bool same_partition = start.hash == range.hash && start.pk == range.pk;
    if (!keys.encoded && keys.range.empty()) {
        const std::string& name = keys.hash.front().name;
        return errors::start_key_not_supported(name, *start_key.find(name));
    }
    if (!range.has_sort_condition) {
        if (!same_partition) return errors::start_key_outside_query();
        return {};
    }
    const SortKeyRange& sort_keys = range.sort_keys;
    const bool inside =
        start.sk >= sort_keys.lower && (!sort_keys.has_upper || start.sk < sort_keys.upper);
    if (!inside) return errors::start_key_outside_range();
    if (!same_partition) return errors::start_key_cannot_restart();
    return {};
}

Result<void> check_filter_keys(const SourceKeys& keys, const ReadOptions& options) {
    if (!options.filter) return {};
    for (const DocumentPath* path : protocol::expression::condition_paths(*options.filter)) {
        if (keys.contains(path->attribute())) {
            const auto* parameter = options.legacy_filter ? "QueryFilter" : "Filter Expression";
            return errors::filter_on_key(parameter, path->attribute());
        }
    }
    return {};
}

// Returns the top-level names in the projection that the index does not contain.
std::vector<std::string> unprojected(const schema::IndexSchema& index, const ReadOptions& options) {
    std::vector<std::string> names;
    if (!options.projection) return names;
    for (const DocumentPath& path : *options.projection) {
        if (!index.projects(path.attribute())) names.push_back(path.attribute());
    }
    return names;
}

// A global index cannot fetch attributes that it does not contain.
Result<void> check_select_all(const ReadOptions& options, const ReadPlan& plan) {
    const bool cannot = plan.index != nullptr && plan.index->global &&
                        plan.index->projection != values::ProjectionType::All;
    if (cannot && options.select == Select::AllAttributes) {
        return errors::all_attributes_not_projected(plan.index->name);
    }
    return {};
}

// Decides whether the index has all requested attributes, or the items must be fetched.
Result<void> plan_projection(const ReadOptions& options, ReadPlan& plan) {
    if (plan.index == nullptr || plan.index->projection == values::ProjectionType::All) {
        return {};
    }
    const bool everything = options.select == Select::AllAttributes;
    const auto missing = unprojected(*plan.index, options);
    if (!plan.index->global) {
        plan.fetch_items = everything || !missing.empty();
        return {};
    }
    STATOR_CHECK(check_select_all(options, plan));
    if (!missing.empty()) return errors::attributes_not_projected(plan.index->name, missing);
    return {};
}

// AWS: a Scan may filter by attributes that its index does not project; then no row passes.
// [case indexes/filter_not_projected]
Result<void> check_filter_projected(const ReadPlan& plan, const ReadOptions& options) {
    if (plan.index == nullptr || !options.filter) return {};
    std::vector<std::string> missing;
    for (const DocumentPath* path : protocol::expression::condition_paths(*options.filter)) {
        const std::string& attribute = path->attribute();
        const bool is_new = std::ranges::find(missing, attribute) == missing.end();
        if (is_new && !plan.index->projects(attribute)) missing.push_back(attribute);
    }
    if (!missing.empty()) return errors::filter_not_projected(plan.index->name, missing);
    return {};
}

Result<ReadPlan> begin_plan(
    std::shared_ptr<table::Table> table, const ReadOptions& options, bool is_query
) {
    ReadPlan plan;
    plan.snapshot = table->snapshot();
    plan.table = std::move(table);
    STATOR_TRY(plan.index, find_source(*plan.snapshot, options, is_query));
    if (plan.index != nullptr && plan.index->global && options.consistent) {
        return errors::consistent_read_on_global_index();
    }
    plan.filter = options.filter ? &*options.filter : nullptr;
    plan.limit = options.limit;
    plan.consistent = options.consistent;
    return plan;
}

bool is_index_key(const schema::TableSchema& schema, const std::string& attribute) {
    return std::any_of(
        schema.indexes.begin(),
        schema.indexes.end(),
        [&](const schema::IndexSchema& index) { return index.is_key(attribute); }
    );
}

// Checks for paths in a Query's filter into a key of any index, even one that the Query does not
// read.
// AWS: [case Query/nested_key_path]
Result<void> check_nested_index_keys(
    const schema::TableSchema& schema, const ReadOptions& options
) {
    if (!options.filter) return {};
    for (const DocumentPath* path : protocol::expression::condition_paths(*options.filter)) {
        const std::string& attribute = path->attribute();
        if (path->is_top_level() || schema.is_key(attribute)) continue;
        if (is_index_key(schema, attribute)) return errors::index_key_must_be_scalar(attribute);
    }
    return {};
}

// Checks for paths in a Query's filter into the table's own keys, later than for the keys of an
// index.
// AWS: after Select is checked, before the projection of the index is checked.
// [case Query/nested_table_key_path] [case Query/nested_key_path]
Result<void> check_nested_table_keys(
    const schema::TableSchema& schema, const ReadOptions& options
) {
    if (!options.filter) return {};
    for (const DocumentPath* path : protocol::expression::condition_paths(*options.filter)) {
        if (!path->is_top_level() && schema.is_key(path->attribute())) {
            return errors::key_must_be_scalar(path->attribute());
        }
    }
    return {};
}

// Checks for paths in a Scan's filter into keys of the table and of any index, in the filter's
// order.
// AWS: [case Scan/nested_key_path]
Result<void> check_nested_key_paths(const schema::TableSchema& schema, const ReadOptions& options) {
    if (!options.filter) return {};
    for (const DocumentPath* path : protocol::expression::condition_paths(*options.filter)) {
        if (path->is_top_level()) continue;
        const std::string& attribute = path->attribute();
        if (schema.is_key(attribute)) return errors::key_must_be_scalar(attribute);
        if (is_index_key(schema, attribute)) return errors::index_key_must_be_scalar(attribute);
    }
    return {};
}

// First hash of segment `segment` of `total`. AWS: a segment is an equal slice of the hash range.
std::uint64_t segment_start(std::int64_t segment, std::int64_t total) {
    __extension__ using Wide = unsigned __int128;
    const Wide span = static_cast<Wide>(1) << 64;
    const auto divisor = static_cast<Wide>(total);
    return static_cast<std::uint64_t>((span * static_cast<Wide>(segment) + divisor - 1) / divisor);
}

}  // namespace

ReadPlan::Position position_of(
    const schema::TableSchema& schema, const SourceKeys& keys, const ItemImage& row
) {
    const auto hash = parts_of(row, keys.hash);
    const auto range = parts_of(row, keys.range);
    const std::string_view table_pk = row.find(schema.hash.name)->scalar();
    const std::string_view table_sk =
        schema.range ? row.find(schema.range->name)->scalar() : std::string_view();
    ReadPlan::Position position;
    position.hash = table::index_hash(hash);
    if (!keys.encoded) {
        position.pk = table_pk;
        position.sk = table_sk;
        return position;
    }
    position.pk = table::index_partition_key(hash);
    for (const std::string_view part : range) schema::append_key_part(position.sk, part);
    table::append_tie_breaker(position.sk, table_pk, table_sk);
    return position;
}

Result<ReadPlan> plan_query(
    std::shared_ptr<table::Table> table, const requests::query::QueryRequest& request
) {
    const ReadOptions& options = request.options;
    STATOR_TRY(ReadPlan plan, begin_plan(std::move(table), options, true));
    const schema::TableSchema& schema = plan.snapshot->schema;
    const SourceKeys keys = SourceKeys::of(schema, plan.index);
    if (options.start_key != nullptr) {
        STATOR_CHECK(check_start_partition(schema, keys, *options.start_key));
    }
    STATOR_TRY(KeyRange range, bind_key_conditions(keys, request.key_conditions));
    if (options.start_key != nullptr) {
        STATOR_CHECK(check_start_rest(schema, keys, *options.start_key));
        plan.start = position_of(schema, keys, *options.start_key);
        STATOR_CHECK(check_start_position(keys, range, *plan.start, *options.start_key));
    }
    // AWS: before the filter. [case Query/nested_key_path] [case Scan/nested_key_path]
    STATOR_CHECK(schema::check_projection_paths(schema, options.projection));
    STATOR_CHECK(check_filter_keys(keys, options));
    STATOR_CHECK(check_nested_index_keys(schema, options));
    STATOR_CHECK(plan_projection(options, plan));
    STATOR_CHECK(check_nested_table_keys(schema, options));
    STATOR_CHECK(check_filter_projected(plan, options));
    plan.pk = std::move(range.pk);
    plan.hash = range.hash;
    plan.sort_keys = std::move(range.sort_keys);
    plan.forward = request.forward;
    return plan;
}

Result<ReadPlan> plan_scan(
    std::shared_ptr<table::Table> table,
    const requests::query::ScanRequest& request,
    const errors::Region& region
) {
    const ReadOptions& options = request.options;
    STATOR_TRY(ReadPlan plan, begin_plan(std::move(table), options, false));
    const schema::TableSchema& schema = plan.snapshot->schema;
    const SourceKeys keys = SourceKeys::of(schema, plan.index);
    plan.first_hash = segment_start(request.segment, request.total_segments);
    plan.last_hash = segment_start(request.segment + 1, request.total_segments) - 1;
    if (options.start_key != nullptr) {
        // AWS: a Scan has the same error text for every fault, but the checks are at different
        // positions in the order. [case Scan/start_key_structure] [case Scan/start_key_fault_order]
        if (check_start_partition(schema, keys, *options.start_key).has_error()) {
            return errors::scan_start_key_invalid(region);
        }
        STATOR_CHECK(check_select_all(options, plan));
        if (check_start_rest(schema, keys, *options.start_key).has_error()) {
            return errors::scan_start_key_invalid(region);
        }
        plan.start = position_of(schema, keys, *options.start_key);
        if (plan.start->hash < plan.first_hash || plan.start->hash > plan.last_hash) {
            return errors::start_key_outside_segment(request.total_segments, request.segment);
        }
    }
    // AWS: before the filter. [case Query/nested_key_path] [case Scan/nested_key_path]
    STATOR_CHECK(schema::check_projection_paths(schema, options.projection));
    STATOR_CHECK(check_nested_key_paths(schema, options));
    STATOR_CHECK(plan_projection(options, plan));
    return plan;
}

}  // namespace stator::engine::read
