#include "engine/partiql/write_plan.hpp"

#include <utility>

#include "engine/expression/update.hpp"
#include "engine/partiql/decomposition.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/schema/key_checks.hpp"
#include "protocol/errors/partiql.hpp"

namespace stator::engine::partiql {
namespace {

using protocol::expression::Condition;
using protocol::expression::ConditionKind;
using protocol::partiql::Statement;
using protocol::partiql::StatementKind;
using values::DocumentPath;
using values::ItemImagePtr;
using values::MutableItemImagePtr;
using values::ReturnValues;

const Condition* where_of(const Statement& statement) {
    return statement.where ? &*statement.where : nullptr;
}

write::WriteKind write_kind(const Statement& statement) {
    switch (statement.kind) {
        case StatementKind::Select: return write::WriteKind::Check;
        case StatementKind::Insert: return write::WriteKind::Put;
        case StatementKind::Update: return write::WriteKind::Update;
        case StatementKind::Delete: return write::WriteKind::Delete;
    }
    return write::WriteKind::Check;
}

// AWS: a DELETE of a missing item succeeds, regardless of its other conditions.
// [case ExecuteStatement/write_conditions]
std::shared_ptr<const Condition> delete_condition(
    const schema::TableSchema& schema, const Statement& statement
) {
    Condition absent{.kind = ConditionKind::AttributeNotExists};
    absent.operands.emplace_back(DocumentPath{{schema.hash.name}});
    auto either = std::make_shared<Condition>();
    either->kind = ConditionKind::Or;
    either->children.push_back(std::move(absent));
    either->children.push_back(*statement.where);
    return either;
}

Result<MutableItemImagePtr> checked_key(
    const schema::TableSchema& schema, const KeyEqualities& keys
) {
    MutableItemImagePtr key = keys.key_image(schema);
    STATOR_CHECK(schema::check_key(schema, *key));
    schema::bind_item_keys(schema, *key);
    return key;
}

}  // namespace

Result<void> check_single_item(const schema::TableSchema& schema, const Statement& statement) {
    if (statement.kind == StatementKind::Insert) return {};
    const KeyEqualities keys = find_key_equalities(schema, where_of(statement), false);
    if (statement.kind == StatementKind::Select) {
        const bool conditional = keys.is_complete(schema) && keys.has_other_terms;
        if (!conditional) return errors::exists_needs_condition();
        return {};
    }
    if (!keys.is_complete(schema)) return errors::key_equality_needed();
    if (!keys.contradicted.empty()) return errors::several_conditions_on_key(keys.contradicted);
    return {};
}

Result<void> check_selects_one_item(
    const schema::TableSchema& schema, const Statement& statement, const ApiError& refusal
) {
    if (!statement.index_name.empty() || !statement.where) return refusal;
    const KeyEqualities keys = find_key_equalities(schema, &*statement.where, true);
    if (keys.is_complete(schema) && !keys.has_other_terms) return {};
    STATOR_CHECK(decompose(read::SourceKeys::of(schema, nullptr), *statement.where));
    return refusal;
}

Result<MutableItemImagePtr> selected_key(
    const schema::TableSchema& schema, const Statement& statement
) {
    return checked_key(schema, find_key_equalities(schema, where_of(statement), true));
}

// AWS: PartiQL does not charge for statements. A missing item never meets a WHERE, because the
// WHERE requires the key, so an UPDATE never creates an item.
// [case ExecuteStatement/write_conditions]
Result<StatementWrite> plan_write(const StatementTarget& target, const Statement& statement) {
    const schema::TableSchema& schema = target.schema();
    StatementWrite write;
    write::WriteIntent& intent = write.intent;
    const write::WriteKind kind = write_kind(statement);
    if (statement.kind == StatementKind::Insert) {
        STATOR_CHECK(schema::check_item_key(schema, *statement.item, false));
        intent = write::make_intent(target.table, schema, kind, statement.item);
        intent.charge_statement = false;
        intent.must_be_new = true;
        return write;
    }
    const KeyEqualities keys = find_key_equalities(schema, where_of(statement), false);
    const bool exists = statement.kind == StatementKind::Select;
    if (!exists && !keys.contradicted.empty()) {
        return errors::several_conditions_on_key(keys.contradicted);
    }
    STATOR_TRY(MutableItemImagePtr key, checked_key(schema, keys));
    intent = write::make_intent(target.table, schema, kind, std::move(key));
    intent.charge_statement = false;
    intent.condition = where_of(statement);
    if (statement.kind == StatementKind::Update) intent.update = &statement.update;
    if (statement.kind == StatementKind::Delete) {
        if (keys.has_other_terms) write.condition = delete_condition(schema, statement);
        intent.condition = write.condition.get();
    }
    return write;
}

ItemImagePtr returned_item(
    const Statement& statement, const ItemImagePtr& old_image, const ItemImagePtr& new_image
) {
    switch (statement.returning) {
        case ReturnValues::None: return nullptr;
        case ReturnValues::AllOld: return old_image;
        case ReturnValues::AllNew: return new_image;
        case ReturnValues::UpdatedOld:
            return old_image ? expression::project_touched(statement.update, *old_image) : nullptr;
        case ReturnValues::UpdatedNew:
            return new_image ? expression::project_touched(statement.update, *new_image) : nullptr;
    }
    return nullptr;
}

}  // namespace stator::engine::partiql
