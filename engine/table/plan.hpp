// Plans: a write is a value, a read is a value. Every request that touches items becomes one of
// these; the Committer applies the former, run_read the latter.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/storage/record.hpp"
#include "engine/storage/slot.hpp"
#include "engine/table/table.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine {

enum class WriteKind : unsigned char { Put, Update, Delete, Check };

// Who writes; a stream record tells.
enum class WriteCause : unsigned char { Request, TimeToLive };

// One change of one item, validated against everything but the item's state.
struct WriteIntent {
    std::shared_ptr<Table> table;
    WriteKind kind = WriteKind::Put;
    WriteCause cause = WriteCause::Request;
    // Put: the whole item. Otherwise: the key attributes. Keys are bound; the Committer may
    // publish a Put's image.
    protocol::MutableItemImagePtr image;
    std::uint64_t hash = 0;
    // Borrowed from the request; null when there is none.
    const protocol::Condition* condition = nullptr;
    const protocol::UpdateExpression* update = nullptr;
    // An item in the way is a DuplicateItemException. PartiQL's INSERT.
    bool must_be_new = false;
    // For a delete by the time to live: the item must have expired before this time.
    std::int64_t expired_at_ms = 0;
    // Whether a failed condition reports the item.
    bool return_item_on_failure = false;
    // Whether the statement itself is charged. AWS: not in transactions and PartiQL.
    bool charge_statement = true;

    KeyView key() const { return {hash, image->pk(), image->sk()}; }
};

// The sort keys a read visits within one partition key; encoded for the source's tree.
struct SortKeyRange {
    std::string lower;  // inclusive
    std::string upper;  // exclusive
    bool has_upper = false;
};

// Everything a Query, a Scan, or an index read needs.
struct ReadPlan {
    std::shared_ptr<Table> table;
    std::shared_ptr<const TableSnapshot> snapshot;
    const IndexSchema* index = nullptr;  // of the snapshot; null reads the table

    // A Query: one partition key. Without one, a Scan of [first_hash, last_hash].
    std::optional<std::string> pk;
    std::uint64_t hash = 0;
    SortKeyRange sort_keys;
    std::uint64_t first_hash = 0;
    std::uint64_t last_hash = UINT64_MAX;

    bool forward = true;
    const protocol::Condition* filter = nullptr;
    std::optional<std::uint64_t> limit;

    // Resume after this position.
    struct Position {
        std::uint64_t hash = 0;
        std::string pk;
        std::string sk;
    };

    std::optional<Position> start;

    // The hash of where reading begins.
    std::uint64_t begin_hash() const {
        if (pk) return hash;
        return start && start->hash > first_hash ? start->hash : first_hash;
    }

    ReadPoint point;
    bool consistent = false;
    // A local index that does not hold all that is asked for: fetch each item from the table.
    bool fetch_items = false;
};

}  // namespace stator::engine
