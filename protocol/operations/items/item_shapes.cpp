#include "protocol/operations/items/item_shapes.hpp"
#include "protocol/errors/regions.hpp"

#include <algorithm>
#include <array>

#include "protocol/errors/constraints.hpp"
#include "protocol/errors/requests.hpp"
#include "protocol/errors/wordings.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::items {
namespace {

using errors::Message;
using wire::JsonView;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

const Shape kReturnValues{
    .type = ShapeType::String,
    .enum_set = "[ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATED_NEW, NONE]",
    .enum_shown = errors::pinned_text(Message::ReturnValuesChoices, values::Dialect::Current)};
const Shape kOlderReturnValues{
    .type = ShapeType::String,
    .enum_set = "[ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATED_NEW, NONE]",
    .enum_shown = errors::pinned_text(Message::ReturnValuesChoices, values::Dialect::Older)};
const Shape kConditionalOperator{
    .type = ShapeType::String,
    .enum_set = "[AND, OR]",
    .enum_shown =
        errors::pinned_text(Message::ConditionalOperatorChoices, values::Dialect::Current)};
const Shape kUpdateAction{.type = ShapeType::String, .enum_set = "[ADD, DELETE, PUT]"};

const Member kAttributeUpdateMembers[] = {
    {"Value", &shapes::kAttributeValue},
    {"Action", &kUpdateAction},
};
const Shape kAttributeUpdate{
    .type = ShapeType::Structure,
    .class_name = "AttributeValueUpdate",
    .members = kAttributeUpdateMembers};
const Shape kAttributeUpdates{.type = ShapeType::Map, .element = &kAttributeUpdate};

// Members that every conditional write has after its own members.
constexpr std::array kConditionMembers = {
    Member{"Expected", &shapes::kExpectedMap},
    Member{"ConditionExpression", &shapes::kText},
    Member{"ExpressionAttributeNames", &shapes::kNames},
    Member{"ExpressionAttributeValues", &shapes::kAttributeMap},
    Member{"ReturnValuesOnConditionCheckFailure", &shapes::kConditionFailure},
};

// Returns an operation's own members, followed by the shared ones.
template <std::size_t Count>
constexpr auto with_condition(const Member (&own)[Count]) {
    std::array<Member, Count + kConditionMembers.size()> members{};
    std::copy(std::begin(own), std::end(own), members.begin());
    std::copy(kConditionMembers.begin(), kConditionMembers.end(), members.begin() + Count);
    return members;
}

constexpr auto kPutItemMembers = with_condition({
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"TableName", &shapes::kItemTableName, true},
    {"Item", &shapes::kAttributeMap, true},
    {"ConditionalOperator", &kConditionalOperator},
    {"ReturnValues", &kReturnValues, false, values::Reader::Current, false},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
});
constexpr auto kOlderPutItemMembers = with_condition({
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"TableName", &shapes::kItemTableName, true},
    {"Item", &shapes::kAttributeMap, true},
    {"ConditionalOperator", &shapes::kConditionalOperator},
    {"ReturnValues", &kOlderReturnValues},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
});
// AWS: in the last regions with the older reader, the order differs from that of deeply nested
// requests elsewhere. [case regions/single_items] [case items/deep_requests]
constexpr auto kLastOlderPutItemMembers = with_condition({
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"ReturnValues", &kOlderReturnValues},
    {"TableName", &shapes::kItemTableName, true},
    {"Item", &shapes::kAttributeMap, true},
    {"ConditionalOperator", &shapes::kConditionalOperator},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
});
constexpr auto kDeleteItemMembers = with_condition({
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"TableName", &shapes::kItemTableName, true},
    {"ConditionalOperator", &kConditionalOperator},
    {"ReturnValues", &kReturnValues, false, values::Reader::Current, false},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
    {"Key", &shapes::kAttributeMap, true},
});
constexpr auto kOlderDeleteItemMembers = with_condition({
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"TableName", &shapes::kItemTableName, true},
    {"ConditionalOperator", &shapes::kConditionalOperator},
    {"ReturnValues", &kOlderReturnValues},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
    {"Key", &shapes::kAttributeMap, true},
});
constexpr auto kUpdateItemMembers = with_condition({
    {"ReturnValues", &kReturnValues, false, values::Reader::Current, false},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"TableName", &shapes::kItemTableName, true},
    {"ConditionalOperator", &kConditionalOperator},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
    {"Key", &shapes::kAttributeMap, true},
    {"AttributeUpdates", &kAttributeUpdates},
    {"UpdateExpression", &shapes::kText},
});
constexpr auto kOlderUpdateItemMembers = with_condition({
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"TableName", &shapes::kItemTableName, true},
    {"ReturnValues", &kOlderReturnValues},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
    {"ConditionalOperator", &shapes::kConditionalOperator},
    {"Key", &shapes::kAttributeMap, true},
    {"AttributeUpdates", &kAttributeUpdates},
    {"UpdateExpression", &shapes::kText},
});
const Member kGetItemMembers[] = {
    {"AttributesToGet", &shapes::kAttributesToGet},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"Key", &shapes::kAttributeMap, true},
    {"TableName", &shapes::kItemTableName, true},
    {"ConsistentRead", &shapes::kBoolean},
    {"ProjectionExpression", &shapes::kText},
    {"ExpressionAttributeNames", &shapes::kNames},
};

