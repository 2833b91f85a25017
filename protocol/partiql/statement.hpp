// Statement: a PartiQL statement with its parameters, after all checks that need no table. Input
// for the engine's planner. A value.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/partiql/syntax_tree.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::protocol::partiql {

// One column of a SELECT.
struct Column {
    // AWS: the last name of the path and the indexes after it: "k[0]" for m.k[0].
    // [case ExecuteStatement/output_columns]
    std::string name;
    values::DocumentPath path;
};

struct OrderTerm {
    std::string attribute;  // as written if it is not a top-level attribute
    bool ascending = true;
};

struct Statement {
    StatementKind kind = StatementKind::Select;
    // EXISTS(SELECT …)
    bool exists = false;
    std::string table_name;
    std::string index_name;  // "" for the table
    std::optional<expression::Condition> where;

    // The columns of a SELECT; nullopt returns whole items.
    std::optional<std::vector<Column>> columns;
    std::vector<OrderTerm> order;
    // AWS: a column that is not a path is reported after a multi-attribute index and before a
    // missing table. [case ExecuteStatement/missing_table]
    std::optional<ApiError> column_error;

    values::MutableItemImagePtr item;     // INSERT
    expression::UpdateExpression update;  // UPDATE
    values::ReturnValues returning = values::ReturnValues::None;

    bool is_read() const { return kind == StatementKind::Select && !exists; }
};

// Errors, in DynamoDB's order: syntax; literals, operands and functions in text order; empty or too
// many names in the FROM clause; the number of parameters.
Result<Statement> read_statement(
    std::string_view text, std::span<const values::AttributeValue> parameters
);

// Returns the row reduced to the columns. Omits columns that the row does not have.
values::MutableItemImagePtr project_columns(
    const values::ItemImage& row, const std::vector<Column>& columns
);

}  // namespace stator::protocol::partiql
