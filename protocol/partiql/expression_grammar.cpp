#include <algorithm>
#include <array>
#include <utility>

#include "protocol/base/limits.hpp"
#include "protocol/partiql/grammar.hpp"

namespace stator::protocol::partiql {
namespace {

using errors::syntax_fault;
using errors::SyntaxFault;

constexpr int kOr = 10;
constexpr int kAnd = 20;
constexpr int kNot = 30;
constexpr int kEquality = 40;
constexpr int kComparison = 50;
constexpr int kAddition = 60;
constexpr int kMultiplication = 70;

struct Operator {
    std::string_view text;
    NodeKind kind;
    int precedence;
};

constexpr std::array<Operator, 13> kSymbolOperators = {{
    {"=", NodeKind::Equal, kEquality},
    {"<>", NodeKind::NotEqual, kEquality},
    {"!=", NodeKind::NotEqual, kEquality},
    {"<", NodeKind::Less, kComparison},
    {"<=", NodeKind::LessOrEqual, kComparison},
    {">", NodeKind::Greater, kComparison},
    {">=", NodeKind::GreaterOrEqual, kComparison},
    {"+", NodeKind::Plus, kAddition},
    {"-", NodeKind::Minus, kAddition},
    {"||", NodeKind::Concat, kAddition},
    {"*", NodeKind::Times, kMultiplication},
    {"/", NodeKind::Divide, kMultiplication},
    {"%", NodeKind::Modulo, kMultiplication},
}};

constexpr std::array<Operator, 6> kKeywordOperators = {{
    {"and", NodeKind::And, kAnd},
    {"or", NodeKind::Or, kOr},
    {"is", NodeKind::IsType, kEquality},
    {"in", NodeKind::In, kEquality},
    {"between", NodeKind::Between, kComparison},
    {"like", NodeKind::Like, kComparison},
}};

// Keywords that are names of functions. AWS: ignores the case of letters.
constexpr std::array<std::string_view, 16> kFunctionKeywords = {
    "avg",
    "bag",
    "bit_length",
    "char_length",
    "character_length",
    "count",
    "exists",
    "list",
    "lower",
    "max",
    "min",
    "octet_length",
    "sexp",
    "size",
    "sum",
    "upper"};

constexpr std::array<std::string_view, 39> kTypeNames = {
    "any",       "bag",     "bigint", "binary",  "blob",      "bool",     "boolean",  "char",
    "character", "clob",    "date",   "dec",     "decimal",   "double",   "float",    "int",
    "int2",      "int4",    "int8",   "integer", "integer2",  "integer4", "integer8", "list",
    "map",       "missing", "null",   "number",  "numeric",   "real",     "sexp",     "smallint",
    "string",    "struct",  "symbol", "time",    "timestamp", "tuple",    "varchar"};

template <class Words>
bool contains(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

template <class Operators>
bool names_operator(const Operators& operators, std::string_view text) {
    return std::any_of(operators.begin(), operators.end(), [text](const Operator& each) {
        return each.text == text;
    });
}

std::string lower_case(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

// Returns true for the operators whose nodes have any number of children.
bool is_chain(NodeKind kind) {
    return kind == NodeKind::And || kind == NodeKind::Or;
}

SyntaxNode negation(SyntaxNode node) {
    SyntaxNode negated{.kind = NodeKind::Not, .position = node.position};
    negated.children.push_back(std::move(node));
    return negated;
}

}  // namespace

Result<SyntaxNode> Grammar::expression(int precedence) {
    if (depth_ == kMaxStatementNesting) return syntax_fault(SyntaxFault::UnreadableToken);
    ++depth_;
    auto parsed = operators(precedence);
    --depth_;
    return parsed;
}

Result<SyntaxNode> Grammar::operators(int precedence) {
    STATOR_TRY(SyntaxNode left, unary());
    for (std::size_t levels = 0;; ++levels) {
        const Infix next = infix();
        if (next.precedence <= precedence) return left;
        if (is_chain(next.kind) && next.kind == left.kind) levels = 0;
        if (levels == kMaxStatementNesting) return syntax_fault(SyntaxFault::UnreadableToken);
        const bool ends = peek(next.tokens).kind == TokenKind::End;
        if (ends && next.kind != NodeKind::IsType)
            return syntax_fault(SyntaxFault::RightSideMissing);
        STATOR_TRY(left, with_right_side(std::move(left), next));
    }
}

// Returns the next operator; precedence 0 if the next token is not an operator.
Grammar::Infix Grammar::infix() const {
    const Token& token = peek();
    for (const Operator& each : kSymbolOperators) {
        if (token.is_symbol(each.text)) return {each.kind, 1, each.precedence};
    }
    const bool negated = token.is_keyword("not");
    for (const Operator& each : kKeywordOperators) {
        if (!at_keyword(each.text, negated ? 1 : 0)) continue;
        if (!negated) {
            const bool is_not = each.kind == NodeKind::IsType && at_keyword("not", 1);
            return {each.kind, is_not ? std::size_t{2} : std::size_t{1}, each.precedence, is_not};
        }
        const bool can_negate = each.kind == NodeKind::In || each.kind == NodeKind::Between ||
                                each.kind == NodeKind::Like;
        if (can_negate) return {each.kind, 2, each.precedence, true};
    }
    return {};
}

Result<SyntaxNode> Grammar::with_right_side(SyntaxNode left, const Infix& infix) {
    SyntaxNode node = node_at(infix.kind, peek());
    for (std::size_t i = 0; i < infix.tokens; ++i) take();
    if (infix.kind == NodeKind::IsType) {
        STATOR_TRY(node, is_type(std::move(left), std::move(node)));
    } else if (infix.kind == NodeKind::Between) {
        STATOR_TRY(node, between(std::move(left), std::move(node), infix.precedence));
    } else if (infix.kind == NodeKind::In) {
        STATOR_TRY(node, in_collection(std::move(left), std::move(node), infix.precedence));
    } else {
        STATOR_TRY(SyntaxNode right, expression(infix.precedence));
        if (is_chain(infix.kind) && left.kind == infix.kind) {
            node = std::move(left);
        } else {
            node.children.push_back(std::move(left));
        }
        node.children.push_back(std::move(right));
    }
    if (infix.negated) return negation(std::move(node));
    return node;
}

Result<SyntaxNode> Grammar::is_type(SyntaxNode left, SyntaxNode node) {
    const bool is_word = peek().kind == TokenKind::Keyword || peek().kind == TokenKind::Identifier;
    node.text = lower_case(peek().text);
    if (!is_word || !contains(kTypeNames, node.text))
        return syntax_fault(SyntaxFault::TypeNameExpected);
    take();
    if (node.text == "double" && !take_keyword("precision")) {
        return syntax_fault(SyntaxFault::TypeNameExpected);
    }
    if (node.text == "character") take_keyword("varying");
    node.children.push_back(std::move(left));
    return node;
}

Result<SyntaxNode> Grammar::between(SyntaxNode left, SyntaxNode node, int precedence) {
    STATOR_TRY(SyntaxNode lower, expression(precedence));
    if (!take_keyword("and")) return syntax_fault(SyntaxFault::TokenUnexpected);
    STATOR_TRY(SyntaxNode upper, expression(precedence));
    node.children.push_back(std::move(left));
    node.children.push_back(std::move(lower));
    node.children.push_back(std::move(upper));
    return node;
}

Result<SyntaxNode> Grammar::in_collection(SyntaxNode left, SyntaxNode node, int precedence) {
    node.children.push_back(std::move(left));
    if (at_symbol("(") && !at_keyword("select", 1)) {
        take();
        STATOR_TRY(SyntaxNode members, sequence(NodeKind::List, ")"));
        node.children.push_back(std::move(members));
        return node;
    }
    STATOR_TRY(SyntaxNode collection, expression(precedence));
    node.children.push_back(std::move(collection));
    return node;
}

Result<SyntaxNode> Grammar::unary() {
    if (at_symbol("+") || at_symbol("-")) return signed_term();
    if (!at_keyword("not")) return path_term();
    SyntaxNode node = node_at(NodeKind::Not, take());
    STATOR_TRY(SyntaxNode operand, expression(kNot));
    node.children.push_back(std::move(operand));
    return node;
}

// Signs of a number become part of it.
Result<SyntaxNode> Grammar::signed_term() {
    const Token sign = take();
    bool negative = sign.text == "-";
    while (at_symbol("+") || at_symbol("-")) negative ^= take().text == "-";
    STATOR_TRY(SyntaxNode operand, path_term());
    if (operand.kind == NodeKind::Number) {
        if (negative) operand.text.insert(0, "-");
        return operand;
    }
    SyntaxNode node = node_at(negative ? NodeKind::Negative : NodeKind::Positive, sign);
    node.children.push_back(std::move(operand));
    return node;
}

Result<SyntaxNode> Grammar::path_term() {
    STATOR_TRY(SyntaxNode root, term());
    return steps(std::move(root));
}

// Parses the dots and brackets after the root of a path.
Result<SyntaxNode> Grammar::steps(SyntaxNode root) {
    if (!at_symbol(".") && !at_symbol("[")) return root;
    SyntaxNode path{.kind = NodeKind::Path, .position = root.position};
    path.children.push_back(std::move(root));
    while (at_symbol(".") || at_symbol("[")) {
        if (take().text == "[") {
            STATOR_TRY(SyntaxNode step, bracket_step());
            path.children.push_back(std::move(step));
            continue;
        }
        const TokenKind kind = peek().kind;
        const bool is_name = kind == TokenKind::Identifier || kind == TokenKind::QuotedIdentifier;
        if (!is_name && !at_symbol("*")) return syntax_fault(SyntaxFault::DotComponent);
        path.children.push_back(node_at(is_name ? NodeKind::Identifier : NodeKind::Star, take()));
    }
    return path;
}

Result<SyntaxNode> Grammar::bracket_step() {
    SyntaxNode step = node_at(NodeKind::Index, peek());
    if (at_symbol("*")) {
        step = node_at(NodeKind::Star, take());
    } else {
        STATOR_TRY(SyntaxNode index, expression());
        step.children.push_back(std::move(index));
    }
    STATOR_CHECK(expect_symbol("]", SyntaxFault::TokenUnexpected));
    return step;
}

Result<SyntaxNode> Grammar::term() {
    switch (peek().kind) {
        case TokenKind::Keyword: return keyword_term();
        case TokenKind::Symbol: return symbol_term();
        case TokenKind::Identifier:
        case TokenKind::QuotedIdentifier:
            if (peek(1).is_symbol("(")) return call();
            return node_at(NodeKind::Identifier, take());
        case TokenKind::String: return node_at(NodeKind::String, take());
        case TokenKind::Number: return node_at(NodeKind::Number, take());
        case TokenKind::Parameter: {
            SyntaxNode node = node_at(NodeKind::Parameter, take());
            node.text = std::to_string(parameters_++);
            return node;
        }
        case TokenKind::End: break;
    }
    return syntax_fault(SyntaxFault::TermUnexpected);
}

Result<SyntaxNode> Grammar::keyword_term() {
    const std::string& word = peek().text;
    if (word == "true" || word == "false") return node_at(NodeKind::Boolean, take());
    if (word == "null") return node_at(NodeKind::Null, take());
    if (word == "missing") return node_at(NodeKind::Missing, take());
    if (names_operator(kKeywordOperators, word) || word == "not")
        return syntax_fault(SyntaxFault::OperatorUnexpected);
    if (contains(kFunctionKeywords, word) && peek(1).is_symbol("(")) return call();
    return statement();
}

Result<SyntaxNode> Grammar::symbol_term() {
    const Token& token = peek();
    if (token.text == "(") return group();
    if (token.text == "{") return tuple();
    if (token.text == "[" || token.text == "<<") {
        const bool list = take().text == "[";
        SyntaxNode node = node_at(list ? NodeKind::List : NodeKind::Bag, tokens_[next_ - 1]);
        STATOR_TRY(SyntaxNode elements, sequence(node.kind, list ? "]" : ">>"));
        node.children = std::move(elements.children);
        return node;
    }
    const bool is_operator = names_operator(kSymbolOperators, token.text);
    const bool is_star = token.text == "*";
    return syntax_fault(
        is_operator && !is_star ? SyntaxFault::OperatorUnexpected : SyntaxFault::TermUnexpected
    );
}

// Parses a function's name and its arguments, which may be a single "*".
Result<SyntaxNode> Grammar::call() {
    SyntaxNode node = node_at(NodeKind::Call, take());
    node.text = lower_case(node.text);
    take();  // "("
    if (at_symbol("*") && peek(1).is_symbol(")")) {
        node.children.push_back(node_at(NodeKind::Star, take()));
        take();
        return node;
    }
    STATOR_TRY(SyntaxNode arguments, sequence(NodeKind::List, ")"));
    node.children = std::move(arguments.children);
    return node;
}

// Parentheses around one expression do not create a node. Around several expressions they create a
// list.
Result<SyntaxNode> Grammar::group() {
    const Token open = take();
    STATOR_TRY(SyntaxNode elements, sequence(NodeKind::List, ")"));
    if (elements.children.empty()) return syntax_fault(SyntaxFault::ExpressionExpected);
    if (elements.children.size() > 1) {
        elements.position = open.position;
        return elements;
    }
    return std::move(elements.children.front());
}

Result<SyntaxNode> Grammar::tuple() {
    SyntaxNode node = node_at(NodeKind::Tuple, take());
    if (take_symbol("}")) return node;
    do {
        STATOR_TRY(SyntaxNode name, expression());
        STATOR_CHECK(expect_symbol(":", SyntaxFault::TokenUnexpected));
        STATOR_TRY(SyntaxNode value, expression());
        node.children.push_back(std::move(name));
        node.children.push_back(std::move(value));
    } while (take_symbol(","));
    STATOR_CHECK(expect_symbol("}", SyntaxFault::TokenUnexpected));
    return node;
}

Result<SyntaxNode> Grammar::sequence(NodeKind kind, std::string_view closing) {
    SyntaxNode node{.kind = kind};
    if (take_symbol(closing)) return node;
    do {
        STATOR_TRY(SyntaxNode element, expression());
        node.children.push_back(std::move(element));
    } while (take_symbol(","));
    STATOR_CHECK(expect_symbol(closing, SyntaxFault::TokenUnexpected));
    return node;
}

}  // namespace stator::protocol::partiql
