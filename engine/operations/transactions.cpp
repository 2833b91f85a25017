#include "engine/operations/transactions.hpp"

#include <algorithm>
#include <utility>

#include "engine/operations/transaction_parts.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/schema/key_checks.hpp"
#include "engine/schema/vector_checks.hpp"
#include "protocol/errors/transactions.hpp"
#include "protocol/errors/values.hpp"

namespace stator::engine::operations {
namespace {

using requests::CapacityUnitKind;
using requests::transactions::TransactAction;
using requests::transactions::TransactActionKind;
using requests::transactions::TransactGet;
using requests::transactions::TransactTableReply;
using requests::transactions::TransactWriteReply;
using values::ItemImagePtr;

write::WriteKind write_kind(TransactActionKind kind) {
    switch (kind) {
        case TransactActionKind::Put: return write::WriteKind::Put;
        case TransactActionKind::Update: return write::WriteKind::Update;
        case TransactActionKind::Delete: return write::WriteKind::Delete;
        case TransactActionKind::ConditionCheck: break;
    }
    return write::WriteKind::Check;
}

template <class Parts>
std::vector<NamedTable> named_tables(
    const std::vector<catalog::TargetTable>& targets, const Parts& parts
) {
    std::vector<NamedTable> tables;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        tables.push_back({targets[i].table.get(), parts[i].table_name, targets[i].snapshot.get()});
    }
    return tables;
}

// Returns the errors that reject the whole request without a cancellation.
Result<void> check_actions(
    const std::vector<catalog::TargetTable>& targets, const std::vector<TransactAction>& actions
) {
    DistinctItems distinct;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        STATOR_CHECK(distinct.add(targets[i], *actions[i].image));
    }
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const TransactAction& action = actions[i];
        const schema::TableSchema& schema = targets[i].schema();
        const bool is_put = action.kind == TransactActionKind::Put;
        STATOR_CHECK(schema::check_transact_values(schema, *action.image, is_put));
        if (action.kind == TransactActionKind::Update) {
            STATOR_CHECK(schema::check_transact_update(schema, action.update));
        }
        STATOR_CHECK(schema::check_condition_paths(schema, action.condition));
    }
    return {};
}

// Returns the errors that cancel the transaction before any item is read.
Result<void> check_action_keys(const schema::TableSchema& schema, const TransactAction& action) {
    if (action.kind != TransactActionKind::Put) {
        STATOR_CHECK(schema::check_key(schema, *action.image));
        if (action.kind != TransactActionKind::Update) return {};
        return schema::check_update_targets(schema, action.update);
    }
    STATOR_CHECK(schema::check_item_key(schema, *action.image, false));
    STATOR_CHECK(schema::check_index_keys(schema, *action.image));
    return schema::check_vectors(schema, *action.image);
}

write::WriteIntent intent_of(const catalog::TargetTable& target, const TransactAction& action) {
    write::WriteIntent intent =
        write::make_intent(target.table, target.schema(), write_kind(action.kind), action.image);
    intent.condition = action.condition ? &*action.condition : nullptr;
    if (action.kind == TransactActionKind::Update) intent.update = &action.update;
    intent.return_item_on_failure = action.return_item_on_failure;
    intent.charge_statement = false;
    return intent;
}

// AWS: an update whose result is nested too deeply rejects the request instead of cancelling it.
// [case TransactWriteItems/value_nesting]
bool refuses_request(const ApiError& error) {
    const auto& reasons = error.cancellation_reasons;
    return std::any_of(reasons.begin(), reasons.end(), [](const auto& reason) {
        return reason.cause == protocol::ErrorCause::NestingTooDeep;
    });
}

// AWS: the first action that cannot be executed hides the reasons of all others, including failed
// conditions. [case TransactWriteItems/update_errors]
ApiError first_fault_alone(ApiError error) {
    const auto& reasons = error.cancellation_reasons;
    const auto fault = std::find_if(reasons.begin(), reasons.end(), [](const auto& reason) {
        return reason.code == errors::kFaultReason;
    });
    if (fault == reasons.end()) return error;
    const auto index = static_cast<std::size_t>(fault - reasons.begin());
    return errors::transaction_cancelled_by(*fault, index, reasons.size());
}

void add_collection_key(
    const catalog::TargetTable& target, const TransactAction& action, TransactTableReply& reply
) {
    if (action.kind == TransactActionKind::ConditionCheck) return;
    if (!target.schema().has_local_index()) return;
    ItemImagePtr key = schema::collection_key(target.schema(), *action.image);
    const bool known = std::any_of(
        reply.collection_keys.begin(),
        reply.collection_keys.end(),
        [&](const ItemImagePtr& other) { return other->payload() == key->payload(); }
    );
    if (!known) reply.collection_keys.push_back(std::move(key));
}

}  // namespace

Result<requests::transactions::TransactWriteReply> transact_write_items(
    const universes::Call& call, requests::transactions::TransactWriteRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(const auto targets, catalog::find_targets(catalog, request.actions));
    STATOR_CHECK(check_actions(targets, request.actions));
    STATOR_TRY(
        transactions::TransactionLog::Use use,
        call.universe.transactions().tokens.begin(
            call.context, "TransactWriteItems", request.token, request.payload
        )
    );
    if (use.is_replay()) {
        call.outcome.wait_for(use.journal_ticket());
        return TransactWriteReply{replayed_tables(use.replay()), CapacityUnitKind::Read};
    }
    std::vector<Result<void>> key_results;
    key_results.reserve(targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        key_results.push_back(check_action_keys(targets[i].schema(), request.actions[i]));
    }
    STATOR_CHECK(cancel_on_first(key_results));
    std::vector<write::WriteIntent> intents;
    intents.reserve(targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        intents.push_back(intent_of(targets[i], request.actions[i]));
    }
    const auto tables = named_tables(targets, request.actions);
    const TransactionParts parts{tables, intents};
    const auto applied =
        apply_once(call.universe.committer(), call.context, use, parts, call.outcome);
    if (applied.has_error()) {
        if (refuses_request(applied.error())) return errors::nesting_too_deep();
        return first_fault_alone(applied.error());
    }
    TransactTally tally;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const TransactAction& action = request.actions[i];
        TransactTableReply& reply = tally.table(targets[i].table.get(), action.table_name);
        reply.consumption.add(transact_consumption(applied.value()[i]));
        add_collection_key(targets[i], action, reply);
    }
    return TransactWriteReply{tally.take(), CapacityUnitKind::Write};
}

Result<requests::transactions::TransactGetReply> transact_get_items(
    const universes::Call& call, requests::transactions::TransactGetRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(const auto targets, catalog::find_targets(catalog, request.gets));
    DistinctItems distinct;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        STATOR_CHECK(distinct.add(targets[i], *request.gets[i].key));
    }
    std::vector<Result<void>> key_results;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const TransactGet& get = request.gets[i];
        const schema::TableSchema& schema = targets[i].schema();
        STATOR_CHECK(schema::check_transact_values(schema, *get.key, false));
        STATOR_CHECK(schema::check_projection_paths(schema, get.projection));
        key_results.push_back(schema::check_key(schema, *get.key));
    }
    STATOR_CHECK(cancel_on_first(key_results));
    std::vector<values::MutableItemImagePtr> keys;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        keys.push_back(request.gets[i].key);
        schema::bind_item_keys(targets[i].schema(), *keys.back());
    }
    const auto tables = named_tables(targets, request.gets);
    call.outcome.wait_for(catalog.last_ticket());
    return read_transaction(call, tables, keys);
}

}  // namespace stator::engine::operations