const Shape kPutItemForm{.members = kPutItemMembers};
const Shape kOlderPutItem{.members = kOlderPutItemMembers};
const Shape kLastOlderPutItem{.members = kLastOlderPutItemMembers};
const Shape kUpdateItemForm{.members = kUpdateItemMembers};
const Shape kOlderUpdateItem{.members = kOlderUpdateItemMembers};
const Shape kDeleteItemForm{.members = kDeleteItemMembers};
const Shape kOlderDeleteItem{.members = kOlderDeleteItemMembers};
const Shape kGetItemForm{.members = kGetItemMembers};

bool has_empty_table_name(JsonView request) {
    const auto name = request.find("TableName");
    return name && name->string().empty();
}

// The older shapes accept the same requests as the current ones, but their messages differ.
// Therefore only a request with an error is searched for a deeply nested value, which selects the
// older shapes.
Result<void> check_members(
    JsonView request, const Shape& current, const Shape& older, const Reading& reading
) {
    const auto violations = wire::constraint_violations(request, current, reading.region);
    if (violations.empty()) return {};
    if (is_older_region(reading)) return wire::check_constraints(request, older, reading.region);
    if (has_empty_table_name(request)) return errors::empty_table_name();
    if (dialect_of(request) == values::Dialect::Older)
        return wire::check_constraints(request, older, reading.region);
    return errors::constraints_violated(violations);
}

}  // namespace

const wire::Shape kGetItemShape = kGetItemForm;
const wire::Shape kPutItemShape = kPutItemForm;
const wire::Shape kUpdateItemShape = kUpdateItemForm;
const wire::Shape kDeleteItemShape = kDeleteItemForm;

bool is_older_region(const Reading& reading) {
    return reading.region.dialect(values::Reader::SingleItems) == values::Dialect::Older;
}

Result<void> check_put_item_shape(JsonView request, const Reading& reading) {
    STATOR_CHECK(wire::check_types(request, kPutItemForm));
    if (is_older_region(reading)) {
        return wire::check_constraints(request, kLastOlderPutItem, reading.region);
    }
    return check_members(request, kPutItemForm, kOlderPutItem, reading);
}

Result<void> check_delete_item_shape(JsonView request, const Reading& reading) {
    STATOR_CHECK(wire::check_types(request, kDeleteItemForm));
    return check_members(request, kDeleteItemForm, kOlderDeleteItem, reading);
}

Result<void> check_update_item_shape(JsonView request, const Reading& reading) {
    STATOR_CHECK(wire::check_types(request, kUpdateItemForm));
    auto violations = wire::constraint_violations(request, kUpdateItemForm, reading.region);
    if (violations.empty()) return {};
    const bool is_older = is_older_region(reading) || dialect_of(request) == values::Dialect::Older;
    if (!request.find("Key") || is_older) {
        return wire::check_constraints(request, kOlderUpdateItem, reading.region);
    }
    if (has_empty_table_name(request)) return errors::empty_table_name();
    // AWS: UpdateItem reports the first violation only. [case UpdateItem/member_constraints]
    violations.resize(1);
    return errors::constraints_violated(violations);
}

Result<void> check_get_item_shape(JsonView request) {
    STATOR_CHECK(wire::check_types(request, kGetItemForm));
    return wire::check_constraints(request, kGetItemForm);
}

}  // namespace stator::protocol::operations::items
