#include "engine/expression/update_values.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "protocol/errors/expressions.hpp"
#include "protocol/errors/legacy.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/values/number.hpp"

namespace stator::engine::expression {
namespace {

using protocol::expression::UpdateOperand;
using protocol::expression::UpdateOperandKind;
using values::AttributeType;
using values::AttributeValue;
using values::AttributeValueView;
using values::ItemView;

AttributeValueView keep(AttributeValue value, ValueArena& arena) {
    arena.push_back(std::move(value));
    return arena.back().view();
}

ApiError type_clash(bool legacy) {
    return legacy ? errors::attribute_update_type_mismatch() : errors::wrong_update_operand_type();
}

Result<AttributeValueView> sum(
    AttributeValueView left, AttributeValueView right, bool subtract, ValueArena& arena
) {
    const bool numbers =
        left.type() == AttributeType::Number && right.type() == AttributeType::Number;
    if (!numbers) return errors::wrong_update_operand_type();
    std::string number;
    const auto computed = subtract ? values::subtract_numbers(left.scalar(), right.scalar(), number)
                                   : values::add_numbers(left.scalar(), right.scalar(), number);
    if (computed.has_error()) return errors::unrepresentable_sum(computed.error());
    return keep(AttributeValue::scalar(AttributeType::Number, number), arena);
}

Result<AttributeValueView> appended_list(
    AttributeValueView left, AttributeValueView right, ValueArena& arena
) {
    const bool lists = left.type() == AttributeType::List && right.type() == AttributeType::List;
    if (!lists) return errors::wrong_update_operand_type();
    AttributeValue appended;
    std::string& list = appended.buffer();
    list.reserve(left.encoded().size() + right.encoded().size());
    const std::size_t count = left.count() + right.count();
    const std::size_t place = values::open_container(list, AttributeType::List, count);
    for (const AttributeValueView element : left.elements()) list.append(element.encoded());
    for (const AttributeValueView element : right.elements()) list.append(element.encoded());
    values::close_container(list, place);
    return keep(std::move(appended), arena);
}

Result<AttributeValueView> if_not_exists(
    const UpdateOperand& operand, ItemView old_item, ValueArena& arena
) {
    const auto present = values::find_path(old_item, operand.operands[0].path);
    if (present) return *present;
    return set_value(operand.operands[1], old_item, arena);
}

std::vector<std::string_view> members_of(AttributeValueView set) {
    std::vector<std::string_view> members;
    members.reserve(set.count());
    for (const std::string_view member : set.members()) members.push_back(member);
    return members;
}

AttributeValueView set_of(
    AttributeType type, const std::vector<std::string_view>& members, ValueArena& arena
) {
    AttributeValue made;
    std::string& set = made.buffer();
    const std::size_t place = values::open_container(set, type, members.size());
    for (const std::string_view member : members) values::append_name(set, member);
    values::close_container(set, place);
    return keep(std::move(made), arena);
}

// Members are sorted, in both operands and in the result.
AttributeValueView united_set(
    AttributeValueView left, AttributeValueView right, ValueArena& arena
) {
    const auto left_members = members_of(left);
    const auto right_members = members_of(right);
    std::vector<std::string_view> united;
    united.reserve(left_members.size() + right_members.size());
    std::set_union(
        left_members.begin(),
        left_members.end(),
        right_members.begin(),
        right_members.end(),
        std::back_inserter(united)
    );
    return set_of(left.type(), united, arena);
}

}  // namespace

Result<AttributeValueView> set_value(
    const UpdateOperand& operand, ItemView old_item, ValueArena& arena
) {
    switch (operand.kind) {
        case UpdateOperandKind::Literal: return operand.literal.view();
        case UpdateOperandKind::IfNotExists: return if_not_exists(operand, old_item, arena);
        case UpdateOperandKind::Path: {
            const auto found = values::find_path(old_item, operand.path);
            if (!found) return errors::missing_update_operand();
            return *found;
        }
        case UpdateOperandKind::ListAppend:
        case UpdateOperandKind::Plus:
        case UpdateOperandKind::Minus: break;
    }
    STATOR_TRY(const auto left, set_value(operand.operands[0], old_item, arena));
    STATOR_TRY(const auto right, set_value(operand.operands[1], old_item, arena));
    if (operand.kind == UpdateOperandKind::ListAppend) return appended_list(left, right, arena);
    return sum(left, right, operand.kind == UpdateOperandKind::Minus, arena);
}

Result<AttributeValueView> added_value(
    std::optional<AttributeValueView> old_value,
    AttributeValueView addend,
    bool legacy,
    ValueArena& arena
) {
    if (!old_value) return addend;
    if (old_value->type() != addend.type()) return type_clash(legacy);
    if (values::is_set(addend.type())) return united_set(*old_value, addend, arena);
    if (addend.type() == AttributeType::Number) return sum(*old_value, addend, false, arena);
    // AWS: AttributeUpdates concatenates lists. [case UpdateItem/legacy_add_list]
    if (legacy && addend.type() == AttributeType::List) {
        return appended_list(*old_value, addend, arena);
    }
    return type_clash(legacy);
}

Result<std::optional<AttributeValueView>> reduced_set(
    AttributeValueView old_value, AttributeValueView members, bool legacy, ValueArena& arena
) {
    if (old_value.type() != members.type() || !values::is_set(members.type()))
        return type_clash(legacy);
    const auto present = members_of(old_value);
    const auto removed = members_of(members);
    std::vector<std::string_view> left;
    left.reserve(present.size());
    std::set_difference(
        present.begin(), present.end(), removed.begin(), removed.end(), std::back_inserter(left)
    );
    if (left.empty()) return std::optional<AttributeValueView>();
    return std::optional(set_of(old_value.type(), left, arena));
}

}  // namespace stator::engine::expression
