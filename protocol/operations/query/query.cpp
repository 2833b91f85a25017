#include "protocol/operations/query/query.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/errors/query.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/expression/legacy/legacy.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::query {
namespace {

using wire::JsonView;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

const Shape kName{
    .type = ShapeType::String, .length_min = 3, .length_max = 255, .name_pattern = true};
const Shape kSelect{
    .type = ShapeType::String,
    .enum_set = "[SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]"};
const Shape kLimit{.type = ShapeType::Integer, .value_min = 1};
const Shape kTotalSegments{
    .type = ShapeType::Integer, .value_min = 1, .value_max = kMaxScanSegments};
const Shape kSegment{.type = ShapeType::Integer, .value_min = 0, .value_max = kMaxScanSegments - 1};

const Member kQueryMembers[] = {
    {"TableName", &shapes::kTableNameOrArn, true},
    {"IndexName", &kName},
    {"Select", &kSelect},
    {"AttributesToGet", &shapes::kAttributesToGet},
    {"Limit", &kLimit, false, values::Reader::Current},
    {"ConsistentRead", &shapes::kBoolean},
    {"KeyConditions", &shapes::kConditionMap},
    {"QueryFilter", &shapes::kConditionMap},
    {"ConditionalOperator", &shapes::kText},
    {"ScanIndexForward", &shapes::kBoolean},
    {"ExclusiveStartKey", &shapes::kAttributeMap},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"ProjectionExpression", &shapes::kText},
    {"FilterExpression", &shapes::kText},
    {"KeyConditionExpression", &shapes::kText},
    {"ExpressionAttributeNames", &shapes::kNames},
    {"ExpressionAttributeValues", &shapes::kAttributeMap},
};
const Member kScanMembers[] = {
    {"TableName", &shapes::kTableNameOrArn, true},
    {"IndexName", &kName},
    {"AttributesToGet", &shapes::kAttributesToGet},
    {"Limit", &kLimit, false, values::Reader::NewCohort},
    {"Select", &kSelect},
    {"ScanFilter", &shapes::kConditionMap},
    {"ConditionalOperator", &shapes::kConditionalOperator},
    {"ExclusiveStartKey", &shapes::kAttributeMap},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"TotalSegments", &kTotalSegments},
    {"Segment", &kSegment, false, values::Reader::NewCohort},
    {"ProjectionExpression", &shapes::kText},
    {"FilterExpression", &shapes::kText},
    {"ExpressionAttributeNames", &shapes::kNames},
    {"ExpressionAttributeValues", &shapes::kAttributeMap},
    {"ConsistentRead", &shapes::kBoolean},
};
const Member kOlderOperatorMembers[] = {
    {"ConditionalOperator", &shapes::kConditionalOperator},
};
// Checks ConditionalOperator in a deeply nested request.
const Shape kOlderOperator{.members = kOlderOperatorMembers};
const Shape kQueryForm{.members = kQueryMembers};
const Shape kScanForm{.members = kScanMembers};

// AWS: a projection conflict is reported before a missing IndexName. [case Query/select]
Result<void> check_select(
    JsonView request, const ReadOptions& options, values::Dialect dialect, const Reading& reading
) {
    const bool expression = request.find("ProjectionExpression").has_value();
    const bool attributes = request.find("AttributesToGet").has_value();
    if (!options.select) return {};
    const Select select = *options.select;
    if (select == Select::Specific) {
        if (expression || attributes) return {};
        return errors::specific_attributes_needed(reading.region, dialect);
    }
    if (expression || attributes) {
        const std::string_view name = expression ? "ProjectionExpression" : "AttributesToGet";
        const std::string_view choice =
            select == Select::Count ? "only the Count" : values::text_of(select);
        return errors::projection_with_select(reading.region, dialect, name, choice);
    }
    if (select == Select::AllProjectedAttributes && options.index_name.empty()) {
        return errors::projected_attributes_need_index(dialect);
    }
    return {};
}

