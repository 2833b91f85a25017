// An expression: its kind as the first character (c f u p k), then its text. Lexed and parsed with
// defined and with undefined placeholders. A parsed expression is written again in another form and
// parsed again, and must be the same tree.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/limits.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/expression/syntax/lexer.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "tests/fuzz/expression_writer.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::Result;
using protocol::expression::Condition;
using protocol::expression::KeyCondition;
using protocol::expression::UpdateExpression;
using protocol::expression::analysis::ExpressionScope;
using protocol::expression::syntax::Token;
using protocol::expression::syntax::TokenKind;
using protocol::values::DocumentPath;
using protocol::values::ExpressionKind;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr std::string_view kNames = R"({"#a":"a","#b":"b","#c":"c","#dot":"x.y","#name":"name"})";
constexpr std::string_view kValues =
    R"({":s":{"S":"text"},":t":{"S":"z"},":n":{"N":"5"},":m":{"N":"4"},":b":{"B":"AQI="},)"
    R"(":bool":{"BOOL":true},":null":{"NULL":true},":ss":{"SS":["x","y"]},":ns":{"NS":["1"]},)"
    R"(":bs":{"BS":["AQ=="]},":l":{"L":[{"N":"1"}]},":map":{"M":{"k":{"S":"v"}}},)"
    R"(":type":{"S":"S"},":empty":{"S":""}})";
constexpr std::string_view kItem =
    R"({"a":{"S":"text"},"b":{"L":[{"N":"1"},{"M":{"a":{"S":"x"},"c":{"NULL":true}}},)"
    R"({"L":[{"S":"y"},{"S":"z"}]}]},"c":{"M":{"a":{"N":"5"},"b":{"M":{"c":{"BOOL":true}}}}},)"
    R"("x.y":{"SS":["x","y"]}})";

// Either map may be "", which means absent.
ExpressionScope scope_of(std::string_view names, std::string_view values) {
    const auto names_document = JsonDocument::parse(std::string(names));
    const auto values_document = JsonDocument::parse(std::string(values));
    const auto root = [](const std::optional<JsonDocument>& document) {
        return document ? std::optional<JsonView>(document->root()) : std::nullopt;
    };
    auto scope = ExpressionScope::decode(
        root(names_document), root(values_document), protocol::values::Dialect::Current
    );
    require(scope.has_value(), "placeholders", names, values);
    return *std::move(scope);
}

// The common interface of the four grammars: they parse a text, show the tree, and write it.
struct ConditionGrammar {
    ExpressionKind kind;

    Result<Condition> parse(std::string_view text, ExpressionScope& scope) const {
        return protocol::expression::analysis::parse_condition(text, kind, scope);
    }

    static std::string show(const Condition& tree) {
        return protocol::expression::condition_text(tree);
    }

    static std::string write(const Condition& tree, ExpressionWriter& writer) {
        return writer.condition(tree);
    }
};

struct UpdateGrammar {
    static constexpr ExpressionKind kind = ExpressionKind::Update;

    static Result<UpdateExpression> parse(std::string_view text, ExpressionScope& scope) {
        return protocol::expression::analysis::parse_update(text, scope);
    }

    static std::string show(const UpdateExpression& tree) {
        return protocol::expression::update_text(tree);
    }

    static std::string write(const UpdateExpression& tree, ExpressionWriter& writer) {
        return writer.update(tree);
    }
};

struct ProjectionGrammar {
    static constexpr ExpressionKind kind = ExpressionKind::Projection;
    using Paths = std::vector<DocumentPath>;

    static Result<Paths> parse(std::string_view text, ExpressionScope& scope) {
        return protocol::expression::analysis::parse_projection(text, scope);
    }

    static std::string show(const Paths& tree) {
        std::string text;
        for (const DocumentPath& path : tree) text.append(protocol::values::path_text(path));
        return text;
    }

    static std::string write(const Paths& tree, ExpressionWriter& writer) {
        return writer.projection(tree);
    }
};

struct KeyConditionGrammar {
    static constexpr ExpressionKind kind = ExpressionKind::KeyCondition;
    using Conditions = std::vector<KeyCondition>;

    static Result<Conditions> parse(std::string_view text, ExpressionScope& scope) {
        STATOR_TRY(
            const auto condition, protocol::expression::analysis::parse_condition(text, kind, scope)
        );
        return protocol::expression::analysis::key_conditions_of(condition, {});
    }

    static std::string show(const Conditions& tree) {
        std::string text;
        for (const KeyCondition& condition : tree) {
            text.append(condition.attribute).append(std::to_string(static_cast<int>(condition.op)));
            for (const auto& literal : condition.values) text.append(literal.value.encoded());
        }
        return text;
    }

