#include "protocol/expression/analysis/parser.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/expression/analysis/analysis.hpp"
#include "protocol/expression/syntax/grammar.hpp"
#include "protocol/expression/syntax/syntax_cache.hpp"

namespace stator::protocol::expression::analysis {
namespace {

Result<void> check_size(std::string_view text, values::ExpressionKind kind) {
    if (text.empty()) return errors::expression_empty(kind);
    if (text.size() > kMaxExpressionBytes) return errors::expression_too_long(kind, text.size());
    return {};
}

using Conditions = syntax::SyntaxCache<syntax::SyntaxNode>;
using Updates = syntax::SyntaxCache<syntax::UpdateSyntax>;
using Projections = syntax::SyntaxCache<std::vector<syntax::SyntaxNode>>;

Conditions& conditions_of(values::ExpressionKind kind) {
    constexpr auto kParse = &syntax::parse_condition_syntax;
    thread_local Conditions conditions(values::ExpressionKind::Condition, kParse);
    thread_local Conditions filters(values::ExpressionKind::Filter, kParse);
    thread_local Conditions key_conditions(values::ExpressionKind::KeyCondition, kParse);
    thread_local Conditions searches(values::ExpressionKind::SearchCondition, kParse);
    if (kind == values::ExpressionKind::Filter) return filters;
    if (kind == values::ExpressionKind::SearchCondition) return searches;
    return kind == values::ExpressionKind::KeyCondition ? key_conditions : conditions;
}

}  // namespace

Result<Condition> parse_condition(
    std::string_view text, values::ExpressionKind kind, ExpressionScope& scope
) {
    STATOR_CHECK(check_size(text, kind));
    STATOR_TRY(const auto* parsed, conditions_of(kind).find_or_parse(text));
    return analyze_condition(parsed->tree, parsed->tokens, scope);
}

Result<UpdateExpression> parse_update(std::string_view text, ExpressionScope& scope) {
    STATOR_CHECK(check_size(text, values::ExpressionKind::Update));
    thread_local Updates updates(values::ExpressionKind::Update, &syntax::parse_update_syntax);
    STATOR_TRY(const auto* parsed, updates.find_or_parse(text));
    return analyze_update(parsed->tree, parsed->tokens, scope);
}

Result<std::vector<values::DocumentPath>> parse_projection(
    std::string_view text, ExpressionScope& scope
) {
    STATOR_CHECK(check_size(text, values::ExpressionKind::Projection));
    constexpr auto kKind = values::ExpressionKind::Projection;
    thread_local Projections projections(kKind, &syntax::parse_projection_syntax);
    STATOR_TRY(const auto* parsed, projections.find_or_parse(text));
    return analyze_projection(parsed->tree, scope);
}

Result<std::vector<KeyCondition>> key_conditions_of(const Condition& condition) {
    return analyze_key_condition(condition);
}

}  // namespace stator::protocol::expression::analysis
