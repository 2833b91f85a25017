#include "protocol/operations/transactions/transactions.hpp"

#include <span>
#include <string>
#include <utility>

#include "protocol/base/limits.hpp"
#include "protocol/errors/constraints.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/errors/requests.hpp"
#include "protocol/errors/transactions.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transactions {
namespace {

using wire::JsonView;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

// AWS: only the new cohort of regions uses the current reader for transactions.
// [case regions/transactions]
values::Dialect reader_dialect(const Reading& reading) {
    return reading.region.dialect(values::Reader::NewCohort);
}

const Member kConditionCheckMembers[] = {
    {"Key", &shapes::kAttributeMap, true},
    {"TableName", &shapes::kItemTableName, true},
    {"ConditionExpression", &shapes::kText, true},
    {"ExpressionAttributeNames", &shapes::kNames},
    {"ExpressionAttributeValues", &shapes::kAttributeMap},
    {"ReturnValuesOnConditionCheckFailure", &shapes::kConditionFailure},
};
const Member kPutMembers[] = {
    {"Item", &shapes::kAttributeMap, true},
    {"TableName", &shapes::kItemTableName, true},
    {"ConditionExpression", &shapes::kText},
    {"ExpressionAttributeNames", &shapes::kNames},
    {"ExpressionAttributeValues", &shapes::kAttributeMap},
    {"ReturnValuesOnConditionCheckFailure", &shapes::kConditionFailure},
};
const Member kDeleteMembers[] = {
    {"Key", &shapes::kAttributeMap, true},
    {"TableName", &shapes::kItemTableName, true},
    {"ConditionExpression", &shapes::kText},
    {"ExpressionAttributeNames", &shapes::kNames},
    {"ExpressionAttributeValues", &shapes::kAttributeMap},
    {"ReturnValuesOnConditionCheckFailure", &shapes::kConditionFailure},
};
const Member kUpdateMembers[] = {
    {"Key", &shapes::kAttributeMap, true},
    {"UpdateExpression", &shapes::kText, true},
    {"TableName", &shapes::kItemTableName, true},
    {"ConditionExpression", &shapes::kText},
    {"ExpressionAttributeNames", &shapes::kNames},
    {"ExpressionAttributeValues", &shapes::kAttributeMap},
    {"ReturnValuesOnConditionCheckFailure", &shapes::kConditionFailure},
};
const Shape kConditionCheck{.class_name = "ConditionCheck", .members = kConditionCheckMembers};
const Shape kPut{.class_name = "Put", .members = kPutMembers};
const Shape kDelete{.class_name = "Delete", .members = kDeleteMembers};
const Shape kUpdate{.class_name = "Update", .members = kUpdateMembers};
const Member kWriteItemMembers[] = {
    {"ConditionCheck", &kConditionCheck},
    {"Put", &kPut},
    {"Delete", &kDelete},
    {"Update", &kUpdate},
};
const Shape kWriteItem{.class_name = "TransactWriteItem", .members = kWriteItemMembers};
const Shape kWriteItems{
    .type = ShapeType::List,
    .element = &kWriteItem,
    .length_min = 1,
    .length_max = kMaxTransactItems};
const Member kTransactWriteMembers[] = {
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
    {"TransactItems", &kWriteItems, true, values::Reader::NewCohort},
    {"ClientRequestToken", &shapes::kClientRequestToken, false, values::Reader::NewCohort},
};
const Shape kTransactWrite{.members = kTransactWriteMembers};
// AWS: the current reader reports an invalid token without any other violations.
// [case TransactWriteItems/member_constraints]
const Member kTokenMembers[] = {
    {"ClientRequestToken", &shapes::kClientRequestToken, false, values::Reader::NewCohort}};
const Shape kTokenAlone{.members = kTokenMembers};

const Member kGetMembers[] = {
    {"Key", &shapes::kAttributeMap, true},
    {"TableName", &shapes::kItemTableName, true},
    {"ProjectionExpression", &shapes::kText},
    {"ExpressionAttributeNames", &shapes::kNames},
};
const Shape kGet{.class_name = "Get", .members = kGetMembers};
const Member kGetItemMembers[] = {{"Get", &kGet, true}};
const Shape kGetItemForm{.class_name = "TransactGetItem", .members = kGetItemMembers};
const Shape kGetItems{
    .type = ShapeType::List,
    .element = &kGetItemForm,
    .length_min = 1,
    .length_max = kMaxTransactItems};
const Member kTransactGetMembers[] = {
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"TransactItems", &kGetItems, true, values::Reader::NewCohort},
};
const Shape kTransactGet{.members = kTransactGetMembers};