    static std::string write(const Conditions& tree, ExpressionWriter& writer) {
        return writer.key_condition(tree);
    }
};

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::string without_space(std::string_view text) {
    std::string all;
    for (const char c : text) {
        if (std::isspace(static_cast<unsigned char>(c)) == 0) all.push_back(c);
    }
    return all;
}

bool is_word(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), protocol::expression::syntax::is_word_character);
}

void check_token(const Token& token) {
    const std::string_view text = token.text;
    switch (token.kind) {
        case TokenKind::Identifier:
            require(is_word(text) && std::isalpha(text.front()) != 0, "identifier", text);
            break;
        case TokenKind::NameReference:
            require(text.front() == '#' && is_word(text.substr(1)), "name reference", text);
            break;
        case TokenKind::ValueReference:
            require(text.front() == ':' && is_word(text.substr(1)), "value reference", text);
            break;
        case TokenKind::Integer:
            require(
                text.find_first_not_of("0123456789") == std::string_view::npos, "integer", text
            );
            break;
        case TokenKind::Symbol: require(!text.empty() && text.size() <= 2, "symbol", text); break;
        case TokenKind::Unknown:
            require(std::isalnum(static_cast<unsigned char>(text.front())) == 0, "unknown", text);
            break;
        case TokenKind::End: require(text.empty(), "end", text); break;
    }
}

// The tokens with `separator` in between, without the end.
std::string joined(const std::vector<Token>& tokens, char separator) {
    std::string text;
    for (const Token& token : tokens) {
        if (!text.empty() && token.kind != TokenKind::End) text.push_back(separator);
        text.append(token.text);
    }
    return text;
}

// Only whitespace is lost, and the tokens, joined by spaces, are lexed to the same tokens.
std::vector<Token> check_lexer(std::string_view text) {
    std::vector<Token> tokens = protocol::expression::syntax::tokenize(text);
    const char* at = text.data();
    for (const Token& token : tokens) {
        require(std::all_of(at, token.text.data(), is_blank), "between tokens", text);
        check_token(token);
        require((token.kind == TokenKind::End) == (&token == &tokens.back()), "one end", text);
        at = token.text.data() + token.text.size();
    }
    require(at == text.data() + text.size(), "the whole text", text);
    const std::string apart = joined(tokens, ' ');
    const std::vector<Token> again = protocol::expression::syntax::tokenize(apart);
    const auto same = [](const Token& one, const Token& two) {
        return one.kind == two.kind && one.text == two.text;
    };
    require(
        std::equal(tokens.begin(), tokens.end(), again.begin(), again.end(), same),
        "lexed again",
        text,
        apart
    );
    return tokens;
}

std::vector<std::string_view> keywords_of(ExpressionKind kind) {
    if (kind == ExpressionKind::Projection) return {};
    if (kind == ExpressionKind::Update) return {"SET", "REMOVE", "ADD", "DELETE"};
    return {"AND", "OR", "NOT", "BETWEEN", "IN"};
}

// The text with every keyword's letters changed.
std::string with_keywords(
    const std::vector<Token>& tokens, ExpressionKind kind, int (*change)(int)
) {
    const auto keywords = keywords_of(kind);
    std::string text;
    for (const Token& token : tokens) {
        std::string upper(token.text);
        for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        const bool is_keyword =
            std::find(keywords.begin(), keywords.end(), upper) != keywords.end();
        for (const char c : token.text) {
            const int changed = change(static_cast<unsigned char>(c));
            text.push_back(is_keyword ? static_cast<char>(changed) : c);
        }
        text.push_back(' ');
    }
    return text;
}

// The tree's text, or the message without any space in it.
template <class Grammar>
std::string outcome(const Grammar& grammar, std::string_view text, ExpressionScope scope) {
    const auto tree = grammar.parse(text, scope);
    return tree.has_error() ? without_space(tree.error().message) : grammar.show(*tree);
}

template <class Grammar>
void check_error(const Grammar& grammar, std::string_view text, const protocol::ApiError& error) {
    require_client_error(error, text);
    require(error.type == protocol::ErrorType::ValidationException, "validation", error.message);
    if (grammar.kind == ExpressionKind::KeyCondition) return;  // has several of its own
    const std::string prefix = "Invalid " + std::string(expression_kind_name(grammar.kind)) + ": ";
    require(error.message.starts_with(prefix), "prefix", text, error.message);
}

void check_tree(const Condition& condition) {
    for (const DocumentPath* path : protocol::expression::condition_paths(condition)) {
        require(
            path->elements.size() <= protocol::kMaxPathElements,
            "path",
            protocol::values::path_text(*path)
        );
    }
}

void check_tree(const UpdateExpression& update) {
    require(!update.actions.empty() && !update.legacy, "an update does something");
}

