// A key condition expression is a restricted condition: conditions on one top-level attribute each,
// joined by AND.
#include "protocol/errors/expressions.hpp"
#include "protocol/expression/analysis/analysis.hpp"
#include "protocol/expression/condition_checks.hpp"

namespace stator::protocol::expression::analysis {
namespace {

// Returns the operator with its sides exchanged: ":v < sk" means "sk > :v".
KeyOperator mirrored(KeyOperator op) {
    switch (op) {
        case KeyOperator::Less: return KeyOperator::Greater;
        case KeyOperator::LessOrEqual: return KeyOperator::GreaterOrEqual;
        case KeyOperator::Greater: return KeyOperator::Less;
        case KeyOperator::GreaterOrEqual: return KeyOperator::LessOrEqual;
        case KeyOperator::Equal:
        case KeyOperator::Between:
        case KeyOperator::BeginsWith:
        case KeyOperator::NotIndexable: break;
    }
    return op;
}

bool is_path(const Operand& operand) {
    return std::holds_alternative<values::DocumentPath>(operand);
}

// Error: the first fault of the operands, in text order.
Result<void> check_key_operands(const Condition& condition, KeyOperator op) {
    const auto& operands = condition.operands;
    const bool attribute_first = op == KeyOperator::Between || op == KeyOperator::BeginsWith;
    if (attribute_first && !is_path(operands[0])) {
        return errors::key_attribute_not_first(operation_name(condition));
    }
    bool has_attribute = false;
    for (const Operand& operand : operands) {
        if (std::holds_alternative<SizeOperand>(operand)) {
            return errors::key_condition_nested_operation();
        }
        const auto* path = std::get_if<values::DocumentPath>(&operand);
        if (path == nullptr) continue;
        if (has_attribute) return errors::key_condition_two_attributes();
        if (!path->is_top_level()) return errors::key_condition_nested_attribute();
        has_attribute = true;
    }
    if (!has_attribute) return errors::key_condition_without_attribute();
    return {};
}

Result<KeyCondition> key_condition(const Condition& condition) {
    const auto op = key_operator(condition.kind, condition.comparator);
    if (!op) return errors::key_condition_operator(operation_name(condition));
    STATOR_CHECK(check_key_operands(condition, *op));
    KeyCondition key{.attribute = {}, .op = *op, .values = {}};
    for (const Operand& operand : condition.operands) {
        if (const auto* path = std::get_if<values::DocumentPath>(&operand)) {
            key.attribute = path->attribute();
        } else {
            key.values.push_back(std::get<Literal>(operand));
        }
    }
    if (!is_path(condition.operands[0])) key.op = mirrored(*op);
    return key;
}

Result<void> collect(
    const Condition& condition, const errors::Region& region, std::vector<KeyCondition>& found
) {
    if (condition.kind == ConditionKind::And) {
        for (const Condition& child : condition.children)
            STATOR_CHECK(collect(child, region, found));
        return {};
    }
    STATOR_TRY(KeyCondition key, key_condition(condition));
    for (const KeyCondition& earlier : found) {
        if (earlier.attribute == key.attribute) return errors::key_condition_repeated(region);
    }
    found.push_back(std::move(key));
    return {};
}

}  // namespace

Result<std::vector<KeyCondition>> analyze_key_condition(
    const Condition& condition, const errors::Region& region
) {
    std::vector<KeyCondition> found;
    STATOR_CHECK(collect(condition, region, found));
    return found;
}

}  // namespace stator::protocol::expression::analysis
