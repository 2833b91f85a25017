#include "protocol/operations/transfers/bulk_line.hpp"

#include <algorithm>
#include <utility>

#include "protocol/base/limits.hpp"
#include "protocol/errors/bulk.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations::transfers {
namespace {

using wire::JsonView;
using wire::Member;
using wire::Shape;

const Member kLineMembers[] = {
    {"Item", &operations::shapes::kAttributeMap, true},
    {"ConditionExpression", &operations::shapes::kText},
    {"ExpressionAttributeNames", &operations::shapes::kNames},
    {"ExpressionAttributeValues", &operations::shapes::kAttributeMap},
};
const Shape kLine{.members = kLineMembers};

// Rejects unknown members, so that an item with a misspelt condition is not put unconditionally.
Result<void> check_members(JsonView line) {
    for (const auto& member : line.members()) {
        const std::string_view name = wire::member_name(member);
        const bool is_known = std::ranges::any_of(kLineMembers, [&](const Member& known) {
            return known.name == name;
        });
        if (!is_known) {
            return errors::bulk_line_unreadable("it has a member " + std::string(name));
        }
    }
    return {};
}

Result<std::optional<expression::Condition>> decode_condition(
    JsonView line, const Reading& reading
) {
    STATOR_CHECK(check_scope_needed(line, {"ConditionExpression"}, {}));
    std::optional<expression::Condition> condition;
    const auto text = text_member(line, "ConditionExpression");
    if (!text) return condition;
    STATOR_TRY(
        auto scope,
        expression::analysis::ExpressionScope::decode(
            line.find("ExpressionAttributeNames"),
            line.find("ExpressionAttributeValues"),
            values::Dialect::Current
        )
    );
    STATOR_TRY(
        condition,
        expression::analysis::parse_condition(
            *text, values::ExpressionKind::Condition, scope, reading.expressions
        )
    );
    STATOR_CHECK(scope.check_all_used());
    return condition;
}

}  // namespace

Result<BulkLine> decode_bulk_line(std::string json, const Reading& reading) {
    const auto document = wire::JsonDocument::parse(std::move(json));
    if (!document || !document->root().is_object()) {
        return errors::bulk_line_unreadable("it is no JSON object");
    }
    const JsonView line = document->root();
    const auto item = line.find("Item");
    if (!item || !item->is_object()) return errors::bulk_line_unreadable("it has no Item");
    STATOR_CHECK(check_members(line));
    STATOR_CHECK(wire::check_types(line, kLine));
    BulkLine decoded;
    STATOR_TRY(decoded.item, wire::decode_item(*item, values::Dialect::Current));
    if (decoded.item->item_size() > kMaxItemBytes) return errors::item_too_large();
    STATOR_TRY(decoded.condition, decode_condition(line, reading));
    return decoded;
}

}  // namespace stator::protocol::operations::transfers
