#include "engine/inspection/frozen_tables.hpp"

#include <optional>
#include <utility>

#include "engine/backup/rewinding.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/table/locked_tables.hpp"
#include "engine/universes/universe.hpp"

namespace stator::engine::inspection {
namespace {

using model::TableDescription;
using SharedTable = std::shared_ptr<const table::Table>;

// No row of a data file refers to it.
constexpr TableNumber kNoNumber{0};

// Keeps only items and keys.
TableDescription without_indexes(TableDescription table) {
    table.local_indexes.clear();
    table.global_indexes.clear();
    table.vector_indexes.clear();
    table.time_to_live_attribute.clear();
    return table;
}

// With a history: the table as of that time.
SharedTable frozen(
    const SharedTable& table, const storage::ChangeHistory* history = nullptr, Instant moment = {}
) {
    std::shared_ptr<table::Table> copy;
    std::optional<storage::ChangeHistory> changes;
    {
        const table::LockedTables locks(std::span(&table, 1));
        copy = table->restored(kNoNumber, without_indexes(table->snapshot()->description), {});
        if (history != nullptr) changes.emplace(*history);
    }
    if (changes) backup::rewind(*copy, changes->items_at(moment));
    return copy;
}

FrozenTable named(
    const universes::Region& region, const table::Table& table, SharedTable contents
) {
    return {region.place.region, table.snapshot()->description.name, std::move(contents)};
}

}  // namespace

FrozenTables freeze_tables(const std::vector<universes::Region>& regions) {
    FrozenTables tables;
    for (const universes::Region& region : regions) {
        for (const auto& table : region.catalog->tables()) {
            tables.push_back(named(region, *table, frozen(table)));
        }
    }
    return tables;
}

std::variant<FrozenTable, NotFrozen> freeze_table(
    universes::Universe& universe,
    const std::optional<std::string>& wanted_region,
    std::string_view name,
    std::optional<Instant> moment
) {
    const Instant now = universe.run_due_if_needed();
    for (const universes::Region& region : universe.regions()) {
        if (wanted_region && region.place.region != *wanted_region) continue;
        for (const auto& table : region.catalog->tables()) {
            if (table->snapshot()->description.name != name) continue;
            if (!moment) return named(region, *table, frozen(table));
            const auto history = table->history();
            if (history == nullptr) return NotFrozen{NotFrozen::Reason::NoHistory};
            const Instant earliest = history->earliest(now);
            if (*moment < earliest || *moment > now) {
                return NotFrozen{NotFrozen::Reason::OutsideHistory, earliest, now};
            }
            return named(region, *table, frozen(table, history.get(), *moment));
        }
    }
    return NotFrozen{};
}

std::optional<FrozenTable> freeze_backup(universes::Universe& universe, std::string_view arn) {
    universe.run_due_if_needed();
    for (const universes::Region& region : universe.regions()) {
        if (SharedTable contents = region.catalog->backup_contents(arn)) {
            return named(region, *contents, contents);
        }
    }
    return std::nullopt;
}

}  // namespace stator::engine::inspection
