#include "engine/partiql/key_demand.hpp"

#include <utility>

#include "engine/base/vocabulary.hpp"

namespace stator::engine::partiql {
namespace {

using protocol::expression::Comparator;
using protocol::expression::Condition;
using protocol::expression::ConditionKind;
using protocol::expression::KeyOperator;
using protocol::expression::Literal;
using protocol::expression::Operand;
using values::DocumentPath;

const DocumentPath* attribute_of(const Operand& operand) {
    const auto* path = std::get_if<DocumentPath>(&operand);
    return path != nullptr && path->is_top_level() ? path : nullptr;
}

// The comparator with its sides exchanged.
Comparator mirrored(Comparator comparator) {
    switch (comparator) {
        case Comparator::Less: return Comparator::Greater;
        case Comparator::LessOrEqual: return Comparator::GreaterOrEqual;
        case Comparator::Greater: return Comparator::Less;
        case Comparator::GreaterOrEqual: return Comparator::LessOrEqual;
        case Comparator::Equal:
        case Comparator::NotEqual: break;
    }
    return comparator;
}

// The demand of an attribute followed by literals only.
std::optional<KeyDemand> demand_of_operands(const Condition& term, KeyOperator op) {
    const DocumentPath* path = attribute_of(term.operands.front());
    if (path == nullptr) return std::nullopt;
    KeyDemand demand{{path->attribute(), op, {}}};
    for (std::size_t i = 1; i < term.operands.size(); ++i) {
        const auto* literal = std::get_if<Literal>(&term.operands[i]);
        if (literal == nullptr) return std::nullopt;
        demand.condition.values.push_back(*literal);
    }
    demand.is_in = term.kind == ConditionKind::In;
    return demand;
}

std::optional<KeyDemand> demand_of_comparison(const Condition& term) {
    const bool literal_first = std::holds_alternative<Literal>(term.operands[0]);
    const Operand& named = term.operands[literal_first ? 1 : 0];
    const Operand& value = term.operands[literal_first ? 0 : 1];
    const auto op = protocol::expression::key_operator(
        literal_first ? mirrored(term.comparator) : term.comparator
    );
    const DocumentPath* path = attribute_of(named);
    const auto* literal = std::get_if<Literal>(&value);
    if (!op || path == nullptr || literal == nullptr) return std::nullopt;
    return KeyDemand{{path->attribute(), *op, {*literal}}};
}

}  // namespace

std::optional<KeyDemand> demand_of(const Condition& term) {
    switch (term.kind) {
        case ConditionKind::Compare: return demand_of_comparison(term);
        case ConditionKind::Between: return demand_of_operands(term, KeyOperator::Between);
        case ConditionKind::BeginsWith: return demand_of_operands(term, KeyOperator::BeginsWith);
        case ConditionKind::In: return demand_of_operands(term, KeyOperator::Equal);
        case ConditionKind::And:
        case ConditionKind::Or:
        case ConditionKind::Not:
        case ConditionKind::AttributeExists:
        case ConditionKind::AttributeNotExists:
        case ConditionKind::AttributeTypeIs:
        case ConditionKind::Contains:
        case ConditionKind::NotContains: break;
    }
    return std::nullopt;
}

}  // namespace stator::engine::partiql
