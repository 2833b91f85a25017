#include <algorithm>
#include <utility>
#include <variant>

#include "engine/capacity/capacity.hpp"
#include "engine/faults/rare_answers.hpp"
#include "engine/operations/read_watch.hpp"
#include "engine/operations/statements.hpp"
#include "engine/partiql/write_plan.hpp"
#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/write/rare_conflict.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/transactions.hpp"

namespace stator::engine::operations {
namespace {

using protocol::ErrorType;
using protocol::partiql::Statement;
using requests::statements::BatchExecuteStatementReply;
using requests::statements::BatchExecuteStatementRequest;
using requests::statements::BatchStatement;
using requests::statements::BatchStatementReply;
using values::ItemImagePtr;
using values::MutableItemImagePtr;

// A member ready to run: the key of the item it reads, or a write.
struct PlannedMember {
    partiql::StatementTarget target;
    std::variant<MutableItemImagePtr, partiql::StatementWrite> action;

    storage::KeyView key() const {
        if (const auto* write = std::get_if<partiql::StatementWrite>(&action))
            return write->intent.key();
        const auto& image = std::get<MutableItemImagePtr>(action);
        return {schema::item_hash(*image), image->pk(), image->sk()};
    }

    bool is_same_item(const PlannedMember& other) const {
        const storage::KeyView one = key();
        const storage::KeyView two = other.key();
        return target.table == other.target.table && one.pk == two.pk && one.sk == two.sk;
    }
};

Result<PlannedMember> plan_member(const catalog::Catalog& catalog, const BatchStatement& member) {
    if (member.statement.has_error()) return member.statement.error();
    const Statement& statement = *member.statement;
    if (statement.exists) return errors::exists_outside_transaction();
    PlannedMember planned;
    STATOR_TRY(
        planned.target, partiql::find_statement_target(catalog, statement, member.consistent)
    );
    const schema::TableSchema& schema = planned.target.schema();
    if (statement.is_read()) {
        STATOR_CHECK(
            partiql::check_selects_one_item(schema, statement, errors::batch_select_needs_key())
        );
        STATOR_TRY(planned.action, partiql::selected_key(schema, statement));
        return planned;
    }
    STATOR_CHECK(partiql::check_single_item(schema, statement));
    STATOR_TRY(partiql::StatementWrite write, partiql::plan_write(planned.target, statement));
    // Members fail individually: the batch itself chooses the one that meets a conflict.
    write.intent.meets_rare_refusals = false;
    // Both are needed to charge a failed write; no reply of a batch returns the item.
    write.intent.return_item_on_failure = true;
    write.intent.return_duplicated_item = true;
    planned.action = std::move(write);
    return planned;
}

Result<void> check_same_direction(const BatchExecuteStatementRequest& request) {
    bool reads = false;
    bool writes = false;
    for (const BatchStatement& member : request.statements) {
        if (member.statement.has_error()) continue;
        reads = reads || member.statement->is_read();
        writes = writes || !member.statement->is_read();
    }
    if (reads && writes) return errors::batch_reads_and_writes();
    return {};
}

Result<void> check_distinct_items(const std::vector<Result<PlannedMember>>& members) {
    for (std::size_t later = 1; later < members.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            if (members[earlier].has_error() || members[later].has_error()) continue;
            if (members[earlier]->is_same_item(*members[later])) {
                return errors::duplicate_batch_keys();
            }
        }
    }
    return {};
}

BatchStatementReply refused(const ApiError& error) {
    BatchStatementReply reply;
    reply.error = error;
    return reply;
}

// AWS: a failed condition is charged by the larger of the stored item and the sent one.
// [case BatchExecuteStatement/capacity_of_failures]
BatchStatementReply refused_write(const write::WriteIntent& intent, ApiError error) {
    const ItemImagePtr stored = std::exchange(error.item, nullptr);
    BatchStatementReply reply;
    const bool is_condition = error.type == ErrorType::ConditionalCheckFailedException ||
                              error.type == ErrorType::DuplicateItemException;
    if (is_condition) {
        const std::int64_t there = stored ? stored->item_size() : 0;
        const std::int64_t sent =
            intent.kind == write::WriteKind::Put ? intent.image->item_size() : 0;
        reply.consumption.refused = capacity::write_units(std::max(there, sent));
    }
    reply.error = std::move(error);
    return reply;
}

BatchStatementReply read_member(
    const universes::Call& call,
    const PlannedMember& planned,
    const BatchStatement& member,
    bool meets_rare_throttle
) {
    ReadWatch watch(call, *planned.target.table, *planned.target.snapshot);
    const storage::KeyView key = planned.key();
    const auto admitted = watch.admit_part(key, meets_rare_throttle);
    if (admitted.has_error()) return refused(admitted.error());
    const auto reached = watch.reach(member.consistent);
    if (reached.has_error()) return refused(reached.error());
    BatchStatementReply reply;
    read::Moments* const moments = watch.moments(member.consistent, Breadth::Batch);
    reply.item = read::read_item(
        *planned.target.table, key, moments, member.consistent ? &call.outcome : nullptr
    );
    const std::int64_t bytes = reply.item ? reply.item->item_size() : 0;
    reply.consumption.table = capacity::read_units(bytes, member.consistent);
    watch.note_item(key, reply.consumption, reply.item != nullptr);
    return reply;
}

BatchStatementReply write_member(
    const universes::Call& call, const partiql::StatementWrite& write, const Statement& statement
) {
    auto written = call.universe.committer().apply(write.intent, call.context, call.outcome);
    if (written.has_error()) return refused_write(write.intent, std::move(written).error());
    BatchStatementReply reply;
    reply.item = partiql::returned_item(statement, written->old_image, written->new_image);
    reply.consumption = std::move(written->consumption);
    return reply;
}

}  // namespace

Result<requests::statements::BatchExecuteStatementReply> batch_execute_statement(
    const universes::Call& call, BatchExecuteStatementRequest& request
) {
    STATOR_CHECK(check_same_direction(request));
    std::vector<Result<PlannedMember>> members;
    catalog::Catalog& catalog = call.catalog();
    for (const BatchStatement& member : request.statements) {
        members.push_back(plan_member(catalog, member));
    }
    STATOR_CHECK(check_distinct_items(members));
    STATOR_CHECK(faults::refuse(call.context));
    const auto conflicting = write::conflicting_position(call.context, members.size());
    const auto throttled = faults::throttled_action(call.context, members.size());
    BatchExecuteStatementReply reply;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (members[i].has_error()) {
            reply.members.push_back(refused(members[i].error()));
            continue;
        }
        const BatchStatement& member = request.statements[i];
        auto* write = std::get_if<partiql::StatementWrite>(&members[i]->action);
        if (write == nullptr) {
            reply.members.push_back(read_member(call, *members[i], member, throttled == i));
        } else if (conflicting == i) {
            call.context.rare_answers->given = faults::RareRefusal::Conflict;
            reply.members.push_back(refused(errors::transaction_conflict()));
        } else {
            write->intent.meets_rare_throttle = throttled == i;
            reply.members.push_back(write_member(call, *write, *member.statement));
        }
        reply.members.back().names_table = true;
        reply.members.back().table_name = member.statement->table_name;
    }
    return reply;
}

}  // namespace stator::engine::operations
