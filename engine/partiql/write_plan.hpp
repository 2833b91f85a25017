// Statements about one item: INSERT, UPDATE, DELETE, EXISTS, and the SELECT of a batch or a
// transaction. Pure functions.
#pragma once

#include <memory>

#include "engine/partiql/key_equalities.hpp"
#include "engine/partiql/target.hpp"
#include "engine/write/intent.hpp"
#include "protocol/base/result.hpp"
#include "protocol/partiql/statement.hpp"

namespace stator::engine::partiql {

// A write and the data it owns. The intent also refers to the statement.
struct StatementWrite {
    write::WriteIntent intent;
    // The condition of a DELETE, which succeeds if no item exists. Null for other statements.
    std::shared_ptr<const protocol::expression::Condition> condition;
};

// Checks the key in an UPDATE, DELETE or EXISTS, before any value is validated against the schema.
// AWS: an EXISTS may give two values to a key; the second is a condition that is never met.
// [case ExecuteTransaction/exists] Errors: no equality on a key attribute, or several; an EXISTS
// without a further condition.
Result<void> check_single_item(
    const schema::TableSchema& schema, const protocol::partiql::Statement& statement
);

// Checks that a SELECT reads one item by its whole key and nothing else, without an index. Errors:
// those of the reads its WHERE decomposes into, otherwise `refusal`. AWS:
// [case BatchExecuteStatement/select_key_rule] [case ExecuteTransaction/statement_faults]
Result<void> check_selects_one_item(
    const schema::TableSchema& schema,
    const protocol::partiql::Statement& statement,
    const ApiError& refusal
);

// The bound key of such a SELECT. Error: wrong type or contents of a key attribute.
Result<values::MutableItemImagePtr> selected_key(
    const schema::TableSchema& schema, const protocol::partiql::Statement& statement
);

// Errors: a key attribute with no value or two; wrong type or contents of a key attribute.
Result<StatementWrite> plan_write(
    const StatementTarget& target, const protocol::partiql::Statement& statement
);

// The item that RETURNING requests, or null.
values::ItemImagePtr returned_item(
    const protocol::partiql::Statement& statement,
    const values::ItemImagePtr& old_image,
    const values::ItemImagePtr& new_image
);

}  // namespace stator::engine::partiql
