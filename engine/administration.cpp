#include "engine/administration.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/definition/partitions.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/effects.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::engine {
namespace {

std::vector<Administration::TableState> states_of(const std::vector<universes::Region>& regions) {
    std::vector<Administration::TableState> states;
    for (const universes::Region& region : regions) {
        for (const auto& table : region.catalog->tables()) {
            states.push_back({region.place, table->number(), table->snapshot(), table->statistics()}
            );
        }
    }
    return states;
}

std::vector<consistency::SourcePartition> partitions_of(const storage::PartitionSet& set) {
    std::vector<consistency::SourcePartition> partitions;
    for (storage::Partition* partition : set.all()) {
        const MutexLock lock(partition->mutex());
        partitions.push_back({partition->id(), partition->range()});
    }
    return partitions;
}

// The hash of the partition key of the table, or of the index, in `key`. nullopt if `key` lacks it.
std::optional<std::uint64_t> hash_of_key(
    const schema::TableSchema& schema,
    const schema::IndexSchema* index,
    const values::ItemImage& key
) {
    std::vector<std::string_view> parts;
    for (const schema::KeyAttribute& attribute :
         index == nullptr ? std::vector{schema.hash} : index->hash) {
        const auto value = key.find(attribute.name);
        if (!value || value->type() != attribute.type) return std::nullopt;
        parts.push_back(value->scalar());
    }
    return table::index_hash(parts);
}

// Sets the source's partitions in `which`, and the one that the key selects, if a key is given.
Administration::Lookup find_partitions(
    const table::Table& table,
    const table::TableSnapshot& snapshot,
    const Administration::ReplicaName& name,
    consistency::HandledReplicas& which
) {
    using Lookup = Administration::Lookup;
    const schema::IndexSchema* index = nullptr;
    if (!name.index.empty()) {
        if (snapshot.schema.find_vector_index(name.index) != nullptr) {
            which.partitions = {consistency::kUndivided};
            return Lookup::Found;
        }
        index = snapshot.schema.find_index(name.index);
        if (index == nullptr || !index->global) return Lookup::NoIndex;
    }
    const storage::PartitionSet& set = table.partitions_of(snapshot, index);
    which.partitions = partitions_of(set);
    if (name.key == nullptr) return Lookup::Found;
    const auto hash = hash_of_key(snapshot.schema, index, *name.key);
    if (!hash) return Lookup::NoKey;
    which.only = set.find(*hash).id();
    return Lookup::Found;
}

}  // namespace

// Notes a deadline, because history may have to be kept after this change, or dropped.
void Administration::change_lag(const std::function<void(consistency::LagSettings&)>& change) {
    universe_.consistency().change_settings(change);
    universe_.deadlines().note(now());
}

void Administration::change_links(const std::function<void(replication::LinkSettings&)>& change) {
    {
        const MutexLock lock(universe_.regions_mutex());
        replication::LinkSettings settings = links();
        change(settings);
        universe_.global_tables().set_links(std::move(settings));
    }
    universe_.deadlines().note(now());
    universe_.run_due_if_needed();
}

std::vector<consistency::ReplicaReport> Administration::replicas() const {
    return universe_.consistency().report(now());
}

Administration::Lookup Administration::handle_replicas(
    consistency::Consistency::Handling handling, const ReplicaName& name, std::int64_t milliseconds
) {
    const auto table = engine_.find_table(name.table);
    if (table == nullptr) return Lookup::NoTable;
    const auto snapshot = table->snapshot();
    consistency::HandledReplicas which{name.replica, {}, name.partition};
    const Lookup lookup = find_partitions(*table, *snapshot, name, which);
    if (lookup != Lookup::Found) return lookup;
    const bool is_there =
        !which.only || std::ranges::any_of(which.partitions, [&](const auto& one) {
            return one.id == *which.only;
        });
    if (!is_there) return Lookup::NoPartition;
    universe_.consistency().handle(
        handling,
        {table->number(),
         name.table.universe,
         snapshot->description.name,
         name.index,
         {},
         model::region_of_arn(snapshot->description.table_arn)},
        which,
        {now(), 0},
        milliseconds
    );
    universe_.deadlines().note(now());
    return Lookup::Found;
}

Administration::ThroughputState Administration::throughput() const {
    capacity::Throughput& throughput = universe_.throughput();
    return {throughput.mode(), throughput.collects_heat(), throughput.fills(now())};
}

capacity::HeatReport Administration::heat() const {
    return universe_.throughput().report(now());
}

Administration::HistoryMemory Administration::history_memory() const {
    const storage::HistoryLimit& limit = engine_.history_limit();
    return {limit.used(), limit.most(), limit.forgotten()};
}

std::optional<std::uint64_t> Administration::seed(const std::string& universe) const {
    const auto found = engine_.universes().find_existing(universe);
    return found == nullptr ? std::nullopt : found->seeds().given;
}

std::vector<Administration::PartitionCount> Administration::partitions() const {
    std::vector<PartitionCount> counts;
    for (const universes::Region& region : universe_.regions()) {
        for (const auto& table : region.catalog->tables()) {
            const auto snapshot = table->snapshot();
            const std::string& name = snapshot->description.name;
            counts.push_back({region.place, name, "", table->partition_count("")});
            for (const schema::IndexSchema& index : snapshot->schema.indexes) {
                if (!index.global) continue;
                counts.push_back(
                    {region.place, name, index.name, table->partition_count(index.name)}
                );
            }
        }
    }
    return counts;
}

Administration::SplitOutcome Administration::split_partitions(
    const Engine::TableName& name, const std::string& index, std::size_t count
) {
    universe_.run_due_if_needed();
    for (const universes::Region& region : universe_.regions()) {
        if (name.region && *name.region != region.place.region) continue;
        const auto tables = region.catalog->tables();
        const bool is_here = std::any_of(tables.begin(), tables.end(), [&](const auto& table) {
            return table->snapshot()->description.name == name.name;
        });
        if (!is_here) continue;
        const bool is_done = !region.catalog
                                  ->apply(
                                      {{name.name, errors::table_not_found(name.name)},
                                       definition::partitions_edit(index, count)},
                                      now()
                                  )
                                  .has_error();
        if (!is_done) return {Lookup::NoIndex};
        return {Lookup::Found, region.catalog->last_ticket()};
    }
    return {};
}

std::vector<std::string> Administration::regions(const std::string& universe) const {
    std::vector<std::string> names;
    for (universes::Region& region : engine_.universes().regions(universe)) {
        names.push_back(std::move(region.place.region));
    }
    return names;
}

std::vector<Administration::TableState> Administration::tables() const {
    std::vector<TableState> states;
    for (const auto& universe : engine_.universes().all()) {
        std::ranges::move(states_of(universe->regions()), std::back_inserter(states));
    }
    return states;
}

std::vector<Administration::TableState> Administration::tables(const std::string& universe) const {
    return states_of(engine_.universes().regions(universe));
}

JournalTicket Administration::note_clock() {
    universe_.consistency().restart_clock(now());
    universe_.run_due();
    return universe_.record_clock();
}

}  // namespace stator::engine
