#include "engine/write/preparation.hpp"

#include <algorithm>
#include <utility>

#include "engine/capacity/capacity.hpp"
#include "engine/expression/evaluate.hpp"
#include "engine/expression/update.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/schema/key_checks.hpp"
#include "engine/schema/vector_checks.hpp"
#include "engine/storage/expiry_index.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/values.hpp"

namespace stator::engine::write {
namespace {

using values::ItemImagePtr;
using values::ItemView;
using values::MutableItemImagePtr;

// A deletion by time to live is valid only while the item is expired.
Result<void> check_expiry(
    const WriteIntent& intent, const schema::TableSchema& schema, const ItemImagePtr& old_image
) {
    if (intent.cause != WriteCause::TimeToLive) return {};
    const bool holds =
        old_image != nullptr &&
        storage::is_expired(*old_image, schema.time_to_live_attribute, intent.expired_at);
    if (holds) return {};
    return errors::conditional_check_failed(nullptr);
}

Result<void> check_condition(const WriteIntent& intent, const ItemImagePtr& old_image) {
    if (intent.must_be_new && old_image != nullptr) {
        return errors::duplicate_item(intent.return_duplicated_item ? old_image : nullptr);
    }
    if (intent.condition == nullptr || expression::evaluate(*intent.condition, ItemView(old_image)))
        return {};
    return errors::conditional_check_failed(intent.return_item_on_failure ? old_image : nullptr);
}

// Checks that precede the evaluation of the condition.
// AWS: a key as a target and the statement's own size take precedence over a false condition.
// [case UpdateItem/order_of_execution]
Result<void> check_before_condition(
    const WriteIntent& intent, const schema::TableSchema& schema, const ItemImagePtr& old_image
) {
    // Another region has already accepted this write. The item may contain values that an index
    // leaves out, if the write changed other attributes.
    if (intent.cause == WriteCause::Replication) return {};
    if (intent.kind == WriteKind::Put) {
        STATOR_CHECK(schema::check_index_keys(schema, *intent.image));
        if (intent.takes_any_vector || schema.vector_indexes.empty()) return {};
        return schema::check_vectors(schema, *intent.image);
    }
    if (intent.kind != WriteKind::Update || intent.update == nullptr) return {};
    STATOR_CHECK(schema::check_update_targets(schema, *intent.update));
    const bool charged = intent.charge_statement && !intent.update->legacy;
    if (charged && expression::statement_charge(*intent.update, ItemView(old_image)) >
                       protocol::kMaxItemBytes) {
        return errors::updated_item_too_large();
    }
    return {};
}

// Returns the image after an update, or null if the item does not exist and is not created.
Result<MutableItemImagePtr> updated_image(
    const WriteIntent& intent, const schema::TableSchema& schema, const ItemImagePtr& old_image
) {
    static const protocol::expression::UpdateExpression kNothing;
    const auto& update = intent.update == nullptr ? kNothing : *intent.update;
    STATOR_TRY(
        MutableItemImagePtr image,
        expression::apply_update(update, ItemView(old_image), *intent.image)
    );
    // AWS: an update with only REMOVE and DELETE does not create an item.
    // [case UpdateItem/remove_creates_nothing]
    if (old_image == nullptr && update.only_removes()) return MutableItemImagePtr();
    STATOR_CHECK(schema::check_updated_index_keys(schema, update, *image));
    STATOR_CHECK(schema::check_updated_vectors(schema, update, *image));
    if (image->item_size() > protocol::kMaxItemBytes) return errors::updated_item_too_large();
    return image;
}

// Derives the members that only a table with vector indexes has.
void derive_vectors(const schema::TableSchema& schema, PreparedWrite& prepared) {
    if (prepared.old_image) prepared.old_excess = table::list_excess(schema, *prepared.old_image);
    if (prepared.new_image) prepared.new_excess = table::list_excess(schema, *prepared.new_image);
    if (!prepared.changes) return;
    prepared.vector_effects =
        table::derive_vector_effects(schema, prepared.old_image, prepared.new_image);
}

}  // namespace

Result<PreparedWrite> prepare_write(
    const WriteIntent& intent, const schema::TableSchema& schema, ItemImagePtr old_image
) {
    PreparedWrite prepared;
    prepared.old_image = std::move(old_image);
    STATOR_CHECK(check_before_condition(intent, schema, prepared.old_image));
    STATOR_CHECK(check_expiry(intent, schema, prepared.old_image));
    STATOR_CHECK(check_condition(intent, prepared.old_image));
    switch (intent.kind) {
        case WriteKind::Put: prepared.changed = intent.image; break;
        case WriteKind::Update: {
            STATOR_TRY(prepared.changed, updated_image(intent, schema, prepared.old_image));
            break;
        }
        case WriteKind::Delete: break;
        case WriteKind::Check:
            prepared.new_image = prepared.old_image;
            // AWS: a check is billed as a write. [case TransactWriteItems/vector_units]
            if (!schema.vector_indexes.empty()) derive_vectors(schema, prepared);
            return prepared;
    }
    const bool had = prepared.old_image != nullptr;
    const bool has = prepared.changed != nullptr;
    prepared.changes =
        had != has || (had && prepared.old_image->payload() != prepared.changed->payload());
    prepared.new_image = prepared.changes ? ItemImagePtr(prepared.changed) : prepared.old_image;
    if (!prepared.changes) {
        if (!schema.vector_indexes.empty()) derive_vectors(schema, prepared);
        return prepared;
    }
    if (has) schema::bind_item_keys(schema, *prepared.changed);
    prepared.effects = table::derive_effects(schema, prepared.old_image, prepared.new_image);
    if (!schema.vector_indexes.empty()) derive_vectors(schema, prepared);
    return prepared;
}

requests::Consumption write_consumption(const PreparedWrite& prepared) {
    requests::Consumption consumption;
    const std::int64_t old_size = prepared.old_image ? prepared.old_image->item_size() : 0;
    const std::int64_t new_size = prepared.new_image ? prepared.new_image->item_size() : 0;
    consumption.table = capacity::write_units(
        std::max(old_size - prepared.old_excess, new_size - prepared.new_excess)
    );
    for (const table::IndexEffect& effect : prepared.effects) {
        consumption.add_index(effect.index->name, effect.index->global, effect.write_units());
    }
    for (const table::VectorEffect& effect : prepared.vector_effects) {
        consumption.add_vectors(effect.index->name, effect.write_bytes());
    }
    return consumption;
}

}  // namespace stator::engine::write
