#include "tests/support/items/item_requests.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/operations/batch.hpp"
#include "engine/operations/items.hpp"
#include "engine/operations/query.hpp"
#include "engine/operations/transactions.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::testing {
namespace {

namespace analysis = protocol::expression::analysis;
namespace batch_requests = protocol::operations::batch;
namespace run = engine::operations;

using engine::RequestOutcome;
using engine::faults::WatchedContext;
using engine::universes::Universe;
using protocol::Result;
using protocol::operations::items::DeleteItemRequest;
using protocol::operations::items::GetItemRequest;
using protocol::operations::items::PutItemRequest;
using protocol::operations::items::UpdateItemRequest;
using protocol::operations::query::QueryRequest;
using protocol::operations::transactions::TransactAction;
using protocol::operations::transactions::TransactActionKind;
using protocol::operations::transactions::TransactWriteRequest;
using protocol::wire::JsonDocument;

// Returns nullopt for an empty map.
std::optional<JsonDocument> names_document(const Names& names) {
    if (names.empty()) return std::nullopt;
    std::string json;
    for (const auto& [placeholder, name] : names) {
        json.append(json.empty() ? "{\"" : ",\"").append(placeholder).append("\":\"");
        json.append(name).append("\"");
    }
    return JsonDocument::parse(json + "}");
}

std::optional<JsonDocument> values_document(const Attributes& values) {
    if (values.empty()) return std::nullopt;
    std::string json;
    protocol::wire::append_item(json, *item(values));
    return JsonDocument::parse(json);
}

// Converts the values to JSON first, because ExpressionScope can only be made from JSON.
analysis::ExpressionScope scope_of(const Attributes& values, const Names& names) {
    using protocol::wire::JsonView;
    const auto names_read = names_document(names);
    const auto values_read = values_document(values);
    return analysis::ExpressionScope::decode(
               names_read ? std::optional<JsonView>(names_read->root()) : std::nullopt,
               values_read ? std::optional<JsonView>(values_read->root()) : std::nullopt,
               protocol::values::Dialect::Current
    )
        .value();
}

template <class T>
T parsed(Result<T> result) {
    if (result.has_error()) throw std::invalid_argument(result.error().message);
    return std::move(*result);
}

protocol::expression::Condition parsed_condition(std::string_view text, const Attributes& values) {
    auto scope = scope_of(values, {});
    return parsed(
        analysis::parse_condition(text, protocol::values::ExpressionKind::Condition, scope)
    );
}

protocol::operations::items::WriteOptions options_for(std::string_view table) {
    protocol::operations::items::WriteOptions options;
    options.table_name = table;
    return options;
}

TransactAction action_of(const PutItemRequest& request) {
    TransactAction action;
    action.kind = TransactActionKind::Put;
    action.image = request.item;
    return action;
}

TransactAction action_of(const UpdateItemRequest& request) {
    TransactAction action;
    action.kind = TransactActionKind::Update;
    action.image = request.key;
    action.update = request.update;
    return action;
}

TransactAction action_of(const DeleteItemRequest& request) {
    TransactAction action;
    action.kind = TransactActionKind::Delete;
    action.image = request.key;
    return action;
}

// Like action_of(), with the table and the condition of the request.
template <class Request>
TransactAction whole_action_of(const Request& request) {
    TransactAction action = action_of(request);
    action.table_name = request.options.table_name;
    action.condition = request.options.condition;
    return action;
}

TransactAction whole_action_of(const TransactAction& action) {
    return action;
}

// The entry of that table, added if it does not exist.
batch_requests::BatchWriteTable& table_in(
    batch_requests::BatchWriteRequest& request, const std::string& name
) {
    const auto found =
        std::ranges::find(request.tables, name, &batch_requests::BatchWriteTable::table_name);
    if (found != request.tables.end()) return *found;
    return request.tables.emplace_back(batch_requests::BatchWriteTable{name, {}});
}

void add_to_batch(batch_requests::BatchWriteRequest& batch, const PutItemRequest& request) {
    table_in(batch, request.options.table_name).writes.push_back({request.item, true});
}

void add_to_batch(batch_requests::BatchWriteRequest& batch, const DeleteItemRequest& request) {
    table_in(batch, request.options.table_name).writes.push_back({request.key, false});
}

template <class Request>
void add_to_batch(batch_requests::BatchWriteRequest&, const Request&) {
    throw std::invalid_argument("a batch has puts and deletions alone");
}

// The engine's function for a request, and the function that encodes its reply.
struct Runner {
    engine::universes::Call call;

