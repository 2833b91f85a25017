// The bytes that an UpdateExpression itself costs, in addition to the item.
// AWS: measured in eu-west-2; a regional rule. [case UpdateItem/statement_charge_of_targets]
// [case UpdateItem/statement_charge_of_operands]
#include <algorithm>
#include <numeric>

#include "engine/expression/update.hpp"
#include "protocol/values/number.hpp"

namespace stator::engine::expression {
namespace {

using protocol::expression::UpdateAction;
using protocol::expression::UpdateActionKind;
using protocol::expression::UpdateOperand;
using protocol::expression::UpdateOperandKind;
using values::AttributeValueView;
using values::DocumentPath;
using values::ItemView;
using values::PathElement;

constexpr std::size_t kStatementBytes = 3;
constexpr std::size_t kAssignmentBytes = 19;
constexpr std::size_t kRemovalBytes = 1;
constexpr std::size_t kTargetStepBytes = 4;
constexpr std::size_t kPathBytes = 1;
constexpr std::size_t kPathStepBytes = 14;
constexpr std::size_t kPlusBytes = 34;
constexpr std::size_t kMinusBytes = 37;
constexpr std::size_t kIfNotExistsBytes = 39;
constexpr std::size_t kListAppendBytes = 37;

// The bytes of a name, or the digits of an index.
std::size_t element_bytes(const PathElement& element) {
    if (const auto* name = std::get_if<std::string>(&element)) return name->size();
    return std::to_string(std::get<std::uint32_t>(element)).size();
}

std::size_t target_charge(const DocumentPath& path) {
    std::size_t charge = path.attribute().size();
    for (std::size_t i = 1; i < path.elements.size(); ++i) {
        charge += kTargetStepBytes + element_bytes(path.elements[i]);
    }
    return charge;
}

std::size_t path_charge(const DocumentPath& path) {
    std::size_t charge = kPathBytes;
    for (const PathElement& element : path.elements) {
        charge += kPathStepBytes + element_bytes(element);
    }
    return charge;
}

std::size_t operand_charge(const UpdateOperand& operand) {
    const auto with_operands = [&](std::size_t own) {
        return std::accumulate(
            operand.operands.begin(),
            operand.operands.end(),
            own,
            [](std::size_t sum, const UpdateOperand& each) { return sum + operand_charge(each); }
        );
    };
    switch (operand.kind) {
        case UpdateOperandKind::Path: return path_charge(operand.path);
        case UpdateOperandKind::Literal: return operand.literal.view().size_bytes();
        case UpdateOperandKind::IfNotExists: return with_operands(kIfNotExistsBytes);
        case UpdateOperandKind::ListAppend: return with_operands(kListAppendBytes);
        case UpdateOperandKind::Plus: return with_operands(kPlusBytes);
        case UpdateOperandKind::Minus: return with_operands(kMinusBytes);
    }
    return 0;
}

std::size_t member_bytes(values::AttributeType set_type, std::string_view member) {
    const bool number = set_type == values::AttributeType::NumberSet;
    return number ? values::number_size_bytes(member) : member.size();
}

// Size of the members of `added` that `present` lacks; both are sorted.
std::size_t new_member_bytes(AttributeValueView present, AttributeValueView added) {
    std::size_t bytes = added.size_bytes();
    const auto present_members = present.members();
    auto candidate = present_members.begin();
    for (const std::string_view member : added.members()) {
        while (candidate != present_members.end() && *candidate < member) ++candidate;
        if (candidate == present_members.end()) break;
        if (*candidate == member) bytes -= member_bytes(added.type(), member);
    }
    return bytes;
}

// AWS: for a set, only members that are really added count.
std::size_t addend_charge(const UpdateAction& action, ItemView old_item) {
    const AttributeValueView addend = action.value.literal.view();
    const auto present = values::find_path(old_item, action.path);
    const bool same_set =
        present && present->type() == addend.type() && values::is_set(addend.type());
    return same_set ? new_member_bytes(*present, addend) : addend.size_bytes();
}

std::size_t action_charge(const UpdateAction& action, ItemView old_item) {
    const std::size_t target = target_charge(action.path);
    switch (action.kind) {
        case UpdateActionKind::Set: return kAssignmentBytes + target + operand_charge(action.value);
        case UpdateActionKind::Add:
            return kAssignmentBytes + target + addend_charge(action, old_item);
        case UpdateActionKind::Remove:
        case UpdateActionKind::Delete: return kRemovalBytes + target;
    }
    return 0;
}

}  // namespace

std::size_t statement_charge(
    const protocol::expression::UpdateExpression& update, ItemView old_item
) {
    if (update.legacy) return 0;
    std::size_t charge = kStatementBytes;
    for (const UpdateAction& action : update.actions) charge += action_charge(action, old_item);
    return charge;
}

}  // namespace stator::engine::expression
