#include "protocol/operations/query/search_vectors.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>

#include "protocol/base/limits.hpp"
#include "protocol/errors/vectors.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/values/float32.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations::query {
namespace {

using expression::Condition;
using expression::ConditionKind;
using wire::JsonView;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

constexpr values::Reader kReader = values::Reader::Current;

const Shape kIndexName{
    .type = ShapeType::String, .length_min = 3, .length_max = 255, .name_pattern = true};
const Shape kVector{.type = ShapeType::List, .element = &shapes::kAttributeValue, .length_min = 1};
const Shape kTopK{.type = ShapeType::Integer, .value_min = 1};

const Member kMembers[] = {
    {"TableName", &shapes::kItemTableName, true, kReader},
    {"IndexName", &kIndexName, true, kReader},
    {"SearchVector", &kVector, true, kReader},
    {"TopK", &kTopK, true, kReader},
    {"SearchConditionExpression", &shapes::kText},
    {"ProjectionExpression", &shapes::kText},
    {"ExpressionAttributeNames", &shapes::kNames},
    {"ExpressionAttributeValues", &shapes::kAttributeMap},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
};
const Shape kSearchVectorsForm{.members = kMembers};

// The expected type of a member, as AWS words it in the error.
struct Expectation {
    std::string_view member;
    std::string_view what;
    bool is_required;
    bool (JsonView::*holds)() const;
};

constexpr std::array kExpectations = {
    Expectation{"TableName", "a string", true, &JsonView::is_string},
    Expectation{"IndexName", "a string", true, &JsonView::is_string},
    Expectation{"SearchVector", "a sequence", true, &JsonView::is_array},
    Expectation{"TopK", "i32", true, &JsonView::is_integer},
    Expectation{"SearchConditionExpression", "a string", false, &JsonView::is_string},
    Expectation{"ProjectionExpression", "a string", false, &JsonView::is_string},
    Expectation{"ExpressionAttributeNames", "a map", false, &JsonView::is_object},
    Expectation{"ExpressionAttributeValues", "a map", false, &JsonView::is_object},
    Expectation{"ReturnConsumedCapacity", "a string", false, &JsonView::is_string},
};

// Describes the value that was found, as AWS words it in the error.
std::string found_text(JsonView value) {
    if (value.is_null()) return "null";
    if (value.is_object()) return "map";
    if (value.is_array()) return "sequence";
    if (value.is_string()) return "string \"" + std::string(value.string()) + "\"";
    if (value.is_boolean()) return "boolean `" + value.text() + "`";
    return (value.is_integer() ? "integer `" : "floating point `") + value.text() + "`";
}

// The column at which the reader reports a value: the end of a scalar, or just after the opening
// bracket of an object or array. In `body`, the quote after the name has been overwritten by the
// parser's terminator.
std::size_t column_of(std::string_view body, std::string_view name, JsonView value) {
    if (body.empty()) return 0;
    const std::string_view spaces = " \t\r\n";
    auto at = static_cast<std::size_t>(name.data() - body.data()) + name.size() + 1;
    at = body.find_first_not_of(spaces, body.find(':', at) + 1);
    if (value.is_object() || value.is_array()) return at + 1;
    if (value.is_string()) return at + value.string().size() + 2;
    return std::min(body.find_first_of(" \t\r\n,}", at), body.size());
}

// AWS: checks members in the order of the body. [case SearchVectors/types]
Result<void> check_types(JsonView json, std::string_view body) {
    for (const auto& member : json.members()) {
        const std::string_view name = wire::member_name(member);
        const JsonView value(member.value);
        const auto* const expected = std::ranges::find(kExpectations, name, &Expectation::member);
        if (expected == kExpectations.end()) continue;
        if (value.is_null() && !expected->is_required) continue;
        if ((value.*expected->holds)()) continue;
        return errors::search_member_type(
            found_text(value), expected->what, column_of(body, name, value)
        );
    }
    for (const Expectation& expected : kExpectations) {
        if (expected.is_required && !json.find(expected.member)) {
            return errors::search_member_missing(expected.member, body.size());
        }
    }
    return {};
}

std::optional<float> read_element(JsonView json) {
    values::AttributeValue value;
    if (!json.is_object()) return std::nullopt;
    if (wire::decode_attribute_value(json, values::Dialect::Current, value.buffer()).has_error()) {
        return std::nullopt;
    }
    if (value.view().type() != values::AttributeType::Number) return std::nullopt;
    const std::string_view number = value.view().scalar();
    if (!values::is_in_float32_range(number)) return std::nullopt;
    return values::to_float32(number);
}

std::optional<std::vector<float>> read_vector(JsonView list) {
    std::vector<float> vector;
    vector.reserve(list.size());
    for (const auto& element : list.elements()) {
        const auto value = read_element(JsonView(element));
        if (!value) return std::nullopt;
        vector.push_back(*value);
    }
    return vector;
}

// Collects the comparisons of a condition that are joined by AND. Error: any other condition.
Result<void> add_comparisons(
    const Condition& condition, std::vector<const Condition*>& comparisons
) {
    if (condition.kind == ConditionKind::And) {
        for (const Condition& child : condition.children) {
            STATOR_CHECK(add_comparisons(child, comparisons));
        }
        return {};
    }
    const bool is_equality = condition.kind == ConditionKind::Compare &&
                             condition.comparator == expression::Comparator::Equal;
    if (!is_equality) return errors::search_comparator_invalid();
    comparisons.push_back(&condition);
    return {};
}

Result<SearchCondition> read_comparison(const Condition& comparison) {
    const values::DocumentPath* path = nullptr;
    const expression::Literal* literal = nullptr;
    for (const expression::Operand& operand : comparison.operands) {
        if (const auto* found = std::get_if<values::DocumentPath>(&operand)) path = found;
        if (const auto* found = std::get_if<expression::Literal>(&operand)) literal = found;
    }
    if (path != nullptr && !path->is_top_level()) return errors::search_attribute_nested();
    if (path == nullptr || literal == nullptr) return errors::search_comparator_invalid();
    return SearchCondition{path->attribute(), literal->value};
}

Result<std::vector<SearchCondition>> read_conditions(const Condition& condition) {
    std::vector<const Condition*> comparisons;
    STATOR_CHECK(add_comparisons(condition, comparisons));
    std::vector<SearchCondition> conditions;
    for (const Condition* comparison : comparisons) {
        STATOR_TRY(SearchCondition read, read_comparison(*comparison));
        conditions.push_back(std::move(read));
    }
    std::set<std::string_view> names;
    for (const SearchCondition& one : conditions) {
        if (!names.insert(one.attribute).second) return errors::search_attribute_repeated();
    }
    return conditions;
}

Result<void> read_condition(
    JsonView json,
    const Reading& reading,
    expression::analysis::ExpressionScope& scope,
    SearchVectorsRequest& request
) {
    const auto text = text_member(json, "SearchConditionExpression");
    if (!text) return {};
    request.has_condition = true;
    STATOR_TRY(
        const Condition condition,
        expression::analysis::parse_condition(
            *text, values::ExpressionKind::SearchCondition, scope, reading.expressions
        )
    );
    STATOR_TRY(request.conditions, read_conditions(condition));
    return {};
}

Result<void> read_projection(
    JsonView json,
    const Reading& reading,
    expression::analysis::ExpressionScope& scope,
    SearchVectorsRequest& request
) {
    if (const auto text = text_member(json, "ProjectionExpression")) {
        STATOR_TRY(
            request.projection,
            expression::analysis::parse_projection(*text, scope, reading.expressions)
        );
    }
    return scope.check_all_used();
}

// Decodes the expressions. Their errors are stored and reported later.
void read_expressions(JsonView json, const Reading& reading, SearchVectorsRequest& request) {
    const auto needed = check_scope_needed(
        json, {"SearchConditionExpression", "ProjectionExpression"}, {"SearchConditionExpression"}
    );
    if (needed.has_error()) {
        request.condition_fault = needed.error();
        return;
    }
    auto scope = expression::analysis::ExpressionScope::decode(
        json.find("ExpressionAttributeNames"),
        json.find("ExpressionAttributeValues"),
        values::Dialect::Current
    );
    if (scope.has_error()) {
        request.condition_fault = scope.error();
        return;
    }
    const auto condition = read_condition(json, reading, *scope, request);
    if (condition.has_error()) {
        request.condition_fault = condition.error();
        return;
    }
    const auto projection = read_projection(json, reading, *scope, request);
    if (projection.has_error()) request.projection_fault = projection.error();
}

void append_score(std::string& out, double score) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), score).ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    out.append(text);
    if (text.find_first_of(".e") == std::string_view::npos) out.append(".0");
}

