#include "protocol/expression/analysis/parser.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/expression/analysis/analysis.hpp"

namespace stator::protocol::expression::analysis {
namespace {

Result<void> check_size(std::string_view text, values::ExpressionKind kind) {
    if (text.empty()) return errors::expression_empty(kind);
    if (text.size() > kMaxExpressionBytes) return errors::expression_too_long(kind, text.size());
    return {};
}

ParsedExpressions::Conditions& conditions_of(
    ParsedExpressions& known, values::ExpressionKind kind
) {
    if (kind == values::ExpressionKind::Filter) return known.filters;
    if (kind == values::ExpressionKind::KeyCondition) return known.key_conditions;
    if (kind == values::ExpressionKind::SearchCondition) return known.search_conditions;
    return known.conditions;
}

// Parses `text`, or finds its tree in the cache, and analyses it. `find` selects the cache for the
// kind of expression.
template <class Find, class Analyze>
auto parsed(std::string_view text, ParsedExpressions* known, Find find, Analyze analyze)
    -> decltype(analyze(**find(*known).find_or_parse(text))) {
    if (known != nullptr) {
        STATOR_TRY(const auto* syntax, find(*known).find_or_parse(text));
        return analyze(*syntax);
    }
    ParsedExpressions own;
    STATOR_TRY(const auto* syntax, find(own).find_or_parse(text));
    return analyze(*syntax);
}

}  // namespace

Result<Condition> parse_condition(
    std::string_view text,
    values::ExpressionKind kind,
    ExpressionScope& scope,
    ParsedExpressions* known
) {
    STATOR_CHECK(check_size(text, kind));
    return parsed(
        text,
        known,
        [&](auto& all) -> auto& { return conditions_of(all, kind); },
        [&](const auto& syntax) { return analyze_condition(syntax.tree, syntax.tokens, scope); }
    );
}

Result<UpdateExpression> parse_update(
    std::string_view text, ExpressionScope& scope, ParsedExpressions* known
) {
    STATOR_CHECK(check_size(text, values::ExpressionKind::Update));
    return parsed(
        text,
        known,
        [](auto& all) -> auto& { return all.updates; },
        [&](const auto& syntax) { return analyze_update(syntax.tree, syntax.tokens, scope); }
    );
}

Result<std::vector<values::DocumentPath>> parse_projection(
    std::string_view text, ExpressionScope& scope, ParsedExpressions* known
) {
    STATOR_CHECK(check_size(text, values::ExpressionKind::Projection));
    return parsed(
        text,
        known,
        [](auto& all) -> auto& { return all.projections; },
        [&](const auto& syntax) { return analyze_projection(syntax.tree, scope); }
    );
}

Result<std::vector<KeyCondition>> key_conditions_of(
    const Condition& condition, const errors::Region& region
) {
    return analyze_key_condition(condition, region);
}

}  // namespace stator::protocol::expression::analysis