constexpr std::pair<std::string_view, TransactActionKind> kActionNames[] = {
    {"Put", TransactActionKind::Put},
    {"Update", TransactActionKind::Update},
    {"Delete", TransactActionKind::Delete},
    {"ConditionCheck", TransactActionKind::ConditionCheck},
};

struct ActionBody {
    TransactActionKind kind = TransactActionKind::Put;
    JsonView json;
};

Result<ActionBody> find_body(JsonView element, const Reading& reading) {
    std::optional<ActionBody> body;
    for (const auto& [name, kind] : kActionNames) {
        const auto found = element.find(name);
        if (!found) continue;
        if (body) return errors::several_transact_actions();
        body = ActionBody{kind, *found};
    }
    if (!body) return errors::no_transact_action(reading.region);
    return *body;
}

// Ignores names and values that no expression could use. AWS: unlike all other operations.
// [case TransactWriteItems/expressions]
Result<expression::analysis::ExpressionScope> decode_expressions(
    JsonView body, const Reading& reading, TransactAction& action
) {
    const auto condition = text_member(body, "ConditionExpression");
    const auto update = text_member(body, "UpdateExpression");
    if (!condition && !update) return expression::analysis::ExpressionScope();
    STATOR_TRY(
        expression::analysis::ExpressionScope scope,
        expression::analysis::ExpressionScope::decode_judging_values_later(
            body.find("ExpressionAttributeNames"),
            body.find("ExpressionAttributeValues"),
            reader_dialect(reading)
        )
    );
    if (condition) {
        STATOR_TRY(
            action.condition,
            expression::analysis::parse_condition(
                *condition, values::ExpressionKind::Condition, scope, reading.expressions
            )
        );
    }
    if (update) {
        STATOR_TRY(
            action.update, expression::analysis::parse_update(*update, scope, reading.expressions)
        );
    }
    STATOR_CHECK(scope.check_all_used());
    return scope;
}

// AWS: past 60 levels, every region uses the message of the older reader. [case items/nesting_far]
ApiError value_fault(JsonView body, const ApiError& fault) {
    constexpr std::size_t kOlderReaderLevels = 62;  // including the level of the value
    const auto values = body.find("ExpressionAttributeValues");
    const bool is_deep =
        fault.cause == ErrorCause::NestingTooDeep && nests_so_deep(*values, kOlderReaderLevels);
    if (!is_deep) return fault;
    const auto older = expression::analysis::ExpressionScope::decode_judging_values_later(
        body.find("ExpressionAttributeNames"), values, values::Dialect::Older
    );
    return older->check_values().error();
}

// AWS: attribute names at the top of the item or key are checked first, then the expressions, then
// nesting depth, then the contents of values. [case TransactWriteItems/action_order]
Result<TransactAction> decode_action(const ActionBody& body, const Reading& reading) {
    TransactAction action;
    action.kind = body.kind;
    const bool is_put = action.kind == TransactActionKind::Put;
    action.table_name = body.json.string_or_empty("TableName");
    action.return_item_on_failure =
        body.json.string_or_empty("ReturnValuesOnConditionCheckFailure") == "ALL_OLD";
    const JsonView attributes = *body.json.find(is_put ? "Item" : "Key");
    STATOR_CHECK(wire::check_attribute_names(attributes));
    STATOR_TRY(
        const expression::analysis::ExpressionScope scope,
        decode_expressions(body.json, reading, action)
    );
    STATOR_CHECK(wire::check_nesting(attributes));
    STATOR_TRY(action.image, wire::decode_item(attributes, reader_dialect(reading)));
    if (is_put && action.image->item_size() > kMaxItemBytes) return errors::item_too_large();
    const auto judged = scope.check_values();
    if (judged.has_error()) return value_fault(body.json, judged.error());
    return action;
}