void write_vector(wire::JsonWriter& json, const std::vector<float>& vector) {
    json.begin_object();
    json.begin_array("L");
    for (const float element : vector) {
        std::string text;
        values::append_float32_text(element, text);
        json.begin_object();
        json.string_member("N", text);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void write_result(
    wire::JsonWriter& json, const std::string& vector_attribute, const SearchResult& result
) {
    json.begin_object();
    json.begin_object("Item");
    for (const values::Entry attribute : result.item->attributes()) {
        json.key(attribute.name);
        json.value_follows();
        wire::append_attribute_value(json.out(), attribute.value);
    }
    if (result.vector) {
        json.key(vector_attribute);
        write_vector(json, *result.vector);
    }
    json.end_object();
    json.key("Score");
    json.value_follows();
    append_score(json.out(), result.score);
    json.end_object();
}

}  // namespace

const Shape kSearchVectorsShape = kSearchVectorsForm;

Result<SearchVectorsRequest> decode_search_vectors(
    JsonView json, std::string_view body, const Reading& reading
) {
    STATOR_CHECK(check_types(json, body));
    STATOR_CHECK(wire::check_types(json, kSearchVectorsForm));
    STATOR_CHECK(wire::check_constraints(json, kSearchVectorsForm));
    const std::int64_t top_k = json.find("TopK")->integer();
    if (top_k > kMaxTopK) return errors::top_k_out_of_range(top_k, kMaxTopK);
    SearchVectorsRequest request;
    request.table_name = json.string_or_empty("TableName");
    request.index_name = json.string_or_empty("IndexName");
    request.top_k = static_cast<std::size_t>(top_k);
    const JsonView vector = *json.find("SearchVector");
    request.vector_size = vector.size();
    request.vector = read_vector(vector);
    const CapacityReport report = capacity_report(json.string_or_empty("ReturnConsumedCapacity"));
    request.returns_capacity = report != CapacityReport::None;
    read_expressions(json, reading, request);
    return request;
}

std::string encode_search_vectors(
    const SearchVectorsRequest& request, const SearchVectorsReply& reply
) {
    return wire::object_text([&](wire::JsonWriter& json) {
        json.begin_array("SearchResults");
        for (const SearchResult& result : reply.results) {
            write_result(json, reply.vector_attribute, result);
        }
        json.end_array();
        // AWS: has no TableName, and is the same under TOTAL and INDEXES.
        // [case SearchVectors/capacity]
        if (request.returns_capacity) {
            json.begin_object("ConsumedCapacity");
            json.integer_member("VectorSearchRequestBytes", reply.request_bytes);
            json.end_object();
        }
    });
}

}  // namespace stator::protocol::operations::query
