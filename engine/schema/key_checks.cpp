#include "engine/schema/key_checks.hpp"

#include <algorithm>

#include "protocol/base/limits.hpp"
#include "protocol/errors/keys.hpp"

namespace stator::engine::schema {
namespace {

using protocol::expression::UpdateAction;
using protocol::expression::UpdateActionKind;
using protocol::expression::UpdateOperandKind;
using values::AttributeType;
using values::AttributeValueView;
using values::DocumentPath;
using values::ItemImage;

Result<void> check_key_content(const KeyAttribute& key, AttributeValueView value, bool is_hash) {
    const std::string_view bytes = value.scalar();
    if (bytes.empty()) return errors::empty_key(errors::empty_kind(key.type), key.name);
    if (is_hash && bytes.size() > protocol::kMaxHashKeyBytes) return errors::hash_key_too_long();
    if (!is_hash && bytes.size() > protocol::kMaxRangeKeyBytes) {
        return errors::range_key_too_long();
    }
    return {};
}

Result<void> check_key_contents(const TableSchema& schema, const ItemImage& item) {
    STATOR_CHECK(check_key_content(schema.hash, *item.find(schema.hash.name), true));
    if (schema.range) {
        STATOR_CHECK(check_key_content(*schema.range, *item.find(schema.range->name), false));
    }
    return {};
}

bool matches(const KeyAttribute& key, const ItemImage& item) {
    const auto value = item.find(key.name);
    return value && value->type() == key.type;
}

Result<void> check_item_key_attribute(const KeyAttribute& key, const ItemImage& item) {
    const auto value = item.find(key.name);
    if (!value) return errors::missing_key(key.name);
    if (value->type() != key.type) {
        return errors::key_type_mismatch(key.name, key.type, value->type());
    }
    return {};
}

// Calls `check(index, key, is_hash)` for every key attribute of every index, in name order.
template <class Check>
Result<void> each_index_key(const TableSchema& schema, Check check) {
    for (const IndexSchema& index : schema.indexes) {
        for (const KeyAttribute& key : index.hash) STATOR_CHECK(check(index, key, true));
        for (const KeyAttribute& key : index.range) STATOR_CHECK(check(index, key, false));
    }
    return {};
}

// Checks that a path does not lead into a key attribute.
Result<void> check_scalar_path(const TableSchema& schema, const DocumentPath& path) {
    if (path.is_top_level()) return {};
    const std::string& attribute = path.attribute();
    if (schema.is_key(attribute)) return errors::key_must_be_scalar(attribute);
    const bool is_index_key =
        std::any_of(schema.indexes.begin(), schema.indexes.end(), [&](const IndexSchema& index) {
            return index.is_key(attribute);
        });
    if (is_index_key) return errors::index_key_must_be_scalar(attribute);
    return {};
}

// Checks the paths whose values an operand reads.
Result<void> check_operand_paths(
    const TableSchema& schema, const protocol::expression::UpdateOperand& operand
) {
    if (operand.kind == UpdateOperandKind::Path) {
        STATOR_CHECK(check_scalar_path(schema, operand.path));
    }
    for (const auto& inner : operand.operands) STATOR_CHECK(check_operand_paths(schema, inner));
    return {};
}

// Returns the type that a SET or ADD always gives its target, or nullopt if the type depends on the
// item.
std::optional<AttributeType> assigned_type(const UpdateAction& action) {
    if (action.kind != UpdateActionKind::Set && action.kind != UpdateActionKind::Add) {
        return std::nullopt;
    }
    switch (action.value.kind) {
        case UpdateOperandKind::Literal: return action.value.literal.view().type();
        case UpdateOperandKind::Plus:
        case UpdateOperandKind::Minus: return AttributeType::Number;
        case UpdateOperandKind::ListAppend:
        case UpdateOperandKind::IfNotExists:
        case UpdateOperandKind::Path: break;
    }
    return std::nullopt;
}

const UpdateAction* find_action(
    const protocol::expression::UpdateExpression& update, std::string_view attribute
) {
    for (const UpdateAction& action : update.actions) {
        if (action.path.attribute() == attribute) return &action;
    }
    return nullptr;
}

// Checks for index keys that are assigned a wrong type, if the expression determines the type. AWS:
// reported before a path into an index key. [case update_expressions/index_key_path]
Result<void> check_assigned_types(
    const TableSchema& schema, const protocol::expression::UpdateExpression& update
) {
    return each_index_key(
        schema,
        [&](const IndexSchema& index, const KeyAttribute& key, bool) -> Result<void> {
            const UpdateAction* action = find_action(update, key.name);
            if (action == nullptr || !action->path.is_top_level()) return {};
            const auto type = assigned_type(*action);
            if (!type || *type == key.type) return {};
            return errors::index_key_type_mismatch(key.name, key.type, *type, index.name);
        }
    );
}

}  // namespace

Result<void> check_key(const TableSchema& schema, const ItemImage& key) {
    if (key.attribute_count() != schema.key_count() || !matches(schema.hash, key) ||
        (schema.range && !matches(*schema.range, key))) {
        return errors::key_does_not_match_schema();
    }
    return check_key_contents(schema, key);
}

Result<void> check_item_key(const TableSchema& schema, const ItemImage& item, bool as_batch) {
    if (as_batch) {
        if (!matches(schema.hash, item) || (schema.range && !matches(*schema.range, item))) {
            return errors::key_does_not_match_schema();
        }
    } else {
        STATOR_CHECK(check_item_key_attribute(schema.hash, item));
        if (schema.range) STATOR_CHECK(check_item_key_attribute(*schema.range, item));
    }
    return check_key_contents(schema, item);
}

Result<void> check_index_keys(const TableSchema& schema, const ItemImage& item) {
    return each_index_key(
        schema,
        [&](const IndexSchema& index, const KeyAttribute& key, bool is_hash) -> Result<void> {
            const auto value = item.find(key.name);
            if (!value) return {};
            if (value->type() != key.type) {
                return errors::index_key_type_mismatch(
                    key.name, key.type, value->type(), index.name
                );
            }
            if (value->scalar().empty()) {
                return errors::empty_index_key(errors::empty_kind(key.type), index.name, key.name);
            }
            return check_key_content(key, *value, is_hash);
        }
    );
}

Result<void> check_update_targets(
    const TableSchema& schema, const protocol::expression::UpdateExpression& update
) {
    for (const UpdateAction& action : update.actions) {
        if (schema.is_key(action.path.attribute())) {
            return errors::cannot_update_key(action.path.attribute());
        }
    }
    STATOR_CHECK(check_assigned_types(schema, update));
    for (const UpdateAction& action : update.actions) {
        STATOR_CHECK(check_operand_paths(schema, action.value));
    }
    for (const UpdateAction& action : update.actions) {
        STATOR_CHECK(check_scalar_path(schema, action.path));
    }
    return {};
}

Result<void> check_updated_index_keys(
    const TableSchema& schema,
    const protocol::expression::UpdateExpression& update,
    const ItemImage& item
) {
    return each_index_key(
        schema,
        [&](const IndexSchema&, const KeyAttribute& key, bool is_hash) -> Result<void> {
            if (find_action(update, key.name) == nullptr) return {};
            const auto value = item.find(key.name);
            if (!value) return {};
            if (value->type() != key.type) return errors::unsupported_updated_index_key();
            if (value->scalar().empty()) {
                return errors::empty_updated_index_key(errors::empty_kind(key.type));
            }
            return check_key_content(key, *value, is_hash);
        }
    );
}

Result<void> check_transact_values(const TableSchema& schema, const ItemImage& image, bool is_put) {
    const auto check = [&](const KeyAttribute& key, bool is_hash) -> Result<void> {
        const auto value = image.find(key.name);
        if (!value || value->type() != key.type) return {};  // a reason to cancel, found later
        return check_key_content(key, *value, is_hash);
    };
    STATOR_CHECK(check(schema.hash, true));
    if (schema.range) STATOR_CHECK(check(*schema.range, false));
    if (!is_put) return {};
    return each_index_key(
        schema,
        [&](const IndexSchema& index, const KeyAttribute& key, bool is_hash) -> Result<void> {
            const auto value = image.find(key.name);
            if (!value || value->type() != key.type) return {};
            if (value->scalar().empty()) {
                return errors::empty_index_key(errors::empty_kind(key.type), index.name, key.name);
            }
            return check_key_content(key, *value, is_hash);
        }
    );
}

Result<void> check_transact_update(
    const TableSchema& schema, const protocol::expression::UpdateExpression& update
) {
    return each_index_key(
        schema,
        [&](const IndexSchema&, const KeyAttribute& key, bool) -> Result<void> {
            const UpdateAction* action = find_action(update, key.name);
            if (action == nullptr || !action->path.is_top_level()) return {};
            const bool is_literal = action->kind == UpdateActionKind::Set &&
                                    action->value.kind == UpdateOperandKind::Literal;
            if (!is_literal) return {};
            const AttributeValueView value = action->value.literal.view();
            if (value.type() != key.type || !value.scalar().empty()) return {};
            return errors::empty_updated_index_key(errors::empty_kind(key.type));
        }
    );
}

Result<void> check_scalar_paths(
    const TableSchema& schema, const std::vector<const DocumentPath*>& paths
) {
    for (const DocumentPath* path : paths) STATOR_CHECK(check_scalar_path(schema, *path));
    return {};
}

Result<void> check_condition_paths(
    const TableSchema& schema, const std::optional<protocol::expression::Condition>& condition
) {
    if (!condition) return {};
    return check_scalar_paths(schema, protocol::expression::condition_paths(*condition));
}

Result<void> check_projection_paths(
    const TableSchema& schema, const std::optional<std::vector<DocumentPath>>& projection
) {
    if (!projection) return {};
    for (const DocumentPath& path : *projection) STATOR_CHECK(check_scalar_path(schema, path));
    return {};
}

}  // namespace stator::engine::schema
