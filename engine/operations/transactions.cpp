#include "engine/operations/transactions.hpp"

#include <algorithm>
#include <utility>

#include "engine/operations/transaction_parts.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/schema/key_checks.hpp"
#include "protocol/errors/transactions.hpp"
#include "protocol/errors/values.hpp"

namespace stator::engine::operations {
namespace {

using protocol::Result;
using protocol::operations::transactions::TransactAction;
using protocol::operations::transactions::TransactActionKind;
using protocol::operations::transactions::TransactGet;
using protocol::operations::transactions::TransactTableReply;
using protocol::values::DocumentPath;
using protocol::values::ItemImagePtr;
namespace errors = protocol::errors;

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
Result<std::vector<catalog::TargetTable>> find_targets(
    catalog::Catalog& catalog, const Parts& parts
) {
    std::vector<catalog::TargetTable> targets;
    for (const auto& part : parts) {
        STATOR_TRY(catalog::TargetTable target, catalog::find_target(catalog, part.table_name));
        targets.push_back(std::move(target));
    }
    return targets;
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

// What refuses the whole request without a cancellation.
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
        if (action.condition) {
            STATOR_CHECK(schema::check_scalar_paths(
                schema, protocol::expression::condition_paths(*action.condition)
            ));
        }
    }
    return {};
}

// What cancels the transaction before any item is looked at.
Result<void> check_action_keys(const schema::TableSchema& schema, const TransactAction& action) {
    if (action.kind != TransactActionKind::Put) {
        STATOR_CHECK(schema::check_key(schema, *action.image));
        if (action.kind != TransactActionKind::Update) return {};
        return schema::check_update_targets(schema, action.update);
    }
    STATOR_CHECK(schema::check_item_key(schema, *action.image, false));
    return schema::check_index_keys(schema, *action.image);
}

write::WriteIntent make_intent(const catalog::TargetTable& target, const TransactAction& action) {
    write::WriteIntent intent;
    intent.table = target.table;
    intent.kind = write_kind(action.kind);
    intent.image = action.image;
    schema::bind_item_keys(target.schema(), *intent.image);
    intent.hash = schema::item_hash(*intent.image);
    intent.condition = action.condition ? &*action.condition : nullptr;
    if (action.kind == TransactActionKind::Update) intent.update = &action.update;
    intent.return_item_on_failure = action.return_item_on_failure;
    intent.charge_statement = false;
    return intent;
}

// AWS: an update whose result nests too deep refuses the request instead of cancelling it.
// [case TransactWriteItems/value_nesting]
bool refuses_request(const protocol::ApiError& error) {
    const auto& reasons = error.cancellation_reasons;
    return std::any_of(reasons.begin(), reasons.end(), [](const auto& reason) {
        return reason.cause == protocol::ErrorCause::NestingTooDeep;
    });
}

// AWS: the first action that cannot be carried out hides the reasons of all others, false
// conditions among them. [case TransactWriteItems/update_errors]
protocol::ApiError first_fault_alone(protocol::ApiError error) {
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

Result<std::string> transact_write_items(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::transactions::TransactWriteRequest& request
) {
    STATOR_TRY(const auto targets, find_targets(engine.catalog(context), request.actions));
    STATOR_CHECK(check_actions(targets, request.actions));
    STATOR_TRY(
        transactions::TransactionLog::Use use,
        engine.transaction_log().begin(
            context, "TransactWriteItems", request.token, request.payload
        )
    );
    if (use.is_replay()) {
        context.journal_ticket = use.journal_ticket();
        return protocol::operations::transactions::encode_transact_write_reply(
            request, replayed_tables(use.replay()), protocol::operations::CapacityUnitKind::Read
        );
    }
    std::vector<Result<void>> key_results;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        key_results.push_back(check_action_keys(targets[i].schema(), request.actions[i]));
    }
    STATOR_CHECK(cancel_on_first(key_results));
    std::vector<write::WriteIntent> intents;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        intents.push_back(make_intent(targets[i], request.actions[i]));
    }
    const auto tables = named_tables(targets, request.actions);
    const auto applied = apply_once(engine.committer(), context, use, tables, intents);
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
    return protocol::operations::transactions::encode_transact_write_reply(
        request, tally.take(), protocol::operations::CapacityUnitKind::Write
    );
}

Result<std::string> transact_get_items(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::transactions::TransactGetRequest& request
) {
    STATOR_TRY(const auto targets, find_targets(engine.catalog(context), request.gets));
    DistinctItems distinct;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        STATOR_CHECK(distinct.add(targets[i], *request.gets[i].key));
    }
    std::vector<Result<void>> key_results;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const TransactGet& get = request.gets[i];
        const schema::TableSchema& schema = targets[i].schema();
        STATOR_CHECK(schema::check_transact_values(schema, *get.key, false));
        if (get.projection) {
            std::vector<const DocumentPath*> paths;
            for (const DocumentPath& path : *get.projection) paths.push_back(&path);
            STATOR_CHECK(schema::check_scalar_paths(schema, paths));
        }
        key_results.push_back(schema::check_key(schema, *get.key));
    }
    STATOR_CHECK(cancel_on_first(key_results));
    std::vector<protocol::values::MutableItemImagePtr> keys;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        keys.push_back(request.gets[i].key);
        schema::bind_item_keys(targets[i].schema(), *keys.back());
    }
    const auto tables = named_tables(targets, request.gets);
    STATOR_TRY(const auto reads, read_transaction(engine, context, tables, keys));
    return protocol::operations::transactions::encode_transact_get_reply(
        request, reads.items, reads.tables
    );
}

}  // namespace stator::engine::operations
