#include "engine/table/table.hpp"

#include <algorithm>
#include <iterator>

#include "engine/base/deadlines.hpp"
#include "engine/capacity/partition_count.hpp"
#include "engine/replication/global_table.hpp"
#include "engine/schema/schema_compilation.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/storage/partition_locks.hpp"
#include "engine/stream/stream.hpp"
#include "engine/table/effects.hpp"
#include "engine/table/vector_effects.hpp"
#include "engine/vectors/vector_index.hpp"

namespace stator::engine::table {
namespace {

// With this many partitions, a full shard always has one successor and never two.
constexpr std::size_t kMostSplitPartitions = 16;

using model::TableDescription;

// AWS: the table's size counts a vector as its floats, not as a list.
// [case DescribeTable/vector_index_counts]
void count_vectors(const TableSnapshot& snapshot, model::TableStatistics& statistics) {
    // Indexes of the same vectors have the same items, unless one is still being filled. Therefore
    // only the index with the most items counts.
    std::map<std::string_view, vectors::VectorIndex::Counts> fullest;  // by vector attribute
    for (const schema::VectorIndexSchema& index : snapshot.schema.vector_indexes) {
        const vectors::VectorIndex::Counts counts = snapshot.contents.of(index).counts();
        statistics.indexes[index.name] = {counts.items, counts.bytes};
        vectors::VectorIndex::Counts& most = fullest[index.vector_attribute];
        if (counts.items > most.items) most = counts;
    }
    for (const auto& [attribute, most] : fullest) statistics.table.bytes -= most.list_excess;
}

// Returns the entries of the indexes that `previous` (may be null) also has; null for other
// indexes.
IndexContents kept_contents(const schema::TableSchema& schema, const TableSnapshot* previous) {
    IndexContents contents;
    contents.partitions.resize(schema.indexes.size());
    contents.vectors.resize(schema.vector_indexes.size());
    if (previous == nullptr) return contents;
    for (const schema::IndexSchema& index : schema.indexes) {
        const auto* const kept = previous->schema.find_index(index.name);
        if (kept == nullptr) continue;
        contents.partitions[index.position] = previous->contents.partitions[kept->position];
    }
    for (const schema::VectorIndexSchema& index : schema.vector_indexes) {
        const auto* const kept = previous->schema.find_vector_index(index.name);
        if (kept == nullptr) continue;
        contents.vectors[index.position] = previous->contents.vectors[kept->position];
    }
    return contents;
}

// Returns the ranges of a stream's open shards if they cover a whole table.
std::vector<schema::HashRange> open_ranges(const stream::Stream& stream) {
    std::vector<schema::HashRange> ranges;
    for (const auto& shard : stream.shards()) {
        const model::ShardDescription description = shard->description();
        if (!description.ending) ranges.push_back({description.first_hash, description.last_hash});
    }
    std::sort(
        ranges.begin(),
        ranges.end(),
        [](const schema::HashRange& left, const schema::HashRange& right) {
            return left.first < right.first;
        }
    );
    std::uint64_t expected = 0;
    for (const schema::HashRange& range : ranges) {
        if (range.first != expected) return {};
        expected = range.last + 1;
    }
    if (expected != 0) return {};
    return ranges;
}

std::unique_ptr<storage::PartitionSet> make_partitions(
    const stream::Stream* stream, const TableDescription& description
) {
    const std::size_t local_indexes = description.local_indexes.size();
    const std::vector<schema::HashRange> ranges =
        stream ? open_ranges(*stream) : std::vector<schema::HashRange>();
    if (!ranges.empty()) return std::make_unique<storage::PartitionSet>(ranges, local_indexes);
    return std::make_unique<storage::PartitionSet>(
        capacity::partition_count(description), local_indexes
    );
}

// Returns the first of several equally wide ranges.
schema::HashRange widest_range(const storage::PartitionSet& partitions) {
    schema::HashRange widest;
    bool is_first = true;
    for (storage::Partition* partition : partitions.all()) {
        const MutexLock lock(partition->mutex());
        const schema::HashRange& range = partition->range();
        if (is_first || range.last - range.first > widest.last - widest.first) widest = range;
        is_first = false;
    }
    return widest;
}

// Counts the entries of an index, or the items if `index` is null.
model::TableStatistics::Count count_of(
    const Table& table, const TableSnapshot& snapshot, const schema::IndexSchema* index
) {
    model::TableStatistics::Count count;
    for (storage::Partition* partition : table.partitions_of(snapshot, index).all()) {
        const MutexLock lock(partition->mutex());
        const storage::Tree& tree = tree_in(*partition, index);
        count.items += tree.item_count();
        count.bytes += tree.item_bytes();
    }
    return count;
}

}  // namespace

Table::Table(
    TableNumber number,
    TableDescription description,
    std::shared_ptr<stream::Stream> stream,
    Instant now
)
    : number_(number), partitions_(make_partitions(stream.get(), description)) {
    publish(std::move(description), std::move(stream), now);
}

Table::Table(TableNumber number, std::unique_ptr<storage::PartitionSet> partitions)
    : number_(number), partitions_(std::move(partitions)) {}

Table::~Table() = default;

std::shared_ptr<Table> Table::copy(
    TableNumber number, TableDescription description, std::shared_ptr<stream::Stream> stream
) const {
    std::shared_ptr<Table> copy(new Table(number, partitions_->copy_current()));
    auto snapshot = std::make_shared<TableSnapshot>(*live_);
    snapshot->description = std::move(description);
    for (auto& partitions : snapshot->contents.partitions) {
        if (partitions != nullptr) partitions = partitions->copy_current();
    }
    for (auto& vectors : snapshot->contents.vectors) vectors = vectors->copy_current();
    const std::vector<storage::Partition*> originals = partitions_->all();
    const std::vector<storage::Partition*> copies = copy->partitions_->all();
    for (std::size_t i = 0; stream != nullptr && i < originals.size(); ++i) {
        const std::shared_ptr<stream::Shard>& shard = originals[i]->shard();
        if (shard != nullptr) copies[i]->set_shard(stream->find(shard->id()));
    }
    const MutexLock lock(copy->mutex_);
    copy->stream_ = std::move(stream);
    if (live_history_)
        copy->live_history_ = std::make_shared<storage::ChangeHistory>(*live_history_);
    copy->live_ = snapshot;
    copy->snapshot_ = std::move(snapshot);
    copy->last_row_id_ = last_row_id_.load();
    {
        const MutexLock own_lock(mutex_);
        copy->backfills_ = backfills_;
        copy->backfills_begun_ = backfills_begun_;
        copy->is_filling_ = is_filling();
    }
    return copy;
}

std::shared_ptr<Table> Table::restored(
    TableNumber number, TableDescription description, const definition::IndexOrigins& origins
) const {
    // Indexes that are still being filled are not copied.
    const auto origin_name = [&](const std::string& name) -> std::string {
        const auto found = origins.find(name);
        return found == origins.end() || is_filling(found->second) ? "" : found->second;
    };
    const auto origin = [&](const std::string& name) {
        return live_->schema.find_index(origin_name(name));
    };
    std::vector<std::size_t> local_slots;
    for (const auto& index : description.local_indexes) {
        local_slots.push_back(origin(index.name)->local_slot);
    }
    std::shared_ptr<Table> table(new Table(number, partitions_->copy_current(local_slots)));
    auto snapshot = std::make_shared<TableSnapshot>();
    snapshot->schema = schema::compile_schema(description);
    snapshot->description = std::move(description);
    for (const schema::IndexSchema& index : snapshot->schema.indexes) {
        auto& partitions = snapshot->contents.partitions.emplace_back();
        const schema::IndexSchema* const from = origin(index.name);
        if (index.global && from != nullptr) {
            partitions = live_->contents.of(*from).copy_current();
        }
    }
    for (const schema::VectorIndexSchema& index : snapshot->schema.vector_indexes) {
        auto& vectors = snapshot->contents.vectors.emplace_back();
        const auto* const from = live_->schema.find_vector_index(origin_name(index.name));
        if (from != nullptr) vectors = live_->contents.of(*from).copy_current();
    }
    table->fill_contents(*snapshot);
    const MutexLock lock(table->mutex_);
    table->live_ = snapshot;
    table->snapshot_ = std::move(snapshot);
    table->last_row_id_ = last_row_id_.load();
    return table;
}

const storage::PartitionSet& Table::partitions_of(
    const TableSnapshot& snapshot, const schema::IndexSchema* index
) const {
    return index != nullptr && index->global ? snapshot.contents.of(*index) : *partitions_;
}

void Table::fill_contents(TableSnapshot& snapshot) {
    for (const schema::IndexSchema& index : snapshot.schema.indexes) {
        auto& partitions = snapshot.contents.partitions[index.position];
        if (!index.global || partitions != nullptr) continue;
        const std::size_t count = capacity::partition_count(snapshot.description, index.name);
        partitions = std::make_shared<storage::PartitionSet>(count, 0);
        begin_backfill(index.name);
    }
    for (const schema::VectorIndexSchema& index : snapshot.schema.vector_indexes) {
        auto& vectors = snapshot.contents.vectors[index.position];
        if (vectors != nullptr) continue;
        vectors = std::make_shared<vectors::VectorIndex>(index.dimensions);
        begin_backfill(index.name);
    }
}

std::size_t Table::partition_count(std::string_view index) const {
    if (index.empty()) return partitions_->all().size();
    const auto current = snapshot();
    const schema::IndexSchema* schema = current->schema.find_index(index);
    if (schema == nullptr || !schema->global) return 0;
    return partitions_of(*current, schema).all().size();
}

std::shared_ptr<const TableSnapshot> Table::snapshot() const {
    const MutexLock lock(mutex_);
    return snapshot_;
}

void Table::end() {
    const storage::PartitionSet* const all = partitions_.get();
    const storage::PartitionLocks locks(std::span(&all, 1));
    is_over_ = true;
}

std::vector<PartitionSplit> Table::publish(
    TableDescription description, std::shared_ptr<stream::Stream> stream, Instant now
) {
    const auto previous = snapshot();
    auto next = std::make_shared<TableSnapshot>();
    next->schema = schema::compile_schema(description);
    next->description = std::move(description);
    next->contents = kept_contents(next->schema, previous.get());
    std::vector<storage::ExpiryIndex> former_expiries;  // destroyed after the locks are released
    {
        const storage::PartitionSet* const all = partitions_.get();
        const storage::PartitionLocks locks(std::span(&all, 1));
        const std::span<storage::Partition* const> locked = locks.locked();
        fill_contents(*next);
        const std::string& expiry = next->schema.time_to_live_attribute;
        if (expiry != (previous ? previous->schema.time_to_live_attribute : "")) {
            for (storage::Partition* partition : locked) {
                former_expiries.push_back(partition->expiries().take());
            }
            begin_backfill("");
        }
        if (stream != stream_) connect(locked, std::move(stream), now);
        live_ = next;
        is_over_ = is_over_ || next->description.status == values::TableStatus::Deleting;
    }
    {
        const MutexLock lock(mutex_);
        snapshot_ = next;
    }
    std::vector<PartitionSplit> splits;
    const auto grow_as_needed = [&](std::string_view index) {
        const std::size_t count = capacity::partition_count(next->description, index);
        std::ranges::move(grow(index, count, now), std::back_inserter(splits));
    };
    grow_as_needed("");
    for (const schema::IndexSchema& index : next->schema.indexes) {
        if (index.global) grow_as_needed(index.name);
    }
    return splits;
}

std::vector<PartitionSplit> Table::grow(std::string_view index, std::size_t count, Instant now) {
    std::vector<PartitionSplit> splits;
    const auto current = snapshot();
    const schema::IndexSchema* schema = index.empty() ? nullptr : current->schema.find_index(index);
    if (!index.empty() && (schema == nullptr || !schema->global)) return splits;
    const storage::PartitionSet& partitions = partitions_of(*current, schema);
    while (partitions.all().size() < count) {
        const schema::HashRange widest = widest_range(partitions);
        const std::uint64_t hash = widest.first + (widest.last - widest.first) / 2 + 1;
        const auto halves = split_partition(index, hash, now);
        if (!halves) break;
        splits.push_back({std::string(index), halves->first, halves->second, hash});
    }
    return splits;
}

void Table::connect(
    std::span<storage::Partition* const> locked, std::shared_ptr<stream::Stream> stream, Instant now
) {
    if (stream_ != nullptr) {
        stream_->disable(now);
        stream_->save();
    }
    for (storage::Partition* partition : locked) {
        partition->set_shard(stream ? stream->open(partition->range(), now) : nullptr);
    }
    if (stream != nullptr) stream->save();
    const MutexLock lock(mutex_);
    stream_ = std::move(stream);
}

std::shared_ptr<stream::Stream> Table::stream() const {
    const MutexLock lock(mutex_);
    return stream_;
}

std::shared_ptr<storage::ChangeHistory> Table::history() const {
    const MutexLock lock(mutex_);
    return live_history_;
}

void Table::keep_history(std::shared_ptr<storage::ChangeHistory> history) {
    const storage::PartitionSet* const all = partitions_.get();
    const storage::PartitionLocks locks(std::span(&all, 1));
    const MutexLock lock(mutex_);
    live_history_ = std::move(history);
}

std::shared_ptr<const replication::Membership> Table::membership() const {
    const MutexLock lock(mutex_);
    return live_membership_;
}

void Table::join(std::shared_ptr<const replication::Membership> membership) {
    const storage::PartitionSet* const all = partitions_.get();
    const storage::PartitionLocks locks(std::span(&all, 1));
    const MutexLock lock(mutex_);
    live_membership_ = std::move(membership);
}

void Table::split_partition(std::uint64_t hash, Instant now) {
    partitions_->split(hash, [&](storage::Partition& lower, storage::Partition& upper) {
        upper.set_origin({lower.id(), now});
        const std::shared_ptr<stream::Shard> parent = lower.shard();
        if (parent == nullptr) return;
        const std::shared_ptr<stream::Stream> stream = this->stream();
        lower.set_shard(stream->succeed(parent, lower.range(), now));
        upper.set_shard(stream->succeed(parent, upper.range(), now));
        stream->save();
    });
}

std::optional<std::pair<PartitionId, PartitionId>> Table::split_partition(
    std::string_view index, std::uint64_t hash, Instant now
) {
    const auto current = snapshot();
    const schema::IndexSchema* schema = index.empty() ? nullptr : current->schema.find_index(index);
    if (!index.empty() && (schema == nullptr || !schema->global)) return std::nullopt;
    const storage::PartitionSet& partitions = partitions_of(*current, schema);
    const PartitionId before = partitions.find(hash).id();
    if (schema == nullptr) {
        split_partition(hash, now);
    } else {
        current->contents.of(*schema).split(hash, [now](const auto& lower, auto& upper) {
            upper.set_origin({lower.id(), now});
        });
    }
    const PartitionId after = partitions.find(hash).id();
    if (before == after) return std::nullopt;
    return std::pair(before, after);
}

void Table::succeed_shard(storage::Partition& partition, Instant now) {
    const std::shared_ptr<stream::Stream> stream = this->stream();
    partition.set_shard(stream->succeed(partition.shard(), partition.range(), now));
    stream->save();
}

void Table::end_full_shard(std::uint64_t hash, const stream::Chances& chances, Instant now) {
    schema::HashRange range;
    {
        const storage::LockedPartition partition(*partitions_, hash);
        const std::shared_ptr<stream::Shard> shard = partition->shard();
        if (shard == nullptr) return;
        const std::uint64_t life = chances.shard_life(shard->salt(), stream()->shard_count());
        if (life == 0 || shard->record_count() < life) return;
        range = partition->range();
        const bool can_split =
            range.first < range.last && partitions_->all().size() < kMostSplitPartitions;
        if (!can_split || !chances.splits(shard->salt())) {
            succeed_shard(*partition, now);
            return;
        }
    }
    // Called without the lock. If another thread splits the partition first, this call has no
    // effect.
    split_partition(range.first + (range.last - range.first) / 2 + 1, now);
}

Instant Table::roll_shards(Instant now) {
    Instant next = kNever;
    for (storage::Partition* partition : partitions_->all()) {
        const MutexLock lock(partition->mutex());
        const std::shared_ptr<stream::Shard> shard = partition->shard();
        if (shard == nullptr) continue;
        Instant due = shard->description().creation_time + stream::kShardLifeMs;
        if (due <= now) {
            succeed_shard(*partition, now);
            due = now + stream::kShardLifeMs;
        }
        next = std::min(next, due);
    }
    return next;
}

model::TableStatistics Table::statistics() const {
    const auto current = snapshot();
    model::TableStatistics statistics;
    statistics.table = count_of(*this, *current, nullptr);
    for (const schema::IndexSchema& index : current->schema.indexes) {
        statistics.indexes[index.name] = count_of(*this, *current, &index);
    }
    count_vectors(*current, statistics);
    return statistics;
}

void Table::reserve_row_ids(std::uint64_t row_id) {
    std::uint64_t last = last_row_id_.load();
    while (last < row_id && !last_row_id_.compare_exchange_weak(last, row_id)) {
    }
}

storage::Tree& tree_in(storage::Partition& partition, const schema::IndexSchema* index) {
    const bool local = index != nullptr && !index->global;
    return local ? partition.local_index(index->local_slot) : partition.items();
}

}  // namespace stator::engine::table
