#include "protocol/partiql/syntax_tree.hpp"

namespace stator::protocol::partiql {
namespace {

std::string_view statement_name(StatementKind kind) {
    switch (kind) {
        case StatementKind::Select: return "Select";
        case StatementKind::Insert: return "Insert";
        case StatementKind::Update: return "Update";
        case StatementKind::Delete: return "Delete";
    }
    return "";
}

std::string_view returning_text(values::ReturnValues returning) {
    switch (returning) {
        case values::ReturnValues::None: return "";
        case values::ReturnValues::AllOld: return " RETURNING ALL OLD";
        case values::ReturnValues::AllNew: return " RETURNING ALL NEW";
        case values::ReturnValues::UpdatedOld: return " RETURNING MODIFIED OLD";
        case values::ReturnValues::UpdatedNew: return " RETURNING MODIFIED NEW";
    }
    return "";
}

// Returns the text of a node without children; nullopt for other nodes.
std::optional<std::string> leaf_text(const SyntaxNode& node) {
    const bool as_written = node.kind == NodeKind::Number || node.kind == NodeKind::Boolean ||
                            node.kind == NodeKind::Identifier;
    if (as_written) return node.text;
    if (node.kind == NodeKind::String) return "'" + node.text + "'";
    if (node.kind == NodeKind::Parameter) return "?" + node.text;
    if (node.kind == NodeKind::Null) return "null";
    if (node.kind == NodeKind::Missing) return "missing";
    if (node.kind == NodeKind::Star) return "*";
    return std::nullopt;
}

std::string statement_text(const StatementSyntax& statement) {
    std::string text = "(";
    text.append(statement_name(statement.kind));
    if (statement.all_columns) text.append(" *");
    for (const SyntaxNode& column : statement.columns) text.append(" " + syntax_text(column));
    text.append(" FROM " + syntax_text(statement.source));
    if (statement.kind == StatementKind::Insert) {
        text.append(" VALUE " + syntax_text(statement.value));
    }
    for (const AssignmentSyntax& assignment : statement.assignments) {
        text.append(assignment.value ? " SET " : " REMOVE ");
        text.append(syntax_text(assignment.target));
        if (assignment.value) text.append(" = " + syntax_text(*assignment.value));
    }
    if (statement.where) text.append(" WHERE " + syntax_text(*statement.where));
    for (const OrderSyntax& order : statement.order) {
        text.append(" ORDER BY " + syntax_text(order.term));
        text.append(order.ascending ? " ASC" : " DESC");
    }
    return text.append(returning_text(statement.returning)).append(")");
}

}  // namespace

std::string_view node_name(const SyntaxNode& node) {
    switch (node.kind) {
        case NodeKind::String:
        case NodeKind::Number:
        case NodeKind::Boolean:
        case NodeKind::Null: return "Lit";
        case NodeKind::Missing: return "Missing";
        case NodeKind::Parameter: return "Parameter";
        case NodeKind::List: return "List";
        case NodeKind::Bag: return "Bag";
        case NodeKind::Tuple: return "Struct";
        case NodeKind::Identifier: return "Id";
        case NodeKind::Index: return "Index";
        case NodeKind::Star: return "Star";
        case NodeKind::Path: return "Path";
        case NodeKind::Call: return node.text;
        case NodeKind::Equal: return "Eq";
        case NodeKind::NotEqual: return "Ne";
        case NodeKind::Less: return "Lt";
        case NodeKind::LessOrEqual: return "Lte";
        case NodeKind::Greater: return "Gt";
        case NodeKind::GreaterOrEqual: return "Gte";
        case NodeKind::And: return "And";
        case NodeKind::Or: return "Or";
        case NodeKind::Not: return "Not";
        case NodeKind::Between: return "Between";
        case NodeKind::In: return "InCollection";
        case NodeKind::Like: return "Like";
        case NodeKind::IsType: return "IsType";
        case NodeKind::Plus: return "Plus";
        case NodeKind::Minus: return "Minus";
        case NodeKind::Times: return "Times";
        case NodeKind::Divide: return "Divide";
        case NodeKind::Modulo: return "Modulo";
        case NodeKind::Concat: return "Concat";
        case NodeKind::Negative: return "Neg";
        case NodeKind::Positive: return "Pos";
        case NodeKind::Statement: return statement_name(node.statement->kind);
    }
    return "";
}

std::string syntax_text(const SyntaxNode& node) {
    if (node.kind == NodeKind::Statement) return statement_text(*node.statement);
    if (auto leaf = leaf_text(node)) return std::move(*leaf);
    std::string text = "(";
    text.append(node_name(node));
    if (node.kind == NodeKind::IsType) text.append(" ").append(node.text);
    for (const SyntaxNode& child : node.children) text.append(" ").append(syntax_text(child));
    return text.append(")");
}

}  // namespace stator::protocol::partiql