ReadOptions decode_options(JsonView request) {
    ReadOptions options;
    options.table_name = request.string_or_empty("TableName");
    options.index_name = request.string_or_empty("IndexName");
    options.select = values::term_from<Select>(request.string_or_empty("Select"));
    options.consistent = boolean_member(request, "ConsistentRead");
    options.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    if (const auto limit = request.find("Limit")) {
        options.limit = static_cast<std::uint64_t>(limit->integer());
    }
    return options;
}

Result<void> decode_start_key(JsonView request, values::Dialect dialect, ReadOptions& options) {
    const auto key = request.find("ExclusiveStartKey");
    if (!key) return {};
    auto image = wire::decode_item(*key, dialect);
    if (image.has_error()) return errors::bad_start_key_value(image.error());
    options.start_key = std::move(image).value();
    return {};
}

Result<void> decode_older_filter(
    JsonView request, std::string_view legacy_name, values::Dialect dialect, ReadOptions& options
) {
    if (request.find("FilterExpression")) return {};
    const auto conditional_operator = text_member(request, "ConditionalOperator");
    STATOR_TRY(
        options.filter,
        expression::legacy::decode_legacy_filter(
            request.find(legacy_name), conditional_operator, dialect
        )
    );
    options.legacy_filter = true;
    return {};
}

Result<void> decode_older_projection(JsonView request, ReadOptions& options) {
    if (const auto names = request.find("AttributesToGet")) {
        STATOR_TRY(options.projection, expression::legacy::decode_attributes_to_get(*names));
    }
    return {};
}

Result<void> decode_filter(
    JsonView request,
    const Reading& reading,
    expression::analysis::ExpressionScope& scope,
    ReadOptions& options
) {
    if (const auto text = text_member(request, "FilterExpression")) {
        STATOR_TRY(
            options.filter,
            expression::analysis::parse_condition(
                *text, values::ExpressionKind::Filter, scope, reading.expressions
            )
        );
    }
    return {};
}

Result<void> decode_projection(
    JsonView request,
    const Reading& reading,
    expression::analysis::ExpressionScope& scope,
    ReadOptions& options
) {
    if (const auto text = text_member(request, "ProjectionExpression")) {
        STATOR_TRY(
            options.projection,
            expression::analysis::parse_projection(*text, scope, reading.expressions)
        );
    }
    return {};
}

Result<expression::analysis::ExpressionScope> decode_scope(
    JsonView request, values::Dialect dialect
) {
    return expression::analysis::ExpressionScope::decode(
        request.find("ExpressionAttributeNames"), request.find("ExpressionAttributeValues"), dialect
    );
}

// AWS: an invalid ConditionalOperator with several conditions is reported without other violations
// and before all other errors. [case Query/conditional_operator]
Result<void> check_query_operator(JsonView request) {
    const auto conditional_operator = text_member(request, "ConditionalOperator");
    if (!conditional_operator) return {};
    if (dialect_of(request) == values::Dialect::Older)
        return wire::check_constraints(request, kOlderOperator);
    if (*conditional_operator == "AND" || *conditional_operator == "OR") return {};
    const auto filter = request.find("QueryFilter");
    if (filter && filter->size() >= 2) return errors::bad_filter_operator();
    return {};
}

Result<void> check_query_mixing(JsonView request) {
    const bool key_expression = request.find("KeyConditionExpression").has_value();
    if (key_expression) {
        return check_mixing(
            request,
            {"AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"},
            {"ProjectionExpression", "FilterExpression", "KeyConditionExpression"}
        );
    }
    return check_mixing(
        request,
        {"AttributesToGet", "QueryFilter", "ConditionalOperator"},
        {"ProjectionExpression", "FilterExpression"}
    );
}

// AWS: KeyConditions are validated as they are read, before the checks of Select with the
// projection. [case Query/legacy_value_order]
Result<std::vector<expression::KeyCondition>> decode_older_key_conditions(JsonView request) {
    const auto conditions = request.find("KeyConditions");
    if (!conditions || request.find("KeyConditionExpression")) {
        return std::vector<expression::KeyCondition>();
    }
    return expression::legacy::decode_key_conditions(*conditions, values::Dialect::Current);
}

