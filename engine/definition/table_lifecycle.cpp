#include "engine/definition/table_lifecycle.hpp"

#include <algorithm>

#include "protocol/formats/kinesis/stream_arn.hpp"

namespace stator::engine::definition {
namespace {

using model::GlobalSecondaryIndex;
using model::InsightsStatus;
using model::KinesisDestination;
using model::TableDescription;
using model::VectorIndex;
using values::CapacityUnits;
using values::DestinationStatus;
using values::IndexStatus;
using values::TableStatus;

bool is_same_change(const Transition& left, const Transition& right) {
    return left.kind == right.kind && left.index == right.index;
}

void add_index_changes(std::vector<Transition>& changes, const GlobalSecondaryIndex& index) {
    switch (index.status) {
        case IndexStatus::Creating:
            changes.push_back(
                {index.backfilling ? TransitionKind::IndexBackfill
                                   : TransitionKind::IndexAllocation,
                 index.name}
            );
            break;
        case IndexStatus::Updating:
            changes.push_back({TransitionKind::IndexUpdate, index.name});
            break;
        case IndexStatus::Deleting:
            changes.push_back({TransitionKind::IndexDeletion, index.name});
            break;
        case IndexStatus::Active: break;
    }
    if (index.warm_throughput.target)
        changes.push_back({TransitionKind::IndexWarmThroughput, index.name});
}

void add_vector_changes(std::vector<Transition>& changes, const VectorIndex& index) {
    if (index.status == IndexStatus::Deleting) {
        changes.push_back({TransitionKind::IndexDeletion, index.name});
    } else if (index.is_allocating()) {
        changes.push_back({TransitionKind::IndexAllocation, index.name});
    } else if (index.is_backfilling()) {
        changes.push_back({TransitionKind::IndexBackfill, index.name});
    }
}

void add_insights_changes(std::vector<Transition>& changes, const TableDescription& table) {
    for (const auto& [index, insights] : table.insights) {
        if (insights.status == InsightsStatus::Enabling) {
            changes.push_back({TransitionKind::InsightsEnabling, index});
        }
        if (insights.status == InsightsStatus::Disabling) {
            changes.push_back({TransitionKind::InsightsDisabling, index});
        }
    }
}

void complete_insights(TableDescription& table, const Transition& transition) {
    const auto found = table.insights.find(transition.index);
    if (found == table.insights.end()) return;
    found->second.status = transition.kind == TransitionKind::InsightsEnabling
                               ? InsightsStatus::Enabled
                               : InsightsStatus::Disabled;
    found->second.last_update = transition.due;
}

bool is_changing(const KinesisDestination& destination) {
    switch (destination.status) {
        case DestinationStatus::Enabling:
        case DestinationStatus::Updating:
        case DestinationStatus::Disabling: return true;
        case DestinationStatus::Active:
        case DestinationStatus::Disabled:
        case DestinationStatus::EnableFailed: return false;
    }
    return false;
}

void complete_kinesis(TableDescription& table, const Transition& transition) {
    const auto found = std::ranges::find(
        table.kinesis_destinations, transition.index, &KinesisDestination::stream_arn
    );
    if (found == table.kinesis_destinations.end()) return;
    if (found->status == DestinationStatus::Disabling) {
        found->status = DestinationStatus::Disabled;
        return;
    }
    if (found->status == DestinationStatus::Enabling) {
        found->status_description =
            protocol::formats::kinesis::why_enabling_fails(found->stream_arn, table.table_arn);
    }
    if (found->next_precision) found->precision = found->next_precision;
    found->next_precision.reset();
    found->status = found->status_description.empty() ? DestinationStatus::Active
                                                      : DestinationStatus::EnableFailed;
}

void reach_target(model::WarmThroughput& warm) {
    if (!warm.target) return;
    warm.read_units_per_second = warm.target->read;
    warm.write_units_per_second = warm.target->write;
    warm.target.reset();
}

// AWS: throughput that provisioned units once warmed stays warm.
// [case DescribeTable/warm_throughput]
void reach_target(model::ProvisionedThroughput& units, model::WarmThroughput& warm) {
    if (!units.target) return;
    const CapacityUnits target = *units.target;
    units.read_capacity_units = target.read;
    units.write_capacity_units = target.write;
    units.target.reset();
    warm.read_units_per_second = std::max(warm.read_units_per_second, target.read);
    warm.write_units_per_second = std::max(warm.write_units_per_second, target.write);
}

void complete_creation(TableDescription& table) {
    table.status = TableStatus::Active;
    table.is_importing = false;
    table.restore.reset();
    reach_target(table.warm_throughput);
    for (GlobalSecondaryIndex& index : table.global_indexes) {
        index.status = IndexStatus::Active;
        reach_target(index.warm_throughput);
    }
    for (VectorIndex& index : table.vector_indexes) index.status = IndexStatus::Active;
}

void advance(VectorIndex& index, TransitionKind kind) {
    index.backfilling = kind == TransitionKind::IndexAllocation;
    if (!index.backfilling) index.status = IndexStatus::Active;
}

void complete_index_change(TableDescription& table, const Transition& transition) {
    if (transition.kind == TransitionKind::IndexDeletion) {
        std::erase_if(table.global_indexes, [&](const GlobalSecondaryIndex& index) {
            return index.name == transition.index;
        });
        std::erase_if(table.vector_indexes, [&](const VectorIndex& index) {
            return index.name == transition.index;
        });
        table.insights.erase(transition.index);
        return;
    }
    if (auto* const index = model::find_vector_index(table, transition.index)) {
        advance(*index, transition.kind);
        return;
    }
    GlobalSecondaryIndex* index = model::find_global_index(table, transition.index);
    if (index == nullptr) return;
    if (transition.kind == TransitionKind::IndexWarmThroughput) {
        reach_target(index->warm_throughput);
        return;
    }
    if (transition.kind == TransitionKind::IndexAllocation) {
        index->backfilling = true;
        return;
    }
    index->status = IndexStatus::Active;
    index->backfilling = false;
    reach_target(index->throughput, index->warm_throughput);
}

bool needs_all_items(TransitionKind kind) {
    return kind == TransitionKind::IndexBackfill || kind == TransitionKind::TableCreation;
}

// True while a pending change keeps the table from becoming ACTIVE again.
bool keeps_updating(const TableDescription& table) {
    const model::PendingChanges& pending = table.pending;
    if (pending.capacity || pending.stream || pending.table_class || pending.replicas) return true;
    const auto keeps = [](const auto& index) {
        return index.is_allocating() || index.status == IndexStatus::Deleting;
    };
    return std::ranges::any_of(table.global_indexes, keeps) ||
           std::ranges::any_of(table.vector_indexes, keeps);
}

}  // namespace

std::vector<Transition> changes_under_way(const TableDescription& table) {
    if (table.status == TableStatus::Creating && table.is_importing) return {};
    if (table.status == TableStatus::Creating) return {{TransitionKind::TableCreation, ""}};
    if (table.status == TableStatus::Deleting) return {{TransitionKind::TableDeletion, ""}};
    std::vector<Transition> changes;
    if (table.pending.capacity) changes.push_back({TransitionKind::Capacity, ""});
    if (table.pending.stream) changes.push_back({TransitionKind::Stream, ""});
    if (table.pending.table_class) changes.push_back({TransitionKind::TableClass, ""});
    if (table.pending.encryption) changes.push_back({TransitionKind::Encryption, ""});
    if (table.pending.replicas) changes.push_back({TransitionKind::Replicas, ""});
    if (table.warm_throughput.target) changes.push_back({TransitionKind::WarmThroughput, ""});
    for (const GlobalSecondaryIndex& index : table.global_indexes) {
        add_index_changes(changes, index);
    }
    for (const VectorIndex& index : table.vector_indexes) add_vector_changes(changes, index);
    add_insights_changes(changes, table);
    for (const KinesisDestination& destination : table.kinesis_destinations) {
        if (!is_changing(destination)) continue;
        changes.push_back({TransitionKind::KinesisDestination, destination.stream_arn});
    }
    return changes;
}

void complete(TableDescription& table, const Transition& transition) {
    switch (transition.kind) {
        case TransitionKind::TableCreation: complete_creation(table); return;
        case TransitionKind::TableDeletion: return;
        case TransitionKind::Capacity:
            table.pending.capacity = false;
            reach_target(table.throughput, table.warm_throughput);
            break;
        case TransitionKind::Stream: table.pending.stream = false; break;
        case TransitionKind::TableClass:
            table.table_class = table.pending.table_class;
            table.table_class_update = transition.due;
            table.pending.table_class.reset();
            break;
        case TransitionKind::Encryption: table.pending.encryption = false; break;
        case TransitionKind::Replicas: table.pending.replicas = false; break;
        case TransitionKind::InsightsEnabling:
        case TransitionKind::InsightsDisabling: complete_insights(table, transition); break;
        case TransitionKind::KinesisDestination: complete_kinesis(table, transition); break;
        case TransitionKind::WarmThroughput: reach_target(table.warm_throughput); break;
        case TransitionKind::IndexAllocation:
        case TransitionKind::IndexBackfill:
        case TransitionKind::IndexUpdate:
        case TransitionKind::IndexWarmThroughput:
        case TransitionKind::IndexDeletion: complete_index_change(table, transition); break;
    }
    if (table.status == TableStatus::Updating && !keeps_updating(table)) {
        table.status = TableStatus::Active;
    }
}

std::int64_t StatusDelays::of(TransitionKind kind) const {
    switch (kind) {
        case TransitionKind::IndexAllocation:
        case TransitionKind::IndexBackfill:
        case TransitionKind::IndexDeletion: return index_ms;
        case TransitionKind::TableCreation:
        case TransitionKind::TableDeletion:
        case TransitionKind::Capacity:
        case TransitionKind::Stream:
        case TransitionKind::TableClass:
        case TransitionKind::Encryption:
        case TransitionKind::Replicas:
        case TransitionKind::InsightsEnabling:
        case TransitionKind::InsightsDisabling:
        case TransitionKind::KinesisDestination:
        case TransitionKind::WarmThroughput:
        case TransitionKind::IndexUpdate:
        case TransitionKind::IndexWarmThroughput: break;
    }
    return table_ms;
}

void TableLifecycle::follow(const TableDescription& table, Instant now) {
    std::vector<Transition> changes = changes_under_way(table);
    for (Transition& change : changes) {
        const auto known = std::ranges::find_if(pending_, [&](const Transition& pending) {
            return is_same_change(pending, change);
        });
        change.due = known == pending_.end() ? now + delays_.of(change.kind) : known->due;
    }
    pending_ = std::move(changes);
}

Instant TableLifecycle::deadline() const {
    Instant deadline = kNever;
    for (const Transition& transition : pending_) {
        deadline = std::min(deadline, transition.due);
    }
    return deadline;
}

void TableLifecycle::hasten(Instant now) {
    for (Transition& transition : pending_) transition.due = now;
}

void TableLifecycle::resume(Instant now) {
    for (Transition& transition : pending_) {
        if (transition.due == kNever) transition.due = now;
    }
}

// Terminates because every completed change leaves the table with fewer pending changes: an
// allocation is followed by a backfill, and no other change is followed by another one.
bool TableLifecycle::run_due(
    TableDescription& table, Instant now, const HasAllItems& has_all_items
) {
    while (deadline() <= now) {
        const auto first = std::ranges::min_element(pending_, {}, &Transition::due);
        const Transition next = *first;
        if (next.kind == TransitionKind::TableDeletion) return false;
        if (needs_all_items(next.kind) && !has_all_items(next.index)) {
            first->due = kNever;
            continue;
        }
        complete(table, next);
        follow(table, next.due);
    }
    return true;
}

}  // namespace stator::engine::definition