void check_tree(const std::vector<KeyCondition>& conditions) {
    for (const KeyCondition& condition : conditions) {
        const bool two = condition.op == protocol::expression::KeyOperator::Between;
        require(condition.values.size() == (two ? 2U : 1U), "values", condition.attribute);
    }
}

bool starts_with_path(const DocumentPath& path, const DocumentPath& start) {
    return path.elements.size() >= start.elements.size() &&
           std::equal(start.elements.begin(), start.elements.end(), path.elements.begin());
}

// Projects an item: a path finds the same value before and after, as long as no list is compacted.
void check_tree(const std::vector<DocumentPath>& paths) {
    bool has_index = false;
    for (const DocumentPath& path : paths) {
        for (const DocumentPath& other : paths) {
            require(
                &path == &other || !starts_with_path(path, other),
                "overlap",
                protocol::values::path_text(path)
            );
        }
        for (const auto& element : path.elements) has_index |= element.index() == 1;
    }
    const auto document = JsonDocument::parse(std::string(kItem));
    const protocol::values::ItemImagePtr item =
        *decode_item(document->root(), protocol::values::Dialect::Current);
    const protocol::values::ItemImagePtr projected = protocol::values::project_paths(*item, paths);
    require(projected->item_size() <= item->item_size(), "a part of the item");
    if (has_index) return;
    const auto again = protocol::values::project_paths(*projected, paths);
    require(again->payload() == projected->payload(), "projected twice");
    for (const DocumentPath& path : paths) {
        const auto before = protocol::values::find_path(protocol::values::ItemView(item), path);
        const auto after = protocol::values::find_path(protocol::values::ItemView(projected), path);
        require(
            before.has_value() == after.has_value(), "found", protocol::values::path_text(path)
        );
        require(!before || *before == *after, "the same value", protocol::values::path_text(path));
    }
}

// Written in the writer's form, the tree is the same tree, and uses every placeholder that it
// needs.
template <class Grammar, class Tree>
void check_rewritten(const Grammar& grammar, std::string_view text, const Tree& tree) {
    ExpressionWriter writer;
    const std::string rewritten = grammar.write(tree, writer);
    if (rewritten.size() > protocol::kMaxExpressionBytes) return;
    ExpressionScope scope = scope_of(writer.names_json(), writer.values_json());
    const auto again = grammar.parse(rewritten, scope);
    require(again.has_value(), "parses rewritten", text, rewritten);
    require(grammar.show(*again) == grammar.show(tree), "the same tree", text, rewritten);
    require(scope.check_all_used().has_value(), "all placeholders used", text, rewritten);
}

template <class Grammar>
void check_grammar(const Grammar& grammar, std::string_view text, const ExpressionScope& defined) {
    const std::vector<Token> tokens = check_lexer(text);
    const std::string expected = outcome(grammar, text, defined);
    require(outcome(grammar, text, defined) == expected, "deterministic", text);
    const bool comparable = tokens.size() > 1 && text.size() <= protocol::kMaxExpressionBytes;
    for (const char separator : {' ', '\t', '\n'}) {
        const std::string spaced = joined(tokens, separator);
        if (!comparable || spaced.size() > protocol::kMaxExpressionBytes) continue;
        require(outcome(grammar, spaced, defined) == expected, "spacing", text, expected);
    }
    ExpressionScope scope = defined;
    const auto tree = grammar.parse(text, scope);
    if (tree.has_error()) {
        check_error(grammar, text, tree.error());
        return;
    }
    check_tree(*tree);
    check_rewritten(grammar, text, *tree);
    using Change = int (*)(int);
    for (const Change change : {Change(std::toupper), Change(std::tolower)}) {
        const std::string changed = with_keywords(tokens, grammar.kind, change);
        if (changed.size() > protocol::kMaxExpressionBytes) continue;
        require(outcome(grammar, changed, defined) == expected, "case of keywords", text, changed);
    }
}

void check_kind(char kind, std::string_view text, const ExpressionScope& scope) {
    if (kind == 'c') check_grammar(ConditionGrammar{ExpressionKind::Condition}, text, scope);
    if (kind == 'f') check_grammar(ConditionGrammar{ExpressionKind::Filter}, text, scope);
    if (kind == 'u') check_grammar(UpdateGrammar{}, text, scope);
    if (kind == 'p') check_grammar(ProjectionGrammar{}, text, scope);
    if (kind == 'k') check_grammar(KeyConditionGrammar{}, text, scope);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(expression) {
    using namespace stator::fuzz;
    if (size == 0) return 0;
    // Exactly as long as the text, so that a sanitizer detects reads beyond it.
    const std::vector<char> text(data + 1, data + size);
    static const ExpressionScope defined = scope_of(kNames, kValues);
    check_kind(static_cast<char>(data[0]), {text.data(), text.size()}, defined);
    check_kind(static_cast<char>(data[0]), {text.data(), text.size()}, ExpressionScope());
    return 0;
}
