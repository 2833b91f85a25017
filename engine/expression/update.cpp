#include "engine/expression/update.hpp"

#include <absl/container/inlined_vector.h>

#include "engine/expression/item_changes.hpp"
#include "engine/expression/update_values.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/values.hpp"

namespace stator::engine::expression {
namespace {

using protocol::expression::UpdateAction;
using protocol::expression::UpdateActionKind;
using protocol::expression::UpdateExpression;
using values::AttributeType;
using values::AttributeValueView;
using values::DocumentPath;
using values::ItemImage;
using values::ItemView;

// True if the container of the path's last element exists and has the right type.
// AWS: updates do not create parents. [case UpdateItem/missing_parent]
bool has_parent(ItemView old_item, const DocumentPath& path) {
    if (path.is_top_level()) return true;
    DocumentPath parent = path;
    parent.elements.pop_back();
    const auto container = values::find_path(old_item, parent);
    if (!container) return false;
    const bool by_name = std::holds_alternative<std::string>(path.elements.back());
    return container->type() == (by_name ? AttributeType::Map : AttributeType::List);
}

// Computes the changes of one update. Every right-hand side reads the old item.
// AWS: for a missing item, it reads the attributes of its key.
// [case update_expressions/key_of_missing_item]
class ChangePlanner {
public:
    ChangePlanner(bool legacy, ItemView old_item, const ItemImage& key)
        : legacy_(legacy),
          had_item_(old_item.exists()),
          old_item_(had_item_ ? old_item : ItemView(&key)) {}

    // AWS: every value of SET is computed before any path is checked.
    // [case UpdateItem/values_before_paths]
    Result<void> plan(const UpdateExpression& update) {
        for (const UpdateAction& action : update.actions) {
            if (action.kind == UpdateActionKind::Set) STATOR_CHECK(plan_set(action));
        }
        for (const NestedSet& set : nested_sets_) {
            STATOR_CHECK(check_parent(*set.action));
            changes_.assign(set.action->path, set.value);
        }
        for (const UpdateAction& action : update.actions) STATOR_CHECK(plan_other(action));
        return {};
    }

    const ItemChanges& changes() const { return changes_; }

private:
    // A value of SET whose path must still be checked.
    struct NestedSet {
        const UpdateAction* action;
        AttributeValueView value;
    };

    Result<void> plan_other(const UpdateAction& action) {
        switch (action.kind) {
            case UpdateActionKind::Set: return {};
            case UpdateActionKind::Remove: return plan_remove(action);
            case UpdateActionKind::Add: return plan_add(action);
            case UpdateActionKind::Delete: return plan_delete(action);
        }
        return {};
    }

    Result<void> plan_set(const UpdateAction& action) {
        STATOR_TRY(const auto value, set_value(action.value, old_item_, arena_));
        if (action.path.is_top_level()) {
            changes_.assign(action.path, value);
        } else {
            nested_sets_.push_back({&action, value});
        }
        return {};
    }

    // AWS: REMOVE in a missing item is not an error. [case UpdateItem/remove_missing_item]
    Result<void> plan_remove(const UpdateAction& action) {
        if (!had_item_) return {};
        STATOR_CHECK(check_parent(action));
        if (values::find_path(old_item_, action.path)) changes_.remove(action.path);
        return {};
    }

    Result<void> plan_add(const UpdateAction& action) {
        STATOR_CHECK(check_parent(action));
        const auto old_value = values::find_path(old_item_, action.path);
        STATOR_TRY(
            const auto value, added_value(old_value, action.value.literal.view(), legacy_, arena_)
        );
        changes_.assign(action.path, value);
        return {};
    }

    Result<void> plan_delete(const UpdateAction& action) {
        STATOR_CHECK(check_parent(action));
        const auto old_value = values::find_path(old_item_, action.path);
        if (!old_value) return {};
        STATOR_TRY(
            const auto left, reduced_set(*old_value, action.value.literal.view(), legacy_, arena_)
        );
        if (left) {
            changes_.assign(action.path, *left);
        } else {
            changes_.remove(action.path);
        }
        return {};
    }

    Result<void> check_parent(const UpdateAction& action) const {
        if (!has_parent(old_item_, action.path)) return errors::invalid_update_path();
        return {};
    }

    bool legacy_;
    bool had_item_;
    ItemView old_item_;
    ValueArena arena_;
    absl::InlinedVector<NestedSet, 4> nested_sets_;
    ItemChanges changes_;
};

// The nesting of values in the request was already checked; it can only become too deep at a nested
// path.
Result<void> check_nesting(const UpdateExpression& update, const ItemImage& image) {
    for (const UpdateAction& action : update.actions) {
        if (action.path.is_top_level()) continue;
        const auto value = image.find(action.path.attribute());
        if (value && value->depth() > protocol::kMaxNestingLevels) {
            return update.statement ? errors::statement_result_too_deep()
                                    : errors::nesting_too_deep();
        }
    }
    return {};
}

}  // namespace

Result<values::MutableItemImagePtr> apply_update(
    const UpdateExpression& update, ItemView old_item, const ItemImage& key
) {
    ChangePlanner planner(update.legacy, old_item, key);
    STATOR_CHECK(planner.plan(update));
    const ItemImage& base = old_item.exists() ? *old_item.image() : key;
    auto image = planner.changes().apply(base);
    STATOR_CHECK(check_nesting(update, *image));
    return image;
}

values::MutableItemImagePtr project_touched(
    const UpdateExpression& update, const ItemImage& image
) {
    absl::InlinedVector<const DocumentPath*, 8> paths;
    for (const UpdateAction& action : update.actions) paths.push_back(&action.path);
    auto touched = values::project_paths(image, values::DocumentPaths(paths));
    if (touched->attribute_count() == 0) return nullptr;
    return touched;
}

}  // namespace stator::engine::expression
