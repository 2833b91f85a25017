// WriteIntent: a write is a value. Every change of an item becomes one; the Committer applies it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "engine/base/instant.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/storage/record.hpp"
#include "engine/table/table.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::replication {
class GlobalTable;
struct Change;
struct Reach;
}  // namespace stator::engine::replication

namespace stator::engine::write {

enum class WriteKind : unsigned char { Put, Update, Delete, Check };

// Who writes, as stream records show it.
enum class WriteCause : unsigned char { Request, TimeToLive, Replication };

// A write that another region has made, on its way into this one; or one that is made in several
// regions at once, and then the part of each.
struct ReplicatedWrite {
    replication::GlobalTable& group;
    const replication::Change& change;
    std::size_t to = 0;  // the slot of this one
    // For the part of the region that is asked to write: where else it is made.
    const replication::Reach* reach = nullptr;
};

// One change of one item, validated against everything except the item's state.
struct WriteIntent {
    std::shared_ptr<table::Table> table;
    WriteKind kind = WriteKind::Put;
    WriteCause cause = WriteCause::Request;
    // For a Put, the whole item; otherwise the key attributes. Keys are bound. The Committer may
    // publish a Put's image.
    values::MutableItemImagePtr image;
    std::uint64_t hash = 0;
    // Borrowed from the request; may be null.
    const protocol::expression::Condition* condition = nullptr;
    const protocol::expression::UpdateExpression* update = nullptr;
    // An existing item is a DuplicateItemException. For PartiQL's INSERT.
    bool must_be_new = false;
    // For a deletion by time to live: the item must have expired before this time.
    Instant expired_at = {};
    // Set for replicated writes alone; borrowed.
    const ReplicatedWrite* replicated = nullptr;
    // Whether a failed condition returns the item.
    bool return_item_on_failure = false;
    // Whether a DuplicateItemException carries the existing item; no reply shows it.
    bool return_duplicated_item = false;
    // Whether the statement itself is charged. AWS: not in transactions and PartiQL.
    bool charge_statement = true;
    // A vector that an index cannot hold is no error: the item is not in it. AWS: an import's.
    bool takes_any_vector = false;
    // Whether a rare answer may refuse this write, by a conflict or an error; false for a part of a
    // request that is refused as a whole.
    bool meets_rare_refusals = true;
    // Whether a rare answer may throttle it.
    bool meets_rare_throttle = true;

    storage::KeyView key() const { return {hash, image->pk(), image->sk()}; }
};

// A write of `image`, whose keys are bound here. The caller adds what only some writes have: a
// condition, an update, how it is charged.
inline WriteIntent make_intent(
    std::shared_ptr<table::Table> table,
    const schema::TableSchema& schema,
    WriteKind kind,
    values::MutableItemImagePtr image
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