// AWS: counts the items of puts and the keys of other actions, but not stored items.
// [case TransactWriteItems/payload_size]
Result<void> check_payload(const std::vector<TransactAction>& actions) {
    std::size_t bytes = 0;
    for (const TransactAction& action : actions) bytes += action.image->item_size();
    if (bytes > kMaxTransactBytes) return errors::transaction_too_large(bytes);
    return {};
}

Result<TransactGet> decode_get(JsonView element, const Reading& reading) {
    const JsonView body = *element.find("Get");
    STATOR_CHECK(check_names_needed(body, {"ProjectionExpression"}));
    TransactGet get;
    get.table_name = body.string_or_empty("TableName");
    STATOR_TRY(
        expression::analysis::ExpressionScope scope,
        expression::analysis::ExpressionScope::decode(
            body.find("ExpressionAttributeNames"), std::nullopt, reader_dialect(reading)
        )
    );
    if (const auto text = text_member(body, "ProjectionExpression")) {
        STATOR_TRY(
            get.projection,
            expression::analysis::parse_projection(*text, scope, reading.expressions)
        );
    }
    STATOR_CHECK(scope.check_all_used());
    STATOR_TRY(get.key, wire::decode_item(*body.find("Key"), reader_dialect(reading)));
    return get;
}

// `position` counts from 1. The shape reports an element without a Get, but not a null element.
ApiError missing_get(std::size_t position) {
    const std::string violation =
        errors::null_member("transactItems." + std::to_string(position) + ".member.get");
    return errors::constraint_violated(violation);
}

}  // namespace

const wire::Shape kTransactGetItemsShape = kTransactGet;
const wire::Shape kTransactWriteItemsShape = kTransactWrite;

Result<TransactWriteRequest> decode_transact_write_items(JsonView request, const Reading& reading) {
    STATOR_CHECK(wire::check_types(request, kTransactWrite));
    if (reader_dialect(reading) == values::Dialect::Current) {
        STATOR_CHECK(wire::check_constraints(request, kTokenAlone, reading.region));
    }
    STATOR_CHECK(wire::check_constraints(request, kTransactWrite, reading.region));
    TransactWriteRequest transaction;
    transaction.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    transaction.collection_metrics =
        request.string_or_empty("ReturnItemCollectionMetrics") == "SIZE";
    transaction.token = request.string_or_empty("ClientRequestToken");
    const JsonView items = *request.find("TransactItems");
    std::vector<ActionBody> bodies;
    for (const auto& element : items.elements()) {
        STATOR_TRY(const ActionBody body, find_body(JsonView(element), reading));
        bodies.push_back(body);
    }
    for (const ActionBody& body : bodies) {
        STATOR_TRY(TransactAction action, decode_action(body, reading));
        transaction.actions.push_back(std::move(action));
    }
    STATOR_CHECK(check_payload(transaction.actions));
    if (!transaction.token.empty()) transaction.payload = wire::canonical_text(items);
    return transaction;
}

Result<TransactGetRequest> decode_transact_get_items(JsonView request, const Reading& reading) {
    STATOR_CHECK(wire::check_types(request, kTransactGet));
    STATOR_CHECK(wire::check_constraints(request, kTransactGet, reading.region));
    TransactGetRequest transaction;
    transaction.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    for (const auto& element : request.find("TransactItems")->elements()) {
        const JsonView json(element);
        if (!json.find("Get")) return missing_get(transaction.gets.size() + 1);
        STATOR_TRY(TransactGet get, decode_get(json, reading));
        transaction.gets.push_back(std::move(get));
    }
    return transaction;
}

}  // namespace stator::protocol::operations::transactions
