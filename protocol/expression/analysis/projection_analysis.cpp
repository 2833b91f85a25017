// AWS ranks the faults of a projection: reserved word, undefined name, overlap, conflict.
// [case projection/fault_order]
#include "protocol/expression/analysis/analysis.hpp"
#include "protocol/expression/analysis/placeholder_resolver.hpp"

namespace stator::protocol::expression {
namespace {

enum Rank : std::size_t { kLimit, kReserved, kUndefinedName, kOverlap, kConflict };

constexpr ResolverRanks kRanks = {
    .limit = kLimit,
    .reserved = kReserved,
    .undefined_name = kUndefinedName,
    .undefined_value = kUndefinedName,
};

}  // namespace

Result<std::vector<DocumentPath>> analyze_projection(
    const std::vector<SyntaxNode>& paths, ExpressionScope& scope
) {
    Faults faults;
    PlaceholderResolver resolver(ExpressionKind::Projection, scope, faults);
    std::vector<DocumentPath> resolved;
    resolved.reserve(paths.size());
    for (const SyntaxNode& path : paths) resolved.push_back(resolver.path(path, kRanks));
    std::vector<const DocumentPath*> all;
    all.reserve(resolved.size());
    for (const DocumentPath& path : resolved) all.push_back(&path);
    report_collisions(ExpressionKind::Projection, all, kOverlap, kConflict, faults);
    STATOR_CHECK(faults.result());
    return resolved;
}

}  // namespace stator::protocol::expression
