// IndexedItems: eight items of the table that make_indexed_table() makes, written and read over
// connections. Each write has a unique version, which determines the item's position in the
// indexes: in global partition `version % 3`, at sort key `version`. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/histories/commit_history.hpp"
#include "tests/histories/connection.hpp"

namespace stator::testing {

// The kinds of reads, and the source of the table that each reads.
enum class ItemRead : unsigned char {
    Item,             // GetItem
    Partition,        // Query of the table
    Table,            // Scan of the table
    LocalPartition,   // Query of the local index
    GlobalPartition,  // Query of a global index
    GlobalIndex       // Scan of a global index
};

inline constexpr std::size_t kItemReads = 6;

constexpr bool is_of_global_index(ItemRead read) {
    return read == ItemRead::GlobalPartition || read == ItemRead::GlobalIndex;
}

class IndexedItems {
public:
    static constexpr std::size_t kItems = 8;
    static constexpr std::size_t kGlobalPartitions = 3;

    // Creates the table.
    explicit IndexedItems(Database& database);

    // Adds each change to the history as a separate commit.
    void put(std::size_t item);
    void update(std::size_t item);
    void remove(std::size_t item);
    // In one transaction; both items are in the same global partition.
    void put_together(std::size_t one, std::size_t other);

    // Does the read `read`; `which` chooses among items or partitions. A failed read fails the test
    // and shows nothing.
    static Observation observe(
        Connection& connection, ItemRead read, std::size_t which, bool consistent = false
    );
    // Like observe(), but with one observation for each partition key that the read covers, because
    // each partition has its own lag.
    static std::vector<Observation> observe_apart(
        Connection& connection, ItemRead read, std::size_t which, bool consistent = false
    );

    const CommitHistory& history() const { return history_; }

private:
    static std::string item_json(std::size_t item, std::int64_t version);
    void change(const std::vector<std::pair<std::size_t, std::int64_t>>& versions);
    void write(const char* operation, const std::string& request);

    Database& database_;
    Connection writer_;
    CommitHistory history_{kItems};
    std::int64_t last_version_ = 0;
};

}  // namespace stator::testing
