#include <algorithm>
#include <utility>

#include "engine/operations/statements.hpp"
#include "engine/operations/transaction_parts.hpp"
#include "engine/partiql/write_plan.hpp"
#include "engine/schema/item_keys.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::engine::operations {
namespace {

using protocol::CancellationReason;
using protocol::ErrorType;
using protocol::partiql::Statement;
using protocol::partiql::StatementKind;
using requests::CapacityUnitKind;
using requests::statements::ExecuteTransactionReply;
using requests::statements::ExecuteTransactionRequest;
using requests::statements::TransactStatement;
using values::ItemImagePtr;
using values::MutableItemImagePtr;
using values::ReturnValues;

// Finds the statement's table, null if it is missing, and makes every check that does not depend on
// its values. AWS: a write that does not name its item cancels the transaction instead.
// [case ExecuteTransaction/key_faults]
Result<partiql::StatementTarget> examine(
    const catalog::Catalog& catalog, const TransactStatement& member
) {
    if (member.statement.has_error()) return member.statement.error();
    const Statement& statement = *member.statement;
    auto target = partiql::find_statement_target(catalog, statement, false);
    if (target.has_error()) {
        if (target.error().type == ErrorType::ResourceNotFoundException)
            return partiql::StatementTarget{};
        return target.error();
    }
    const schema::TableSchema& schema = target->schema();
    if (statement.returning != ReturnValues::None) return errors::transaction_returning();
    if (!statement.index_name.empty()) return errors::transaction_index_read();
    if (statement.is_read()) {
        STATOR_CHECK(partiql::check_selects_one_item(
            schema, statement, errors::transaction_select_needs_key()
        ));
    } else if (statement.exists) {
        STATOR_CHECK(partiql::check_single_item(schema, statement));
    } else if (statement.kind != StatementKind::Insert && !statement.where) {
        return errors::key_equality_needed();
    }
    return target;
}

Result<std::vector<partiql::StatementTarget>> examine_all(
    const catalog::Catalog& catalog, const ExecuteTransactionRequest& request
) {
    std::vector<partiql::StatementTarget> targets;
    for (std::size_t i = 0; i < request.statements.size(); ++i) {
        auto target = examine(catalog, request.statements[i]);
        if (target.has_error()) return errors::transaction_statement(i, target.error().message);
        targets.push_back(std::move(target).value());
    }
    return targets;
}

// Error: reads and writes in one transaction.
Result<void> check_same_direction(const ExecuteTransactionRequest& request) {
    const auto is_read = [](const TransactStatement& member) {
        return member.statement->is_read();
    };
    const auto& statements = request.statements;
    const bool reads = std::any_of(statements.begin(), statements.end(), is_read);
    if (reads && !std::all_of(statements.begin(), statements.end(), is_read)) {
        return errors::transaction_reads_and_writes();
    }
    return {};
}

// AWS: missing tables cancel the transaction, each with its own reason.
// [case ExecuteTransaction/missing_table]
Result<void> check_tables(const std::vector<partiql::StatementTarget>& targets) {
    std::vector<CancellationReason> reasons;
    bool any_missing = false;
    for (const partiql::StatementTarget& target : targets) {
        const bool missing = target.table == nullptr;
        any_missing = any_missing || missing;
        reasons.push_back(
            missing ? errors::cancellation_reason(errors::resource_not_found())
                    : errors::no_reason()
        );
    }
    if (any_missing) return errors::transaction_cancelled(std::move(reasons));
    return {};
}

// The item of a statement, as far as its key attributes determine it.
ItemImagePtr named_item(const schema::TableSchema& schema, const Statement& statement) {
    if (statement.kind == StatementKind::Insert) return statement.item;
    return partiql::find_key_equalities(schema, &*statement.where, statement.is_read())
        .key_image(schema);
}

// Errors: more than 4 MB of items and keys; an item that appears twice.
Result<void> check_items(
    const std::vector<partiql::StatementTarget>& targets, const ExecuteTransactionRequest& request
) {
    DistinctItems distinct;
    std::size_t bytes = 0;
    std::vector<ItemImagePtr> items;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        items.push_back(named_item(targets[i].schema(), *request.statements[i].statement));
        bytes += items.back()->item_size();
    }
    if (bytes > protocol::kMaxTransactBytes) return errors::transaction_too_large(bytes);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        STATOR_CHECK(distinct.add(targets[i], *items[i]));
    }
    return {};
}

