#include "protocol/expression/analysis/placeholder_resolver.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/errors/expressions.hpp"

namespace stator::protocol::expression::analysis {

values::DocumentPath PlaceholderResolver::path(
    const syntax::SyntaxNode& node, const ResolverRanks& ranks
) {
    if (node.steps.size() > kMaxPathElements) {
        faults_.report(ranks.limit, errors::path_too_deep(kind_, node.steps.size()));
    }
    values::DocumentPath path;
    path.elements.reserve(node.steps.size());
    for (const syntax::PathStep& step : node.steps) {
        if (step.kind == syntax::PathStepKind::Index) {
            path.elements.emplace_back(index(step, ranks));
        } else {
            path.elements.emplace_back(name(step, ranks));
        }
    }
    return path;
}

std::string PlaceholderResolver::name(const syntax::PathStep& step, const ResolverRanks& ranks) {
    if (step.kind == syntax::PathStepKind::Identifier) {
        if (step.is_reserved) {
            faults_.report(ranks.reserved, errors::reserved_word(kind_, step.text));
        }
        return std::string(step.text);
    }
    const std::string* target = scope_.name(step.text);
    if (target != nullptr) return *target;
    faults_.report(ranks.undefined_name, errors::undefined_name(kind_, step.text));
    return std::string(step.text);
}

std::uint32_t PlaceholderResolver::index(const syntax::PathStep& step, const ResolverRanks& ranks) {
    const auto index = parse_number<std::uint32_t>(step.text);
    if (!index || *index > kMaxListIndex) {
        faults_.report(ranks.limit, errors::list_index_too_large(kind_, step.text));
        return 0;
    }
    return *index;
}

Literal PlaceholderResolver::literal(const syntax::SyntaxNode& node, const ResolverRanks& ranks) {
    Literal literal{.placeholder = std::string(node.text), .value = {}};
    const values::AttributeValue* value = scope_.value(node.text);
    if (value != nullptr) {
        literal.value = *value;
    } else {
        faults_.report(ranks.undefined_value, errors::undefined_value(kind_, node.text));
        literal.value = values::AttributeValue::null();
    }
    return literal;
}

void report_collisions(
    values::ExpressionKind kind,
    std::span<const values::DocumentPath* const> paths,
    std::size_t overlap_rank,
    std::size_t conflict_rank,
    Faults& faults
) {
    for (std::size_t later = 1; later < paths.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const values::DocumentPath& one = *paths[earlier];
            const values::DocumentPath& two = *paths[later];
            switch (values::collide(one, two)) {
                case values::PathCollision::None: break;
                case values::PathCollision::Overlap:
                    faults.report(overlap_rank, errors::paths_overlap(kind, one, two));
                    return;
                case values::PathCollision::Conflict:
                    faults.report(conflict_rank, errors::paths_conflict(kind, one, two));
                    break;
            }
        }
    }
}

}  // namespace stator::protocol::expression::analysis
