// ReadPlan: a read as a value. Every read of a key range becomes a ReadPlan, which run_read() runs.
// Reads of single items by their full key use read_item() instead.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/schema/hash_range.hpp"
#include "engine/storage/slot.hpp"
#include "engine/table/table.hpp"
#include "protocol/expression/ast.hpp"

namespace stator::engine::read {

// Determines the read point of a read in a partition. Called after the partition was locked, with
// the hashes that the read visits in it.
class Moments {
public:
    virtual ~Moments() = default;

    virtual storage::ReadPoint in(
        const storage::Partition& partition, const schema::HashRange& hashes
    ) = 0;
};

// The sort keys a read visits within one partition key; encoded for the source's tree.
struct SortKeyRange {
    std::string lower;  // inclusive
    std::string upper;  // exclusive
    bool has_upper = false;
};

// All parameters of a Query, a Scan, or a read of an index.
struct ReadPlan {
    std::shared_ptr<table::Table> table;
    std::shared_ptr<const table::TableSnapshot> snapshot;
    const schema::IndexSchema* index = nullptr;  // in the snapshot; null reads the table

    // A Query has one partition key; a Scan has none and reads [first_hash, last_hash].
    std::optional<std::string> pk;
    std::uint64_t hash = 0;
    SortKeyRange sort_keys;
    std::uint64_t first_hash = 0;
    std::uint64_t last_hash = UINT64_MAX;

    bool forward = true;
    const protocol::expression::Condition* filter = nullptr;
    std::optional<std::uint64_t> limit;

    // Resume after this position.
    struct Position {
        std::uint64_t hash = 0;
        std::string pk;
        std::string sk;
    };

    std::optional<Position> start;

    // The hashes that the plan reads.
    schema::HashRange hashes() const {
        return pk ? schema::HashRange{hash, hash} : schema::HashRange{first_hash, last_hash};
    }

    // The hash at which reading begins.
    std::uint64_t begin_hash() const {
        if (pk) return hash;
        return start && start->hash > first_hash ? start->hash : first_hash;
    }

    // If null, the read sees the current state of each partition.
    Moments* moments = nullptr;
    bool consistent = false;
    // A local index lacks some requested attributes: fetch each item from the table.
    bool fetch_items = false;
};

}  // namespace stator::engine::read
