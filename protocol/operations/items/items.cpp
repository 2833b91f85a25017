#include "protocol/operations/items/items.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/requests.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/expression/legacy/legacy.hpp"
#include "protocol/operations/item_collection.hpp"
#include "protocol/operations/items/item_shapes.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations::items {
namespace {

using wire::JsonView;

constexpr values::Dialect kDialect = values::Dialect::Current;

// Adds the envelope of the three write operations to any error that a stage returns. AWS: except
// the error about a value that is nested 63 levels deep. [case items/nesting_far]
template <class T>
Result<T> in_envelope(JsonView request, Result<T> result) {
    if (result.has_value()) return result;
    const bool is_bare = result.error().cause == ErrorCause::NestingTooDeep &&
                         dialect_of(request) == values::Dialect::Older;
    if (is_bare) return result;
    return errors::enveloped(std::move(result).error());
}

Result<void> check_write_parameters(JsonView request, bool is_update) {
    if (is_update) {
        STATOR_CHECK(check_mixing(
            request,
            {"AttributeUpdates", "Expected", "ConditionalOperator"},
            {"UpdateExpression", "ConditionExpression"}
        ));
        return check_scope_needed(request, {"UpdateExpression", "ConditionExpression"}, {});
    }
    STATOR_CHECK(check_mixing(request, {"Expected", "ConditionalOperator"}, {"ConditionExpression"})
    );
    return check_scope_needed(request, {"ConditionExpression"}, {});
}

Result<std::optional<expression::Condition>> decode_legacy_condition(JsonView request) {
    return expression::legacy::decode_expected(
        request.find("Expected"), text_member(request, "ConditionalOperator"), kDialect
    );
}

// Decodes ConditionExpression, if present; `scope` records the placeholders that it uses.
Result<void> decode_condition_expression(
    JsonView request,
    const Reading& reading,
    expression::analysis::ExpressionScope& scope,
    std::optional<expression::Condition>& condition
) {
    const auto text = text_member(request, "ConditionExpression");
    if (!text) return {};
    STATOR_TRY(
        condition,
        expression::analysis::parse_condition(
            *text, values::ExpressionKind::Condition, scope, reading.expressions
        )
    );
    return {};
}

// AWS: the error of the older reader names the value that is nested 63 levels deep.
// [case items/nesting_far]
Result<expression::analysis::ExpressionScope> decode_scope(
    JsonView request, const Reading& reading
) {
    const auto decode = [&](values::Dialect dialect) {
        return expression::analysis::ExpressionScope::decode(
            request.find("ExpressionAttributeNames"),
            request.find("ExpressionAttributeValues"),
            dialect
        );
    };
    // AWS: the last two regions do not check how deeply values nest either.
    // [case regions/update_limits]
    if (is_older_region(reading) && dialect_of(request) == values::Dialect::Current) {
        return expression::analysis::ExpressionScope::decode_of_any_depth(
            request.find("ExpressionAttributeNames"),
            request.find("ExpressionAttributeValues"),
            kDialect
        );
    }
    auto scope = decode(kDialect);
    const bool is_deep = scope.has_error() && scope.error().cause == ErrorCause::NestingTooDeep;
    if (is_deep && dialect_of(request) == values::Dialect::Older) {
        return decode(values::Dialect::Older);
    }
    return scope;
}

WriteOptions decode_options(JsonView request, const Reading& reading) {
    WriteOptions options;
    options.table_name = request.string_or_empty("TableName");
    options.return_values =
        values::term_from<values::ReturnValues>(request.string_or_empty("ReturnValues"))
            .value_or(values::ReturnValues::None);
    options.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    options.collection_metrics = request.string_or_empty("ReturnItemCollectionMetrics") == "SIZE";
    options.return_item_on_failure =
        request.string_or_empty("ReturnValuesOnConditionCheckFailure") == "ALL_OLD";
    // AWS: the last two regions check only the size of the resulting item.
    // [case regions/update_limits]
    options.charges_statement = !is_older_region(reading);
    return options;
}

bool returns_only_old(values::ReturnValues values) {
    return values == values::ReturnValues::None || values == values::ReturnValues::AllOld;
}

// The stages of PutItem and DeleteItem after the values. They share one envelope.
Result<void> decode_condition_stages(
    JsonView request, const Reading& reading, WriteOptions& options
) {
    STATOR_TRY(options.condition, decode_legacy_condition(request));
    STATOR_TRY(expression::analysis::ExpressionScope scope, decode_scope(request, reading));
    STATOR_CHECK(decode_condition_expression(request, reading, scope, options.condition));
    return scope.check_all_used();
}

Result<void> decode_update_stages(
    JsonView request, const Reading& reading, UpdateItemRequest& update
) {
    if (const auto updates = request.find("AttributeUpdates")) {
        STATOR_TRY(update.update, expression::legacy::decode_attribute_updates(*updates, kDialect));
    }
    STATOR_TRY(update.options.condition, decode_legacy_condition(request));
    STATOR_TRY(expression::analysis::ExpressionScope scope, decode_scope(request, reading));
    if (const auto text = text_member(request, "UpdateExpression")) {
        STATOR_TRY(
            update.update, expression::analysis::parse_update(*text, scope, reading.expressions)
        );
    }
    STATOR_CHECK(decode_condition_expression(request, reading, scope, update.options.condition));
    return scope.check_all_used();
}

// AWS: if a value is nested 63 levels deep, this error comes without the envelope and before the
// error about nesting. [case items/deep_requests]
Result<void> check_deep_return_values(JsonView request, const WriteOptions& options) {
    if (returns_only_old(options.return_values) || dialect_of(request) == values::Dialect::Current)
        return {};
    return errors::return_values_only_old();
}

Result<void> check_return_values(const WriteOptions& options) {
    if (returns_only_old(options.return_values)) return {};
    return errors::return_values_only_old();
}

}  // namespace