    Result<std::string> operator()(PutItemRequest& request) const {
        STATOR_TRY(const auto reply, run::put_item(call, request));
        return protocol::operations::items::encode_write(request, reply);
    }

    Result<std::string> operator()(UpdateItemRequest& request) const {
        STATOR_TRY(const auto reply, run::update_item(call, request));
        return protocol::operations::items::encode_write(request, reply);
    }

    Result<std::string> operator()(DeleteItemRequest& request) const {
        STATOR_TRY(const auto reply, run::delete_item(call, request));
        return protocol::operations::items::encode_write(request, reply);
    }

    Result<std::string> operator()(GetItemRequest& request) const {
        STATOR_TRY(const auto reply, run::get_item(call, request));
        return protocol::operations::items::encode_get_item(request, reply);
    }

    Result<std::string> operator()(QueryRequest& request) const {
        STATOR_TRY(const auto reply, run::query(call, request));
        return protocol::operations::query::encode_read(request, reply);
    }

    Result<std::string> operator()(TransactWriteRequest& request) const {
        STATOR_TRY(const auto reply, run::transact_write_items(call, request));
        return protocol::operations::transactions::encode_transact_write_items(request, reply);
    }

    Result<std::string> operator()(batch_requests::BatchWriteRequest& request) const {
        STATOR_TRY(const auto reply, run::batch_write_item(call, request));
        return batch_requests::encode_batch_write_item(request, reply);
    }
};

}  // namespace

PutItemRequest put(std::string_view table, Image item) {
    return {options_for(table), std::move(item)};
}

PutItemRequest put_if(
    std::string_view table, Image item, std::string_view condition, const Attributes& values
) {
    PutItemRequest request = put(table, std::move(item));
    request.options.condition = parsed_condition(condition, values);
    return request;
}

UpdateItemRequest update(
    std::string_view table,
    Image key,
    std::string_view expression,
    const Attributes& values,
    const Names& names
) {
    auto scope = scope_of(values, names);
    return {options_for(table), std::move(key), parsed(analysis::parse_update(expression, scope))};
}

DeleteItemRequest remove(std::string_view table, Image key) {
    return {options_for(table), std::move(key)};
}

GetItemRequest get(std::string_view table, Image key) {
    GetItemRequest request;
    request.table_name = table;
    request.key = std::move(key);
    return request;
}

QueryRequest query(
    std::string_view table, std::string_view key_condition, const Attributes& values
) {
    auto scope = scope_of(values, {});
    const auto condition = parsed(analysis::parse_condition(
        key_condition, protocol::values::ExpressionKind::KeyCondition, scope
    ));
    QueryRequest request;
    request.options.table_name = table;
    request.key_conditions = parsed(analysis::key_conditions_of(condition, {}));
    return request;
}

TransactAction check(
    std::string_view table, Image key, std::string_view condition, const Attributes& values
) {
    TransactAction action;
    action.kind = TransactActionKind::ConditionCheck;
    action.table_name = table;
    action.image = std::move(key);
    action.condition = parsed_condition(condition, values);
    return action;
}

TransactWriteRequest transaction(const std::vector<WriteRequest>& writes) {
    TransactWriteRequest request;
    for (const WriteRequest& write : writes) {
        request.actions.push_back(
            std::visit([](const auto& asked) { return whole_action_of(asked); }, write)
        );
    }
    return request;
}

batch_requests::BatchWriteRequest batch(const std::vector<WriteRequest>& writes) {
    batch_requests::BatchWriteRequest request;
    for (const WriteRequest& write : writes) {
        std::visit([&](const auto& asked) { add_to_batch(request, asked); }, write);
    }
    return request;
}

Result<std::string> answer(
    Universe& universe, const WatchedContext& context, ItemRequest request, RequestOutcome& outcome
) {
    return std::visit(Runner{{universe, context, outcome}}, request);
}

}  // namespace stator::testing
