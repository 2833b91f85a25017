// A PartiQL statement: its tokens, written with other whitespace, comments and letters, parse to
// the same tree. With parameters filled in it is a statement or a client error, the same each time.
#include <algorithm>
#include <optional>

#include "protocol/partiql/lexer.hpp"
#include "protocol/partiql/parser.hpp"
#include "protocol/partiql/statement.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::partiql::Statement;
namespace partiql = protocol::partiql;
using protocol::values::AttributeValue;

std::string in_quotes(std::string_view text, char quote) {
    std::string quoted(1, quote);
    for (const char c : text) quoted.append(c == quote ? 2 : 1, c);
    quoted.push_back(quote);
    return quoted;
}

std::string in_capitals(std::string text) {
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return text;
}

std::string written(const partiql::Token& token) {
    switch (token.kind) {
        case partiql::TokenKind::Keyword: return in_capitals(token.text);
        case partiql::TokenKind::QuotedIdentifier: return in_quotes(token.text, '"');
        case partiql::TokenKind::String: return in_quotes(token.text, '\'');
        case partiql::TokenKind::Identifier:
        case partiql::TokenKind::Number:
        case partiql::TokenKind::Parameter:
        case partiql::TokenKind::Symbol:
        case partiql::TokenKind::End: return token.text;
    }
    return "";
}

std::string written(const std::vector<partiql::Token>& tokens, std::string_view gap) {
    std::string text(gap);
    for (const partiql::Token& token : tokens) text.append(written(token)).append(gap);
    return text;
}

// The tree; nullopt for an error, because errors contain positions and texts.
std::optional<std::string> tree_of(std::string_view statement) {
    const auto parsed = protocol::partiql::parse_statement(statement);
    if (parsed.has_value()) return protocol::partiql::syntax_text(parsed->root);
    require_client_error(parsed.error(), statement);
    return std::nullopt;
}

void check_tokens(std::string_view text) {
    const auto tokens = protocol::partiql::tokenize(text);
    if (tokens.has_error()) {
        require_client_error(tokens.error(), text);
        require(!tree_of(text), "no tree without tokens", text);
        return;
    }
    const auto tree = tree_of(text);
    for (const std::string_view gap : {" ", "\n\t", " /* a ' comment */ ", " -- to the end\n"}) {
        const std::string respaced = written(*tokens, gap);
        const auto again = tree_of(respaced);
        require(again == tree, "the same tree", text, respaced);
    }
}

std::string shown(const Statement& statement) {
    std::string text = statement.table_name + " " + statement.index_name + " ";
    text.append(std::to_string(static_cast<int>(statement.kind)));
    if (statement.where) text.append(protocol::expression::condition_text(*statement.where));
    if (statement.columns) {
        for (const auto& column : *statement.columns) {
            text.append(" ").append(column.name).append(protocol::values::path_text(column.path));
        }
    }
    for (const auto& term : statement.order) text.append(" by ").append(term.attribute);
    if (statement.item) text.append(statement.item->payload());
    return text + protocol::expression::update_text(statement.update);
}

void check_statement(std::string_view text) {
    const auto parsed = protocol::partiql::parse_statement(text);
    const std::size_t count = parsed.has_value() ? parsed->parameters : 0;
    const std::vector<AttributeValue> parameters(
        count, AttributeValue::scalar(protocol::values::AttributeType::String, "p")
    );
    const auto outcome = [&] {
        const auto statement = protocol::partiql::read_statement(text, parameters);
        if (statement.has_value()) return shown(*statement);
        require_client_error(statement.error(), text);
        return "!" + statement.error().message;
    };
    const std::string first = outcome();
    require(outcome() == first, "deterministic", text, first);
    require(parsed.has_value() || first.starts_with("!"), "no statement without a tree", text);
    if (count == 0) return;
    const auto none = protocol::partiql::read_statement(text, {});
    require(none.has_error(), "parameters are needed", text);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(partiql) {
    using namespace stator::fuzz;
    const std::string_view text = text_of(data, size);
    check_tokens(text);
    check_statement(text);
    return 0;
}