// The values of all results, or a cancellation with each of their errors. AWS: these are reported
// before an item that appears twice. [case ExecuteTransaction/key_faults]
// [case ExecuteTransaction/same_item]
template <class Value>
Result<std::vector<Value>> all_or_cancel(std::vector<Result<Value>> results) {
    std::vector<CancellationReason> reasons;
    std::vector<Value> values;
    for (Result<Value>& result : results) {
        if (result.has_error()) {
            reasons.push_back(errors::cancellation_reason(result.error()));
        } else {
            reasons.push_back(errors::no_reason());
            values.push_back(std::move(result).value());
        }
    }
    if (values.size() != results.size()) return errors::transaction_cancelled(std::move(reasons));
    return values;
}

std::vector<NamedTable> named_tables(
    const std::vector<partiql::StatementTarget>& targets, const ExecuteTransactionRequest& request
) {
    std::vector<NamedTable> tables;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const partiql::StatementTarget& target = targets[i];
        tables.push_back(
            {target.table.get(), request.statements[i].statement->table_name, target.snapshot.get()}
        );
    }
    return tables;
}

Result<ExecuteTransactionReply> run_reads(
    const universes::Call& call,
    const std::vector<partiql::StatementTarget>& targets,
    const ExecuteTransactionRequest& request
) {
    std::vector<Result<MutableItemImagePtr>> planned;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        planned.push_back(
            partiql::selected_key(targets[i].schema(), *request.statements[i].statement)
        );
    }
    STATOR_TRY(const auto keys, all_or_cancel(std::move(planned)));
    STATOR_CHECK(check_items(targets, request));
    const auto tables = named_tables(targets, request);
    STATOR_TRY(TransactReads reads, read_transaction(call, tables, keys));
    return ExecuteTransactionReply{
        std::move(reads.items), std::move(reads.tables), CapacityUnitKind::Read};
}

Result<std::vector<partiql::StatementWrite>> plan_writes(
    const std::vector<partiql::StatementTarget>& targets, const ExecuteTransactionRequest& request
) {
    std::vector<Result<partiql::StatementWrite>> planned;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const TransactStatement& member = request.statements[i];
        planned.push_back(partiql::plan_write(targets[i], *member.statement));
        if (planned.back().has_error()) continue;
        planned.back()->intent.return_item_on_failure = member.return_item_on_failure;
    }
    return all_or_cancel(std::move(planned));
}

Result<ExecuteTransactionReply> run_writes(
    const universes::Call& call,
    const std::vector<partiql::StatementTarget>& targets,
    const ExecuteTransactionRequest& request
) {
    STATOR_TRY(const auto writes, plan_writes(targets, request));
    STATOR_CHECK(check_items(targets, request));
    STATOR_TRY(
        transactions::TransactionLog::Use use,
        call.universe.transactions().tokens.begin(
            call.context, "ExecuteTransaction", request.token, request.payload
        )
    );
    if (use.is_replay()) {
        call.outcome.wait_for(use.journal_ticket());
        return ExecuteTransactionReply{{}, replayed_tables(use.replay()), CapacityUnitKind::Read};
    }
    std::vector<write::WriteIntent> intents;
    for (const partiql::StatementWrite& write : writes) intents.push_back(write.intent);
    const auto tables = named_tables(targets, request);
    TransactionParts parts{tables, intents};
    STATOR_TRY(
        const auto written,
        apply_once(call.universe.committer(), call.context, use, parts, call.outcome)
    );
    TransactTally tally;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        tally.table(tables[i].table, tables[i].name)
            .consumption.add(transact_consumption(written[i]));
    }
    return ExecuteTransactionReply{{}, tally.take(), CapacityUnitKind::Write};
}

}  // namespace

Result<requests::statements::ExecuteTransactionReply> execute_transaction(
    const universes::Call& call, ExecuteTransactionRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(const auto targets, examine_all(catalog, request));
    STATOR_CHECK(check_same_direction(request));
    STATOR_CHECK(check_tables(targets));
    if (request.statements.front().statement->is_read()) {
        call.outcome.wait_for(catalog.last_ticket());
        return run_reads(call, targets, request);
    }
    return run_writes(call, targets, request);
}

}  // namespace stator::engine::operations
