#include <utility>

#include "protocol/partiql/grammar.hpp"
#include "protocol/partiql/parser.hpp"

namespace stator::protocol::partiql {
namespace {

using errors::syntax_fault;
using errors::SyntaxFault;

void refuse(StatementSyntax& statement, ApiError error) {
    if (!statement.unsupported) statement.unsupported = std::move(error);
}

std::string upper_case(std::string text) {
    for (char& c : text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

}  // namespace

const Token& Grammar::peek(std::size_t ahead) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
}

bool Grammar::at_keyword(std::string_view word, std::size_t ahead) const {
    return peek(ahead).is_keyword(word);
}

// Does not advance past the End token.
const Token& Grammar::take() {
    const Token& token = peek();
    if (token.kind != TokenKind::End) ++next_;
    return token;
}

bool Grammar::take_keyword(std::string_view word) {
    if (!at_keyword(word)) return false;
    take();
    return true;
}

bool Grammar::take_symbol(std::string_view symbol) {
    if (!at_symbol(symbol)) return false;
    take();
    return true;
}

Result<void> Grammar::expect_symbol(std::string_view symbol, SyntaxFault fault_kind) {
    if (take_symbol(symbol)) return {};
    return syntax_fault(fault_kind);
}

SyntaxNode Grammar::node_at(NodeKind kind, const Token& token) {
    return {.kind = kind, .text = token.text, .position = token.position};
}

Result<SyntaxNode> Grammar::complete_statement() {
    const TokenKind first = peek().kind;
    const bool has_verb = first == TokenKind::Keyword || first == TokenKind::Symbol;
    auto root = whole_expression();
    const bool is_name = root.has_value() && root->kind == NodeKind::Identifier;
    if (at_symbol(";") && next_ == 0) return syntax_fault(SyntaxFault::DataManipulationExpected);
    if (!has_verb && (root.has_error() || is_name)) {
        return syntax_fault(SyntaxFault::DataManipulationExpected);
    }
    return root;
}

Result<SyntaxNode> Grammar::whole_expression() {
    STATOR_TRY(SyntaxNode root, expression());
    if (take_symbol(";")) {
        if (peek().kind != TokenKind::End) return syntax_fault(SyntaxFault::SecondStatement);
        return root;
    }
    if (peek().kind != TokenKind::End) return syntax_fault(SyntaxFault::LeftoverToken);
    return root;
}

Result<SyntaxNode> Grammar::statement() {
    StatementSyntax statement;
    SyntaxNode node = node_at(NodeKind::Statement, peek());
    if (take_keyword("select")) {
        STATOR_CHECK(select(statement));
    } else if (at_keyword("insert") && at_keyword("into", 1)) {
        STATOR_CHECK(insert(statement));
    } else if (take_keyword("update")) {
        STATOR_CHECK(update(statement));
    } else if (take_keyword("delete")) {
        STATOR_CHECK(remove(statement));
    } else if (take_keyword("from")) {
        STATOR_CHECK(from_first(statement));
    } else {
        return syntax_fault(SyntaxFault::KeywordUnexpected);
    }
    node.statement = std::make_shared<const StatementSyntax>(std::move(statement));
    return node;
}

Result<void> Grammar::select(StatementSyntax& statement) {
    STATOR_CHECK(select_list(statement));
    if (!take_keyword("from")) return syntax_fault(SyntaxFault::FromAfterSelectList);
    STATOR_TRY(statement.source, expression());
    alias(statement);
    refused_clauses(statement);
    if (statement.unsupported) return *statement.unsupported;
    STATOR_CHECK(where(statement));
    refused_clauses(statement);
    if (statement.unsupported) return *statement.unsupported;
    STATOR_CHECK(order_by(statement));
    refused_clauses(statement);
    if (statement.unsupported) return *statement.unsupported;
    return {};
}

Result<void> Grammar::select_list(StatementSyntax& statement) {
    for (const std::string_view word : {"distinct", "all", "value"}) {
        if (!at_keyword(word)) continue;
        return errors::unsupported_clause(upper_case(peek().text), peek().position);
    }
    if (at_symbol("*") && at_keyword("from", 1)) {
        take();
        statement.all_columns = true;
        return {};
    }
    do {
        if (at_keyword("from") || at_keyword("where"))
            return syntax_fault(SyntaxFault::KeywordUnexpected);
        STATOR_TRY(SyntaxNode column, expression());
        statement.columns.push_back(std::move(column));
        alias(statement);
    } while (take_symbol(","));
    return {};
}

// Records clauses of SQL that DynamoDB does not support.
void Grammar::refused_clauses(StatementSyntax& statement) {
    for (const std::string_view word : {"group", "having", "limit", "offset", "let"}) {
        if (!at_keyword(word)) continue;
        refuse(statement, errors::unsupported_clause(upper_case(peek().text), peek().position));
    }
    for (const std::string_view word :
         {"join", "inner", "left", "right", "full", "cross", "outer"}) {
        if (at_keyword(word)) refuse(statement, errors::several_sources());
    }
    if (at_symbol(",")) refuse(statement, errors::several_sources());
}

Result<void> Grammar::order_by(StatementSyntax& statement) {
    if (!take_keyword("order")) return {};
    if (!take_keyword("by")) return syntax_fault(SyntaxFault::TokenUnexpected);
    do {
        OrderSyntax order;
        STATOR_TRY(order.term, expression());
        if (!take_keyword("asc")) order.ascending = !take_keyword("desc");
        statement.order.push_back(std::move(order));
    } while (take_symbol(","));
    return {};
}

Result<void> Grammar::insert(StatementSyntax& statement) {
    statement.kind = StatementKind::Insert;
    take();
    take();
    STATOR_TRY(statement.source, simple_path());
    if (!take_keyword("value")) {
        STATOR_CHECK(expression());
        return syntax_fault(SyntaxFault::LeftoverToken);
    }
    STATOR_TRY(statement.value, expression());
    return {};
}

Result<void> Grammar::update(StatementSyntax& statement) {
    statement.kind = StatementKind::Update;
    STATOR_TRY(statement.source, simple_path());
    alias(statement);
    STATOR_CHECK(assignments(statement));
    STATOR_CHECK(where(statement));
    return returning(statement);
}

// AWS: WHERE is allowed only before the first SET. [case ExecuteStatement/from_first]
Result<void> Grammar::from_first(StatementSyntax& statement) {
    statement.kind = StatementKind::Update;
    STATOR_TRY(statement.source, expression());
    alias(statement);
    STATOR_CHECK(where(statement));
    STATOR_CHECK(assignments(statement));
    return returning(statement);
}

Result<void> Grammar::remove(StatementSyntax& statement) {
    statement.kind = StatementKind::Delete;
    if (!take_keyword("from")) return syntax_fault(SyntaxFault::FromAfterDelete);
    STATOR_TRY(statement.source, simple_path());
    alias(statement);
    STATOR_CHECK(where(statement));
    return returning(statement);
}

Result<void> Grammar::assignments(StatementSyntax& statement) {
    while (at_keyword("set") || at_keyword("remove")) {
        const bool is_set = take().text == "set";
        do {
            AssignmentSyntax assignment;
            STATOR_TRY(assignment.target, simple_path());
            if (is_set) {
                STATOR_CHECK(expect_symbol("=", SyntaxFault::EqualSignExpected));
                STATOR_TRY(assignment.value, expression());
            }
            statement.assignments.push_back(std::move(assignment));
        } while (take_symbol(","));
    }
    if (statement.assignments.empty()) return syntax_fault(SyntaxFault::DataManipulationExpected);
    return {};
}

Result<void> Grammar::where(StatementSyntax& statement) {
    if (!take_keyword("where")) return {};
    STATOR_TRY(statement.where, expression());
    return {};
}

Result<void> Grammar::returning(StatementSyntax& statement) {
    if (!take_keyword("returning")) return {};
    const bool all = at_keyword("all");
    const bool old = at_keyword("old", 1);
    const bool known = (all || at_keyword("modified")) && (old || at_keyword("new", 1));
    if (!known) return syntax_fault(SyntaxFault::ReturningExpected);
    take();
    take();
    STATOR_CHECK(expect_symbol("*", SyntaxFault::TermUnexpected));
    if (all) {
        statement.returning = old ? values::ReturnValues::AllOld : values::ReturnValues::AllNew;
    } else {
        statement.returning =
            old ? values::ReturnValues::UpdatedOld : values::ReturnValues::UpdatedNew;
    }
    return {};
}

// Parses a path whose root is a name.
Result<SyntaxNode> Grammar::simple_path() {
    const TokenKind kind = peek().kind;
    const bool is_name = kind == TokenKind::Identifier || kind == TokenKind::QuotedIdentifier;
    if (!is_name) return syntax_fault(SyntaxFault::PathIdentifierExpected);
    return steps(node_at(NodeKind::Identifier, take()));
}

// Parses another name for a table or column.
void Grammar::alias(StatementSyntax& statement) {
    const bool has_as = take_keyword("as");
    const TokenKind kind = peek().kind;
    const bool is_name = kind == TokenKind::Identifier || kind == TokenKind::QuotedIdentifier;
    if (!has_as && !is_name) return;
    if (is_name) take();
    refuse(statement, errors::aliasing_not_supported());
}

Result<ParsedStatement> parse_statement(std::string_view text) {
    STATOR_TRY(auto tokens, tokenize(text));
    Grammar grammar(std::move(tokens));
    ParsedStatement parsed;
    STATOR_TRY(parsed.root, grammar.complete_statement());
    parsed.parameters = grammar.parameters();
    return parsed;
}

}  // namespace stator::protocol::partiql
