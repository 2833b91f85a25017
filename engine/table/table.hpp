// Table: one DynamoDB table at work: its description, its compiled schema, its partitions.
//
// The description is replaced as a whole by publish(); requests work on the immutable snapshot
// they took. Writers read the schema under a partition lock, and publish() holds every partition
// lock while it changes the set of indexes, so no write can miss an index.
// Thread-safe. Lock order: catalog, then partitions by ascending lock rank.
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
    std::uint64_t hash = 0;  // the first of the upper one
};

struct TableSnapshot {
    model::TableDescription description;
    schema::TableSchema schema;
    IndexContents contents;
};

class Table {
public:
    // `stream` records the table's changes; null for none. A stream that was loaded also determines
    // the partitions.
    Table(
        TableNumber number,
        model::TableDescription description,
        std::shared_ptr<stream::Stream> stream = nullptr,
        Instant now = {}
    );
    // A table with the same items and indexes, without older versions; images are shared. Its
    // description may differ only in names. `stream` is the copy's own, a copy of this table's.
    // The caller has locked every partition of this table and of its global indexes.
    std::shared_ptr<Table> copy(
        TableNumber number,
        model::TableDescription description,
        std::shared_ptr<stream::Stream> stream
    ) const;

    // A table of its own that begins with the same items: nothing records its changes, nothing
    // expires. Indexes of `description` that have an origin begin as copies of it, others are
    // filled. Locks as for copy().
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

    // Replaces the description. In the same step as the change, an index that is now maintained
    // begins to be filled from the items, and one that no longer is loses its entries; likewise for
    // expiring items. From this step on changes are recorded in `stream`; the previous stream ends.
    // Then there are as many partitions as the description needs; returns those that were split.
    // The catalog serialises writers.
    std::vector<PartitionSplit> publish(
        model::TableDescription description, std::shared_ptr<stream::Stream> stream, Instant now
    );

    // ---- Filling (table_filling.cpp) ----

    // Looks at some items for an index, or for the expiries, that do not have them yet; takes less
    // than a millisecond, and the lock of one partition at a time. True while there are more.
    bool fill_some();

    // Whether something does not have all items yet.
    bool is_filling() const { return is_filling_.load(); }

    // Whether this index ("": the expiries) does not have all items yet.
    bool is_filling(std::string_view index) const;

    // Whether the index exists and has all items. For "": whether all indexes have them.
    bool has_all_items(std::string_view index) const;

    // The backfills that have not ended.
    std::vector<Backfill> backfills() const;

    // True for one caller, until that calls leave_filling(): it then calls fill_some().
    bool claim_filling() { return !is_being_filled_.exchange(true); }

    void leave_filling() { is_being_filled_ = false; }

    // Records the table's changes; null for none.
    std::shared_ptr<stream::Stream> stream() const;

    // What the items were before; null while point-in-time recovery is off.
    std::shared_ptr<storage::ChangeHistory> history() const;

    // From now on that history takes every change; null for none.
    void keep_history(std::shared_ptr<storage::ChangeHistory> history);

    // The same for a writer that holds a lock on one of this table's partitions.
    storage::ChangeHistory* history_under_lock() const { return live_history_.get(); }

    // The part that it has in a global table; null for none.
    std::shared_ptr<const replication::Membership> membership() const;

    // From now on every change is noted there; null for nowhere.
    void join(std::shared_ptr<const replication::Membership> membership);

    // The same for a writer that holds a lock on one of this table's partitions.
    const replication::Membership* membership_under_lock() const { return live_membership_.get(); }

    // The Kinesis data stream that gets its changes, for a writer that holds a lock on one of this
    // table's partitions; null for none.
    const model::KinesisDestination* destination_under_lock() const {
        const auto& destinations = live_->description.kinesis_destinations;
        return destinations.empty() ? nullptr : model::receiver(destinations);
    }

    // Splits the widest partition of the table (index "") or of a global index in halves until
    // there are `count`; returns those that were split. Nothing when there are as many, or no such
    // index.
    std::vector<PartitionSplit> grow(std::string_view index, std::size_t count, Instant now);

    // Splits the partition that holds `hash` at `hash`, together with its shard.
    void split_partition(std::uint64_t hash, Instant now);

    // The same for a partition of a global index, or of the table when `index` is "". Returns both
    // halves, the lower first; nothing when no such index exists or a partition begins there
    // already.
    std::optional<std::pair<PartitionId, PartitionId>> split_partition(
        std::string_view index, std::uint64_t hash, Instant now
    );

    // Ends the shard that records the changes of this hash if it is full: one or two others follow
    // it. The caller holds no partition's lock.
    void end_full_shard(std::uint64_t hash, const stream::Chances& chances, Instant now);

    // Replaces shards that have been open for long by new ones; returns when the next one is due,
    // or kNever.
    Instant roll_shards(Instant now);

    // The schema, for a writer that holds a lock on one of this table's partitions.
    const schema::TableSchema& schema_under_lock() const { return live_->schema; }

    // What the indexes of that schema hold, for the same writer.
    const IndexContents& contents_under_lock() const { return live_->contents; }

    // True if the table is being deleted, or the contents of its universe were replaced: writes
    // must be refused. For a writer that holds a lock on one of this table's partitions.
    bool is_over_under_lock() const { return is_over_; }

    // Ends the table for good. Waits for the writes in progress; later ones find it over.
    void end();

    // The description, for the same writer.
    const model::TableDescription& description_under_lock() const { return live_->description; }

    // Current item counts and bytes of the table and its maintained indexes.
    model::TableStatistics statistics() const;

    storage::PartitionSet& partitions() { return *partitions_; }

    const storage::PartitionSet& partitions() const { return *partitions_; }

    // The partitions that hold the entries of an index of the snapshot; without an index, those
    // that hold the items.
    const storage::PartitionSet& partitions_of(
        const TableSnapshot& snapshot, const schema::IndexSchema* index
    ) const;

    // How many there are: of the items (index ""), or of a global index. 0 when there is no such
    // index.
    std::size_t partition_count(std::string_view index) const;

    // A row id that no item of this table has had.
    std::uint64_t next_row_id() { return ++last_row_id_; }

    // While loading: marks row ids up to this one as used.
    void reserve_row_ids(std::uint64_t row_id);

private:
    Table(TableNumber number, std::unique_ptr<storage::PartitionSet> partitions);

    // Makes every partition record in `stream`; all of them are locked.
    void connect(
        std::span<storage::Partition* const> locked,
        std::shared_ptr<stream::Stream> stream,
        Instant now
    );

    // Begins the entries of every index that has none yet, and their backfill. Locks as for
    // begin_backfill().
    void fill_contents(TableSnapshot& snapshot);

    // The index ("": the expiries) is empty. All partitions are locked, or the table is not yet
    // visible to other threads.
    void begin_backfill(std::string index);

    void fill_from_partition(FillBudget& budget);

    // Has another shard follow the partition's own; the partition is locked.
    void succeed_shard(storage::Partition& partition, Instant now);

    const TableNumber number_;
    const std::unique_ptr<storage::PartitionSet> partitions_;
    mutable Mutex mutex_;
    std::shared_ptr<const TableSnapshot> snapshot_ STATOR_GUARDED_BY(mutex_);
    // Where snapshot_ points; changed under mutex_ and every partition lock.
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
