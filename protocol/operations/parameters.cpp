#include "protocol/operations/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/base/limits.hpp"
#include "protocol/errors/requests.hpp"
#include "protocol/errors/serialization.hpp"
#include "protocol/errors/wordings.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/scalar_text.hpp"

namespace stator::protocol::operations {
namespace shapes {
namespace {

using wire::Member;
using wire::Shape;
using wire::ShapeType;

const Shape kComparisonOperator{
    .type = ShapeType::String,
    .enum_set =
        "[IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, "
        "CONTAINS]"};

const Shape kAttributeValueList{.type = ShapeType::List, .element = &shapes::kAttributeValue};

const Member kExpectedMembers[] = {
    {"Value", &shapes::kAttributeValue},
    {"Exists", &shapes::kBoolean},
    {"ComparisonOperator", &kComparisonOperator},
    {"AttributeValueList", &kAttributeValueList},
};

const Shape kExpected{
    .type = ShapeType::Structure,
    .class_name = "ExpectedAttributeValue",
    .members = kExpectedMembers};

const Member kConditionMembers[] = {
    {"AttributeValueList", &kAttributeValueList},
    {"ComparisonOperator", &kComparisonOperator, true},
};

const Shape kCondition{
    .type = ShapeType::Structure, .class_name = "Condition", .members = kConditionMembers};

}  // namespace

const Shape kText{.type = ShapeType::String};
const Shape kBoolean{.type = ShapeType::Boolean};
const Shape kTimestamp{.type = ShapeType::Double};
const Shape kAttributeValue{.type = ShapeType::AttributeValue, .class_name = "AttributeValue"};
const Shape kAttributeMap{.type = ShapeType::Map, .element = &shapes::kAttributeValue};
const Shape kNames{.type = ShapeType::Map, .element = &shapes::kText};
const Shape kCapacityReport{.type = ShapeType::String, .enum_set = "[INDEXES, TOTAL, NONE]"};
const Shape kClientRequestToken{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxClientRequestTokenLength};
const Shape kCollectionMetrics{.type = ShapeType::String, .enum_set = "[SIZE, NONE]"};
const Shape kConditionFailure{.type = ShapeType::String, .enum_set = "[ALL_OLD, NONE]"};
const Shape kTableNameOrArn{
    .type = ShapeType::String,
    .length_min = 3,
    .length_max = 255,
    .name_pattern = true,
    .arn_allowed = true};
const Shape kItemTableName{
    .type = ShapeType::String,
    .length_min = 1,
    .length_max = 255,
    .name_pattern = true,
    .arn_allowed = true};
const Shape kAttributesToGet{
    .type = ShapeType::List, .element = &shapes::kText, .length_min = 1, .length_max = 255};
const Shape kConditionalOperator{
    .type = ShapeType::String,
    .enum_set = "[AND, OR]",
    .enum_shown =
        errors::pinned_text(errors::Message::ConditionalOperatorChoices, values::Dialect::Older)};
const Shape kExpectedMap{.type = ShapeType::Map, .element = &kExpected};
const Shape kConditionMap{.type = ShapeType::Map, .element = &kCondition};

}  // namespace shapes

std::vector<std::string_view> present_members(
    wire::JsonView request, std::initializer_list<std::string_view> names
) {
    std::vector<std::string_view> present;
    for (const std::string_view name : names) {
        if (request.find(name)) present.push_back(name);
    }
    return present;
}

Result<void> check_mixing(
    wire::JsonView request,
    std::initializer_list<std::string_view> legacy,
    std::initializer_list<std::string_view> expressions
) {
    const auto legacy_present = present_members(request, legacy);
    if (legacy_present.empty()) return {};
    const auto expressions_present = present_members(request, expressions);
    if (expressions_present.empty()) return {};
    return errors::mixed_parameters(legacy_present, expressions_present);
}

Result<void> check_names_needed(
    wire::JsonView request, std::initializer_list<std::string_view> expressions
) {
    if (!present_members(request, expressions).empty()) return {};
    if (request.find("ExpressionAttributeNames")) return errors::names_without_expression();
    return {};
}

Result<void> check_scope_needed(
    wire::JsonView request,
    std::initializer_list<std::string_view> expressions,
    std::initializer_list<std::string_view> absent
) {
    STATOR_CHECK(check_names_needed(request, expressions));
    // AWS: a projection does not use values. [case expressions/values_nobody_takes]
    const auto& takers = absent.size() > 0 ? absent : expressions;
    if (!present_members(request, takers).empty()) return {};
    if (request.find("ExpressionAttributeValues")) return errors::values_without_expression(absent);
    return {};
}

bool boolean_member(wire::JsonView request, std::string_view name) {
    const auto member = request.find(name);
    return member && wire::truth_of(*member);
}

std::optional<std::string_view> text_member(wire::JsonView request, std::string_view name) {
    const auto member = request.find(name);
    if (!member) return std::nullopt;
    return member->string();
}

namespace {

constexpr std::size_t kOlderShapeLevels = 63;

// `depth`: the number of maps or lists between `json` and its AttributeValues.
bool nests_below(wire::JsonView json, std::size_t depth, std::size_t levels) {
    if (depth == 0) return wire::nesting_levels(json, levels) >= levels;
    const auto is_deep = [&](const rapidjson::Value& value) {
        return nests_below(wire::JsonView(value), depth - 1, levels);
    };
    if (json.is_array()) {
        const auto elements = json.elements();
        return std::any_of(elements.begin(), elements.end(), is_deep);
    }
    if (!json.is_object()) return false;
    const auto members = json.members();
    return std::any_of(members.begin(), members.end(), [&](const auto& member) {
        return is_deep(member.value);
    });
}

}  // namespace

bool nests_so_deep(wire::JsonView attributes, std::size_t levels) {
    return nests_below(attributes, 1, levels);
}

values::Dialect dialect_of(wire::JsonView request) {
    static constexpr std::pair<std::string_view, std::size_t> kPlaces[] = {
        {"Item", 1},
        {"Key", 1},
        {"ExpressionAttributeValues", 1},
        {"Expected", 2},
        {"AttributeUpdates", 2},
        {"KeyConditions", 3},
        {"QueryFilter", 3},
        {"ScanFilter", 3},
    };
    const bool is_deep =
        std::any_of(std::begin(kPlaces), std::end(kPlaces), [&](const auto& place) {
            const auto member = request.find(place.first);
            return member && nests_below(*member, place.second, kOlderShapeLevels);
        });
    return is_deep ? values::Dialect::Older : values::Dialect::Current;
}

}  // namespace stator::protocol::operations
