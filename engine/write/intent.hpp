// WriteIntent: a write is a value. Whatever changes an item becomes one; the Committer applies it.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "engine/base/instant.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/storage/record.hpp"
#include "engine/table/table.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::write {

enum class WriteKind : unsigned char { Put, Update, Delete, Check };

// Who writes; a stream record tells.
enum class WriteCause : unsigned char { Request, TimeToLive };

// One change of one item, validated against everything but the item's state.
struct WriteIntent {
    std::shared_ptr<table::Table> table;
    WriteKind kind = WriteKind::Put;
    WriteCause cause = WriteCause::Request;
    // Put: the whole item. Otherwise: the key attributes. Keys are bound; the Committer may
    // publish a Put's image.
    protocol::values::MutableItemImagePtr image;
    std::uint64_t hash = 0;
    // Borrowed from the request; null when there is none.
    const protocol::expression::Condition* condition = nullptr;
    const protocol::expression::UpdateExpression* update = nullptr;
    // An item in the way is a DuplicateItemException. PartiQL's INSERT.
    bool must_be_new = false;
    // For a delete by the time to live: the item must have expired before this time.
    Instant expired_at = {};
    // Whether a failed condition reports the item.
    bool return_item_on_failure = false;
    // Whether a DuplicateItemException carries the item that is there; no reply shows it.
    bool return_duplicated_item = false;
    // Whether the statement itself is charged. AWS: not in transactions and PartiQL.
    bool charge_statement = true;
    // Whether the request's rare answer may be a conflict with a transaction at this write.
    bool meets_rare_conflict = true;

    storage::KeyView key() const { return {hash, image->pk(), image->sk()}; }
};

// The write of `image`, whose keys are bound here. What only some writes have is the caller's to
// add: a condition, an update, how it is charged.
inline WriteIntent make_intent(
    std::shared_ptr<table::Table> table,
    const schema::TableSchema& schema,
    WriteKind kind,
    protocol::values::MutableItemImagePtr image
) {
    WriteIntent intent;
    intent.table = std::move(table);
    intent.kind = kind;
    intent.image = std::move(image);
    schema::bind_item_keys(schema, *intent.image);
    intent.hash = schema::item_hash(*intent.image);
    return intent;
}

}  // namespace stator::engine::write