Result<PutItemRequest> decode_put_item(JsonView request, const Reading& reading) {
    STATOR_CHECK(check_put_item_shape(request, reading));
    STATOR_CHECK(in_envelope(request, check_write_parameters(request, false)));
    PutItemRequest put;
    put.options = decode_options(request, reading);
    STATOR_CHECK(check_deep_return_values(request, put.options));
    STATOR_TRY(put.item, in_envelope(request, wire::decode_item(*request.find("Item"), kDialect)));
    STATOR_CHECK(in_envelope(request, check_return_values(put.options)));
    if (put.item->item_size() > kMaxItemBytes) return errors::item_too_large();
    STATOR_CHECK(in_envelope(request, decode_condition_stages(request, reading, put.options)));
    return put;
}

Result<DeleteItemRequest> decode_delete_item(JsonView request, const Reading& reading) {
    STATOR_CHECK(check_delete_item_shape(request, reading));
    STATOR_CHECK(in_envelope(request, check_write_parameters(request, false)));
    DeleteItemRequest remove;
    remove.options = decode_options(request, reading);
    STATOR_CHECK(check_deep_return_values(request, remove.options));
    STATOR_TRY(remove.key, in_envelope(request, wire::decode_item(*request.find("Key"), kDialect)));
    STATOR_CHECK(in_envelope(request, check_return_values(remove.options)));
    STATOR_CHECK(in_envelope(request, decode_condition_stages(request, reading, remove.options)));
    return remove;
}

Result<UpdateItemRequest> decode_update_item(JsonView request, const Reading& reading) {
    STATOR_CHECK(check_update_item_shape(request, reading));
    STATOR_CHECK(in_envelope(request, check_write_parameters(request, true)));
    UpdateItemRequest update;
    update.options = decode_options(request, reading);
    STATOR_TRY(update.key, in_envelope(request, wire::decode_item(*request.find("Key"), kDialect)));
    STATOR_CHECK(in_envelope(request, decode_update_stages(request, reading, update)));
    return update;
}

Result<GetItemRequest> decode_get_item(JsonView request, const Reading& reading) {
    STATOR_CHECK(check_get_item_shape(request));
    STATOR_CHECK(check_mixing(request, {"AttributesToGet"}, {"ProjectionExpression"}));
    const auto names = request.find("ExpressionAttributeNames");
    const auto text = text_member(request, "ProjectionExpression");
    if (names && !text) return errors::names_without_expression();
    GetItemRequest get;
    get.table_name = request.string_or_empty("TableName");
    get.consistent = boolean_member(request, "ConsistentRead");
    get.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    STATOR_TRY(get.key, wire::decode_item(*request.find("Key"), kDialect));
    if (const auto attributes = request.find("AttributesToGet")) {
        STATOR_TRY(get.projection, expression::legacy::decode_attributes_to_get(*attributes));
    }
    STATOR_TRY(
        expression::analysis::ExpressionScope scope,
        expression::analysis::ExpressionScope::decode(names, std::nullopt, kDialect)
    );
    if (text) {
        STATOR_TRY(
            get.projection,
            expression::analysis::parse_projection(*text, scope, reading.expressions)
        );
    }
    STATOR_CHECK(scope.check_all_used());
    return get;
}

std::string encode_write_reply(const WriteOptions& options, const WriteReply& reply) {
    return wire::object_text([&](wire::JsonWriter& json) {
        if (reply.attributes != nullptr) {
            json.key("Attributes");
            wire::write_item(json, *reply.attributes);
        }
        write_capacity_member(json, options.table_name, reply.consumption, options.capacity);
        if (reply.collection_key != nullptr) {
            json.key("ItemCollectionMetrics");
            write_item_collection_metrics(json, *reply.collection_key);
        }
    });
}

std::string encode_get_item(const GetItemRequest& request, const GetItemReply& reply) {
    const values::ItemImagePtr& item = reply.item;
    std::string body;
    if (item != nullptr) body.reserve(item->payload().size() * 2);
    wire::JsonWriter json(body);
    json.begin_object();
    if (item != nullptr) {
        json.key("Item");
        wire::write_item(json, *item, request.projection);
    }
    write_capacity_member(json, request.table_name, reply.consumption, request.capacity);
    json.end_object();
    return body;
}

}  // namespace stator::protocol::operations::items
