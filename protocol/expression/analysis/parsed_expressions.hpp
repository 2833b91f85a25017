// ParsedExpressions: the syntax trees of recently parsed expressions of every kind.
#pragma once

#include <vector>

#include "protocol/expression/syntax/grammar.hpp"
#include "protocol/expression/syntax/syntax_cache.hpp"

namespace stator::protocol::expression::analysis {

// A cache that does not affect results. Not thread-safe: each thread has its own.
struct ParsedExpressions {
    using Conditions = syntax::SyntaxCache<syntax::SyntaxNode>;
    using Updates = syntax::SyntaxCache<syntax::UpdateSyntax>;
    using Projections = syntax::SyntaxCache<std::vector<syntax::SyntaxNode>>;

    static constexpr auto kParseCondition = &syntax::parse_condition_syntax;

    Conditions conditions{values::ExpressionKind::Condition, kParseCondition};
    Conditions filters{values::ExpressionKind::Filter, kParseCondition};
    Conditions key_conditions{values::ExpressionKind::KeyCondition, kParseCondition};
    Conditions search_conditions{values::ExpressionKind::SearchCondition, kParseCondition};
    Updates updates{values::ExpressionKind::Update, &syntax::parse_update_syntax};
    Projections projections{values::ExpressionKind::Projection, &syntax::parse_projection_syntax};
};

}  // namespace stator::protocol::expression::analysis
