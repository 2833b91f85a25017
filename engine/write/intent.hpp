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

// The cause of a write, which stream records show.
enum class WriteCause : unsigned char { Request, TimeToLive, Replication };

// A write that another region has made and that is applied in this one, or one region's part of a
// write that is made in several regions at the same time.
struct ReplicatedWrite {
    replication::GlobalTable& group;
    const replication::Change& change;
    std::size_t to = 0;  // the slot of this region
    // Set only for the part of the region that received the request: the other regions of the
    // write.
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
    // If the item exists, the write fails with DuplicateItemException. For PartiQL's INSERT.
    bool must_be_new = false;
    // For a deletion by time to live: the item must have expired before this time.
    Instant expired_at = {};
    // Set only for replicated writes; borrowed.
    const ReplicatedWrite* replicated = nullptr;
    // True if a failed condition returns the item.
    bool return_item_on_failure = false;
    // True if a DuplicateItemException contains the existing item. No reply shows it.
    bool return_duplicated_item = false;
    // True if the statement itself is charged.
    // AWS: not in transactions and PartiQL.
    bool charge_statement = true;
    // True if a vector that an index cannot contain is not an error; the index then leaves out the
    // item.
    // AWS: imports behave this way.
    bool takes_any_vector = false;
    // True if a rare answer may refuse this write with a conflict or an error. False for a part of
    // a request that is refused as a whole.
    bool meets_rare_refusals = true;
    // True if a rare answer may throttle this write.
    bool meets_rare_throttle = true;

    storage::KeyView key() const { return {hash, image->pk(), image->sk()}; }
};

// Returns a write of `image`, and binds the image's keys. The caller adds the optional members: a
// condition, an update, how the write is charged.
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
