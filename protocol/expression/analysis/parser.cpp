#include "protocol/expression/analysis/parser.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/expression/analysis/analysis.hpp"
#include "protocol/expression/syntax/grammar.hpp"
#include "protocol/expression/syntax/syntax_cache.hpp"

namespace stator::protocol {
namespace {

Result<void> check_size(std::string_view text, ExpressionKind kind) {
    if (text.empty()) return errors::expression_empty(kind);
    if (text.size() > kMaxExpressionBytes) return errors::expression_too_long(kind, text.size());
    return {};
}

using Conditions = expression::SyntaxCache<expression::SyntaxNode>;
using Updates = expression::SyntaxCache<expression::UpdateSyntax>;
using Projections = expression::SyntaxCache<std::vector<expression::SyntaxNode>>;

Conditions& conditions_of(ExpressionKind kind) {
    constexpr auto kParse = &expression::parse_condition_syntax;
    thread_local Conditions conditions(ExpressionKind::Condition, kParse);
    thread_local Conditions filters(ExpressionKind::Filter, kParse);
    thread_local Conditions key_conditions(ExpressionKind::KeyCondition, kParse);
    if (kind == ExpressionKind::Filter) return filters;
    return kind == ExpressionKind::KeyCondition ? key_conditions : conditions;
}

}  // namespace

Result<Condition> parse_condition(
    std::string_view text, ExpressionKind kind, ExpressionScope& scope
) {
    STATOR_CHECK(check_size(text, kind));
    STATOR_TRY(const auto* parsed, conditions_of(kind).find_or_parse(text));
    return expression::analyze_condition(parsed->tree, parsed->tokens, scope);
}

Result<UpdateExpression> parse_update(std::string_view text, ExpressionScope& scope) {
    STATOR_CHECK(check_size(text, ExpressionKind::Update));
    thread_local Updates updates(ExpressionKind::Update, &expression::parse_update_syntax);
    STATOR_TRY(const auto* parsed, updates.find_or_parse(text));
    return expression::analyze_update(parsed->tree, parsed->tokens, scope);
}

Result<std::vector<DocumentPath>> parse_projection(std::string_view text, ExpressionScope& scope) {
    STATOR_CHECK(check_size(text, ExpressionKind::Projection));
    constexpr auto kKind = ExpressionKind::Projection;
    thread_local Projections projections(kKind, &expression::parse_projection_syntax);
    STATOR_TRY(const auto* parsed, projections.find_or_parse(text));
    return expression::analyze_projection(parsed->tree, scope);
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