// Decodes the expressions. `keys` are the conditions of KeyConditions; they replace
// KeyConditionExpression. AWS: the conditions on each key are checked only after all expressions
// have been parsed and all placeholders have been found used.
// [case Query/key_condition_fault_order]
Result<std::vector<expression::KeyCondition>> decode_query_expressions(
    JsonView request,
    const Reading& reading,
    std::vector<expression::KeyCondition> keys,
    expression::analysis::ExpressionScope& scope,
    ReadOptions& options
) {
    std::optional<expression::Condition> condition;
    if (const auto text = text_member(request, "KeyConditionExpression")) {
        STATOR_TRY(
            condition,
            expression::analysis::parse_condition(
                *text, values::ExpressionKind::KeyCondition, scope, reading.expressions
            )
        );
    } else if (!request.find("KeyConditions")) {
        return errors::key_condition_needed();
    }
    STATOR_CHECK(decode_filter(request, reading, scope, options));
    STATOR_CHECK(decode_projection(request, reading, scope, options));
    STATOR_CHECK(scope.check_all_used());
    if (condition) return expression::analysis::key_conditions_of(*condition, reading.region);
    return keys;
}

// AWS: precedes the checks of Select with the projection. [case Scan/fault_order]
// [case Query/select_fault_order]
Result<void> check_empty_expressions(JsonView request) {
    if (text_member(request, "FilterExpression") == "") {
        return errors::expression_empty(values::ExpressionKind::Filter);
    }
    if (text_member(request, "ProjectionExpression") == "") {
        return errors::expression_empty(values::ExpressionKind::Projection);
    }
    return {};
}

Result<void> decode_segments(JsonView request, const Reading& reading, ScanRequest& scan) {
    const auto segment = request.find("Segment");
    const auto total = request.find("TotalSegments");
    if (segment && !total) return errors::segment_without_total();
    if (total && !segment) return errors::total_without_segment();
    if (!segment) return {};
    scan.segment = segment->integer();
    scan.total_segments = total->integer();
    if (scan.segment >= scan.total_segments) {
        return errors::segment_out_of_range(reading.region, scan.segment, scan.total_segments);
    }
    return {};
}

}  // namespace

const wire::Shape kQueryShape = kQueryForm;
const wire::Shape kScanShape = kScanForm;

Result<QueryRequest> decode_query(JsonView request, const Reading& reading) {
    constexpr values::Dialect kDialect = values::Dialect::Current;
    STATOR_CHECK(wire::check_types(request, kQueryForm));
    STATOR_CHECK(check_query_operator(request));
    STATOR_CHECK(wire::check_constraints(request, kQueryForm));
    STATOR_CHECK(check_query_mixing(request));
    STATOR_CHECK(check_scope_needed(
        request,
        {"FilterExpression", "KeyConditionExpression", "ProjectionExpression"},
        {"FilterExpression", "KeyConditionExpression"}
    ));
    QueryRequest query;
    query.options = decode_options(request);
    query.forward =
        !request.find("ScanIndexForward") || boolean_member(request, "ScanIndexForward");
    STATOR_TRY(expression::analysis::ExpressionScope scope, decode_scope(request, kDialect));
    // AWS: legacy parameters are validated before the start key, except KeyConditions.
    // [case Query/legacy_value_order]
    STATOR_CHECK(decode_older_filter(request, "QueryFilter", kDialect, query.options));
    STATOR_CHECK(decode_older_projection(request, query.options));
    STATOR_CHECK(decode_start_key(request, kDialect, query.options));
    STATOR_TRY(auto older_keys, decode_older_key_conditions(request));
    if (auto conflict = check_select(request, query.options, kDialect, reading);
        conflict.has_error()) {
        STATOR_CHECK(check_empty_expressions(request));
        return conflict.error();
    }
    STATOR_TRY(
        query.key_conditions,
        decode_query_expressions(request, reading, std::move(older_keys), scope, query.options)
    );
    return query;
}

