#include "protocol/expression/parser.hpp"

#include "protocol/errors/expressions.hpp"
#include "protocol/expression/analysis.hpp"
#include "protocol/expression/grammar.hpp"
#include "protocol/limits.hpp"

namespace stator::protocol {
namespace {

Result<void> check_size(std::string_view text, ExpressionKind kind) {
    if (text.empty()) return errors::expression_empty(kind);
    if (text.size() > kMaxExpressionBytes) return errors::expression_too_long(kind, text.size());
    return {};
}

}  // namespace

Result<Condition> parse_condition(
    std::string_view text, ExpressionKind kind, ExpressionScope& scope
) {
    STATOR_CHECK(check_size(text, kind));
    expression::TokenStream tokens(text, kind);
    STATOR_TRY(const expression::SyntaxNode root, expression::parse_condition_syntax(tokens));
    return expression::analyze_condition(root, tokens, scope);
}

Result<UpdateExpression> parse_update(std::string_view text, ExpressionScope& scope) {
    STATOR_CHECK(check_size(text, ExpressionKind::Update));
    expression::TokenStream tokens(text, ExpressionKind::Update);
    STATOR_TRY(const expression::UpdateSyntax update, expression::parse_update_syntax(tokens));
    return expression::analyze_update(update, tokens, scope);
}

Result<std::vector<DocumentPath>> parse_projection(std::string_view text, ExpressionScope& scope) {
    STATOR_CHECK(check_size(text, ExpressionKind::Projection));
    expression::TokenStream tokens(text, ExpressionKind::Projection);
    STATOR_TRY(const auto paths, expression::parse_projection_syntax(tokens));
    return expression::analyze_projection(paths, scope);
}

Result<std::vector<KeyCondition>> parse_key_condition(
    std::string_view text, ExpressionScope& scope
) {
    STATOR_TRY(
        const Condition condition, parse_condition(text, ExpressionKind::KeyCondition, scope)
    );
    return expression::analyze_key_condition(condition);
}

}  // namespace stator::protocol
