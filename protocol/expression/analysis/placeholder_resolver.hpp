// PlaceholderResolver: replaces the placeholders in paths and values of a syntax tree. Faults are
// added to Faults and never returned, so that the analysis continues and finds all of them.
#pragma once

#include <cstddef>
#include <span>

#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/analysis/faults.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/expression/syntax/syntax_tree.hpp"

namespace stator::protocol::expression::analysis {

// The ranks of a path's and a value's faults among the faults of their expression.
struct ResolverRanks {
    std::size_t limit = 0;
    std::size_t reserved = 0;
    std::size_t undefined_name = 0;
    std::size_t undefined_value = 0;
};

class PlaceholderResolver {
public:
    PlaceholderResolver(values::ExpressionKind kind, ExpressionScope& scope, Faults& faults)
        : kind_(kind), scope_(scope), faults_(faults) {}

    // An undefined name resolves to its placeholder, after the fault is reported.
    values::DocumentPath path(const syntax::SyntaxNode& node, const ResolverRanks& ranks);
    // An undefined value resolves to NULL, after the fault is reported.
    Literal literal(const syntax::SyntaxNode& node, const ResolverRanks& ranks);

private:
    std::string name(const syntax::PathStep& step, const ResolverRanks& ranks);
    std::uint32_t index(const syntax::PathStep& step, const ResolverRanks& ranks);

    values::ExpressionKind kind_;
    ExpressionScope& scope_;
    Faults& faults_;
};

// Reports the first pair of paths that overlap, and the first pair that conflict.
void report_collisions(
    values::ExpressionKind kind,
    std::span<const values::DocumentPath* const> paths,
    std::size_t overlap_rank,
    std::size_t conflict_rank,
    Faults& faults
);

}  // namespace stator::protocol::expression::analysis
