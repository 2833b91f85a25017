// Table: one DynamoDB table in memory: its description, its compiled schema, its partitions.
//
// The description is replaced as a whole by publish(); each request works on an immutable snapshot.
// Writers read the schema under a partition lock, and publish() holds every partition lock while it
// changes the set of indexes, so no write can miss an index. Thread-safe. Lock order: catalog, then
// partitions by ascending lock rank.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/definition/index_origins.hpp"
#include "engine/schema/schema.hpp"
#include "engine/table/backfill.hpp"
#include "engine/table/index_contents.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::stream {
class Chances;
class Stream;
}  // namespace stator::engine::stream

namespace stator::engine::replication {
struct Membership;
}  // namespace stator::engine::replication

namespace stator::engine::storage {
class ChangeHistory;
}

namespace stator::engine::table {

// A partition of the table (index "") or of a global index that has been split.
struct PartitionSplit {
    std::string index;
    PartitionId lower;
    PartitionId upper;
    std::uint64_t hash = 0;  // the first hash of the upper one
};

struct TableSnapshot {
    model::TableDescription description;
    schema::TableSchema schema;
    IndexContents contents;
};

class Table {
public:
    // `stream` records the table's changes; it may be null. A loaded stream also determines the
    // partitions.
    Table(
        TableNumber number,
        model::TableDescription description,
        std::shared_ptr<stream::Stream> stream = nullptr,
        Instant now = {}
    );
    // Returns a table with the same items and indexes, without older versions; images are shared.
    // Its description may differ only in names. `stream` must be a copy of this table's stream. The
    // caller has locked every partition of this table and of its global indexes.
    std::shared_ptr<Table> copy(
        TableNumber number,
        model::TableDescription description,
        std::shared_ptr<stream::Stream> stream
    ) const;

    // Returns an independent table with the same items, without a stream and without expiries.
    // Indexes of `description` that have an origin start as copies of it, others are filled. Locks
    // as for copy().
    std::shared_ptr<Table> restored(
        TableNumber number,
        model::TableDescription description,
        const definition::IndexOrigins& origins
    ) const;

    ~Table();
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    TableNumber number() const { return number_; }

    // The current description and schema. Cheap; keep the pointer for the whole request.
    std::shared_ptr<const TableSnapshot> snapshot() const;

    // Replaces the description. Atomically, new indexes start to be filled from the items, removed
    // indexes lose their entries, and the same applies to expiring items. Later changes are
    // recorded in `stream`, and the previous stream ends. Then splits partitions until their number
    // is the one that the description requires, and returns these splits. The catalog serialises
    // callers.
    std::vector<PartitionSplit> publish(
        model::TableDescription description, std::shared_ptr<stream::Stream> stream, Instant now
    );

    // ---- Filling (table_filling.cpp) ----

    // Visits some items for indexes, or for the expiries, that do not have them yet. Takes less
    // than a millisecond, and locks one partition at a time. Returns true if more items are left.
    bool fill_some();

    // True if an index or the expiries do not have all items yet.
    bool is_filling() const { return is_filling_.load(); }

    // True if this index ("": the expiries) does not have all items yet.
    bool is_filling(std::string_view index) const;

    // True if the index exists and has all items. For "": true if all indexes and the expiries have
    // them.
    bool has_all_items(std::string_view index) const;

    // The backfills that have not ended.
    std::vector<Backfill> backfills() const;

    // Returns true for one caller, which then calls fill_some(), until that caller calls
    // leave_filling().
    bool claim_filling() { return !is_being_filled_.exchange(true); }

    void leave_filling() { is_being_filled_ = false; }

    // The stream that records the table's changes; null if there is none.
    std::shared_ptr<stream::Stream> stream() const;

    // The history of the items; null while point-in-time recovery is off.
    std::shared_ptr<storage::ChangeHistory> history() const;

    // After this call, `history` records every change; null ends this.
    void keep_history(std::shared_ptr<storage::ChangeHistory> history);

    // Like history(), for a writer that holds a lock on one of this table's partitions.
    storage::ChangeHistory* history_under_lock() const { return live_history_.get(); }

    // The table's membership in a global table; null if there is none.
    std::shared_ptr<const replication::Membership> membership() const;

    // After this call, every change is reported to the membership's global table; null ends this.
    void join(std::shared_ptr<const replication::Membership> membership);

    // Like membership(), for a writer that holds a lock on one of this table's partitions.
    const replication::Membership* membership_under_lock() const { return live_membership_.get(); }

    // The Kinesis data stream that receives the table's changes, or null. For a writer that holds a
    // lock on one of this table's partitions.
    const model::KinesisDestination* destination_under_lock() const {
        const auto& destinations = live_->description.kinesis_destinations;
        return destinations.empty() ? nullptr : model::receiver(destinations);
    }