Result<ScanRequest> decode_scan(JsonView request, const Reading& reading) {
    constexpr values::Dialect kDialect = values::Dialect::Older;
    STATOR_CHECK(wire::check_types(request, kScanForm));
    STATOR_CHECK(wire::check_constraints(request, kScanForm, reading.region));
    STATOR_CHECK(check_mixing(
        request,
        {"AttributesToGet", "ScanFilter", "ConditionalOperator"},
        {"ProjectionExpression", "FilterExpression"}
    ));
    STATOR_CHECK(check_scope_needed(
        request, {"FilterExpression", "ProjectionExpression"}, {"FilterExpression"}
    ));
    ScanRequest scan;
    scan.options = decode_options(request);
    // AWS: the segments are validated between the legacy parameters and the expressions.
    // [case Scan/segment_fault_order]
    STATOR_CHECK(decode_older_filter(request, "ScanFilter", kDialect, scan.options));
    STATOR_CHECK(decode_older_projection(request, scan.options));
    STATOR_CHECK(decode_start_key(request, kDialect, scan.options));
    STATOR_CHECK(decode_segments(request, reading, scan));
    STATOR_TRY(expression::analysis::ExpressionScope scope, decode_scope(request, kDialect));
    STATOR_CHECK(check_empty_expressions(request));
    STATOR_CHECK(check_select(request, scan.options, kDialect, reading));
    STATOR_CHECK(decode_filter(request, reading, scope, scan.options));
    STATOR_CHECK(decode_projection(request, reading, scope, scan.options));
    STATOR_CHECK(scope.check_all_used());
    return scan;
}

namespace {

// `write` appends an item to the body.
template <class Write>
void write_items(const ReadReply& reply, std::string& body, const Write& write) {
    // Prefetches the next items from memory while the current one is written.
    constexpr std::size_t kAhead = 2;
    constexpr std::size_t kMostFetched = 4096;
    constexpr std::size_t kMostReserved = std::size_t{2} << 20U;
    const std::size_t count = reply.items.size();
    for (std::size_t place = 0; place < count; ++place) {
        if (place + kAhead < count) reply.items[place + kAhead]->fetch(kMostFetched);
        write(*reply.items[place]);
        // Most items are about as large as the first one. Reserving avoids repeated copies of a
        // growing body.
        if (place == 0) body.reserve(std::min(body.size() * (count + 1), kMostReserved));
    }
}

// Frees unused capacity if the items were smaller than the first one.
void give_back_room(std::string& body) {
    constexpr std::size_t kMuch = std::size_t{64} << 10U;
    if (body.capacity() > 2 * body.size() + kMuch) body.shrink_to_fit();
}

// Writes all members except the items.
void write_rest(wire::JsonWriter& json, const ReadOptions& options, const ReadReply& reply) {
    json.integer_member("Count", static_cast<std::int64_t>(reply.items.size()));
    json.integer_member("ScannedCount", reply.scanned_count);
    if (reply.last_evaluated_key != nullptr) {
        json.key("LastEvaluatedKey");
        wire::write_item(json, *reply.last_evaluated_key);
    }
    write_capacity_member(json, options.table_name, reply.consumption, options.capacity);
}

}  // namespace

std::string encode_read_reply(const ReadOptions& options, const ReadReply& reply) {
    std::string body;
    wire::JsonWriter json(body);
    json.begin_object();
    if (options.select != Select::Count) {
        json.begin_array("Items");
        write_items(reply, body, [&](const values::ItemImage& item) {
            wire::write_item(json, item, options.projection);
        });
        json.end_array();
    }
    write_rest(json, options, reply);
    json.end_object();
    give_back_room(body);
    return body;
}

std::string encode_read_lines(const ReadOptions& options, const ReadReply& reply) {
    std::string body;
    if (options.select != Select::Count) {
        write_items(reply, body, [&](const values::ItemImage& item) {
            wire::JsonWriter line(body);
            line.begin_object();
            line.key("Item");
            wire::write_item(line, item, options.projection);
            line.end_object();
            body.push_back('\n');
        });
    }
    wire::JsonWriter json(body);
    json.begin_object();
    write_rest(json, options, reply);
    json.end_object();
    body.push_back('\n');
    give_back_room(body);
    return body;
}

}  // namespace stator::protocol::operations::query
