// AWS ranks the faults of a projection: reserved word, undefined name, overlap, conflict.
// [case projection/fault_order]
#include "protocol/expression/analysis/analysis.hpp"
#include "protocol/expression/analysis/placeholder_resolver.hpp"

namespace stator::protocol::expression::analysis {
namespace {

struct ProjectionRank {
    enum : std::size_t { kLimit, kReserved, kUndefinedName, kOverlap, kConflict };
};

constexpr ResolverRanks kProjectionRanks = {
    .limit = ProjectionRank::kLimit,
    .reserved = ProjectionRank::kReserved,
    .undefined_name = ProjectionRank::kUndefinedName,
    .undefined_value = ProjectionRank::kUndefinedName,
};

}  // namespace

Result<std::vector<values::DocumentPath>> analyze_projection(
    const std::vector<syntax::SyntaxNode>& paths, ExpressionScope& scope
) {
    Faults faults;
    PlaceholderResolver resolver(values::ExpressionKind::Projection, scope, faults);
    std::vector<values::DocumentPath> resolved;
    resolved.reserve(paths.size());
    for (const syntax::SyntaxNode& path : paths)
        resolved.push_back(resolver.path(path, kProjectionRanks));
    std::vector<const values::DocumentPath*> all;
    all.reserve(resolved.size());
    for (const values::DocumentPath& path : resolved) all.push_back(&path);
    report_collisions(
        values::ExpressionKind::Projection,
        all,
        ProjectionRank::kOverlap,
        ProjectionRank::kConflict,
        faults
    );
    STATOR_CHECK(faults.result());
    return resolved;
}

}  // namespace stator::protocol::expression::analysis