    // Splits the widest partition of the table (index "") or of a global index in half until
    // `count` partitions exist. Returns the splits; empty if there are already enough, or the index
    // does not exist.
    std::vector<PartitionSplit> grow(std::string_view index, std::size_t count, Instant now);

    // Splits the partition that holds `hash` at `hash`, together with its shard.
    void split_partition(std::uint64_t hash, Instant now);

    // Splits a partition of a global index, or of the table if `index` is "". Returns both halves,
    // the lower first, or nullopt if the index does not exist or a partition already begins at
    // `hash`.
    std::optional<std::pair<PartitionId, PartitionId>> split_partition(
        std::string_view index, std::uint64_t hash, Instant now
    );

    // Ends the shard that records the changes of this hash if it is full. One or two other shards
    // follow it. Precondition: the caller holds no partition's lock.
    void end_full_shard(std::uint64_t hash, const stream::Chances& chances, Instant now);

    // Replaces shards that have been open for stream::kShardLifeMs with new ones. Returns when the
    // next shard is due, or kNever.
    Instant roll_shards(Instant now);

    // The schema, for a writer that holds a lock on one of this table's partitions.
    const schema::TableSchema& schema_under_lock() const { return live_->schema; }

    // The contents of that schema's indexes, for the same writer.
    const IndexContents& contents_under_lock() const { return live_->contents; }

    // True if the table is being deleted, or the contents of its universe were replaced: writes
    // must be refused. For a writer that holds a lock on one of this table's partitions.
    bool is_over_under_lock() const { return is_over_; }

    // Ends the table permanently. Waits for the writes in progress; later writes are refused.
    void end();

    // The description, for the same writer.
    const model::TableDescription& description_under_lock() const { return live_->description; }

    // Current item counts and bytes of the table and its maintained indexes.
    model::TableStatistics statistics() const;

    storage::PartitionSet& partitions() { return *partitions_; }

    const storage::PartitionSet& partitions() const { return *partitions_; }

    // The partitions with the entries of an index of the snapshot; if `index` is null, the
    // partitions with the items.
    const storage::PartitionSet& partitions_of(
        const TableSnapshot& snapshot, const schema::IndexSchema* index
    ) const;

    // The number of partitions of the items (index "") or of a global index; 0 if the index does
    // not exist.
    std::size_t partition_count(std::string_view index) const;

    // Returns a row id that no item of this table has used.
    std::uint64_t next_row_id() { return ++last_row_id_; }

    // While loading: marks row ids up to this one as used.
    void reserve_row_ids(std::uint64_t row_id);

private:
    Table(TableNumber number, std::unique_ptr<storage::PartitionSet> partitions);

    // Makes every partition record changes in `stream`. All partitions are locked.
    void connect(
        std::span<storage::Partition* const> locked,
        std::shared_ptr<stream::Stream> stream,
        Instant now
    );

    // Creates the entries of every index that has none yet, and starts their backfill. Locks as for
    // begin_backfill().
    void fill_contents(TableSnapshot& snapshot);

    // Precondition: the index ("": the expiries) is empty, and all partitions are locked or the
    // table is not yet visible to other threads.
    void begin_backfill(std::string index);

    void fill_from_partition(FillBudget& budget);

    // Replaces the partition's shard with a successor. The partition is locked.
    void succeed_shard(storage::Partition& partition, Instant now);

    const TableNumber number_;
    const std::unique_ptr<storage::PartitionSet> partitions_;
    mutable Mutex mutex_;
    std::shared_ptr<const TableSnapshot> snapshot_ STATOR_GUARDED_BY(mutex_);
    // The same snapshot as snapshot_, for writers with a partition lock. Changed under every
    // partition lock.
    std::shared_ptr<const TableSnapshot> live_;
    bool is_over_ = false;                                            // as live_
    std::shared_ptr<stream::Stream> stream_;                          // as live_
    std::shared_ptr<storage::ChangeHistory> live_history_;            // as live_
    std::shared_ptr<const replication::Membership> live_membership_;  // as live_
    std::atomic<std::uint64_t> last_row_id_{0};
    std::vector<Backfill> backfills_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t backfills_begun_ STATOR_GUARDED_BY(mutex_) = 0;
    std::atomic<bool> is_filling_{false};
    std::atomic<bool> is_being_filled_{false};
};

// The entries of an index in one of its partitions; without an index, the items.
storage::Tree& tree_in(storage::Partition& partition, const schema::IndexSchema* index);

}  // namespace stator::engine::table
