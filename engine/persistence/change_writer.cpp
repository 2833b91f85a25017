#include "engine/persistence/change_writer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/persistence/migrations.hpp"

namespace stator::engine::persistence {

namespace {

// Prepared statements cost memory: with more tables than this they are prepared again.
constexpr std::size_t kMaxPreparedTables = 256;

std::string items_table_name(std::uint32_t number) {
    return "items_" + std::to_string(number);
}

}  // namespace

struct ChangeWriter::PlannedRow {
    std::uint32_t table;
    std::uint64_t row_id;
    std::size_t position;  // in the order of the changes
    std::string_view payload;

    bool is_same_row(const PlannedRow& other) const {
        return row_id == other.row_id && table == other.table;
    }
};

// What some batches come down to: the last definition of each table, and the row changes ordered
// by table, row and position. It points into the batches.
struct ChangeWriter::Plan {
    std::map<std::uint32_t, const DefinitionChange*> definitions;
    std::vector<PlannedRow> rows;
    std::uint64_t last_sequence = 0;
    const ClockSetting* clock = nullptr;
};

ChangeWriter::ChangeWriter(SqliteConnection& connection)
    : connection_(connection),
      put_definition_(
          connection,
          "INSERT INTO tables (number, universe, region, definition) VALUES (?1, ?2, ?3, ?4)"
          " ON CONFLICT (number) DO UPDATE SET definition = excluded.definition"
      ),
      remove_definition_(connection, "DELETE FROM tables WHERE number = ?1"),
      put_meta_(connection, "UPDATE meta SET value = max(value, ?2) WHERE key = ?1"),
      put_clock_(
          connection,
          "REPLACE INTO clock (number, follows, virtual_ms, real_ms, scale_millionths)"
          " VALUES (1, ?1, ?2, ?3, ?4)"
      ),
      stream_writer_(connection),
      entry_writer_(connection) {}

void ChangeWriter::write(const StoredBatches& stored) {
    const Plan plan = make_plan(stored);
    try {
        write_plan(plan, stored.batches);
    } catch (...) {
        // Some of these statements may belong to tables whose creation was rolled back.
        items_tables_.clear();
        throw;
    }
    for (const auto& [number, change] : plan.definitions) {
        if (!change->definition) dropped_.insert(number);
    }
}

ChangeWriter::Plan ChangeWriter::make_plan(const StoredBatches& stored) {
    Plan plan;
    for (const ChangeBatch& batch : stored.batches) {
        plan.last_sequence = std::max(plan.last_sequence, batch.sequence.value);
        if (batch.clock) plan.clock = &*batch.clock;
        for (const DefinitionChange& change : batch.definitions) {
            plan.definitions[change.table.value] = &change;
        }
    }
    plan.rows.reserve(stored.rows.size());
    for (const StoredRow& row : stored.rows) {
        plan.rows.push_back({row.table, row.row_id, plan.rows.size(), row.payload});
    }
    std::sort(plan.rows.begin(), plan.rows.end(), [](const auto& left, const auto& right) {
        return std::tie(left.table, left.row_id, left.position) <
               std::tie(right.table, right.row_id, right.position);
    });
    return plan;
}

void ChangeWriter::write_plan(const Plan& plan, std::span<const ChangeBatch> batches) {
    SqliteTransaction transaction(connection_);
    for (const auto& [number, change] : plan.definitions) write_definition(*change);
    write_rows(plan);
    stream_writer_.write(batches);
    entry_writer_.write(batches);
    write_meta(plan);
    if (plan.clock != nullptr) write_clock(*plan.clock);
    transaction.commit();
}

void ChangeWriter::write_definition(const DefinitionChange& change) {
    if (!change.definition) return drop_table(change.table.value);
    put_definition_.bind(1, change.table.value);
    put_definition_.bind_text(2, change.place.universe);
    put_definition_.bind_text(3, change.place.region);
    put_definition_.bind_text(4, *change.definition);
    put_definition_.run();
    items_table(change.table.value);
}

void ChangeWriter::drop_table(std::uint32_t number) {
    items_tables_.erase(number);
    connection_.execute("DROP TABLE IF EXISTS " + items_table_name(number));
    remove_definition_.bind(1, number);
    remove_definition_.run();
}

void ChangeWriter::write_rows(const Plan& plan) {
    ItemsTable* items = nullptr;
    for (std::size_t i = 0; i < plan.rows.size(); ++i) {
        const PlannedRow& row = plan.rows[i];
        if (i == 0 || plan.rows[i - 1].table != row.table) {
            items = is_gone(row.table, plan) ? nullptr : &items_table(row.table);
        }
        const bool is_superseded = i + 1 < plan.rows.size() && row.is_same_row(plan.rows[i + 1]);
        if (items != nullptr && !is_superseded) write_row(*items, row);
    }
}

void ChangeWriter::write_row(ItemsTable& items, const PlannedRow& row) {
    SqliteStatement& statement = row.payload.empty() ? items.remove : items.put;
    statement.bind(1, static_cast<std::int64_t>(row.row_id));
    if (!row.payload.empty()) statement.bind_blob(2, row.payload);
    statement.run();
}

void ChangeWriter::write_meta(const Plan& plan) {
    put_meta_.bind_text(1, "last_sequence");
    put_meta_.bind(2, static_cast<std::int64_t>(plan.last_sequence));
    put_meta_.run();
    if (plan.definitions.empty()) return;
    put_meta_.bind_text(1, "last_table_number");
    put_meta_.bind(2, plan.definitions.rbegin()->first);
    put_meta_.run();
}

void ChangeWriter::write_clock(const ClockSetting& clock) {
    put_clock_.bind(1, clock.follows ? 1 : 0);
    put_clock_.bind(2, clock.virtual_time.unix_ms());
    put_clock_.bind(3, clock.real_time.unix_ms());
    put_clock_.bind(4, std::llround(clock.scale * kMillion));
    put_clock_.run();
}

bool ChangeWriter::is_gone(std::uint32_t number, const Plan& plan) const {
    if (dropped_.contains(number)) return true;
    const auto change = plan.definitions.find(number);
    return change != plan.definitions.end() && !change->second->definition;
}

// The table is created whenever its statements are first needed, so rows may even be queued before
// their definition.
ChangeWriter::ItemsTable& ChangeWriter::items_table(std::uint32_t number) {
    const auto found = items_tables_.find(number);
    if (found != items_tables_.end()) return found->second;
    if (items_tables_.size() >= kMaxPreparedTables) items_tables_.clear();
    const std::string name = items_table_name(number);
    connection_.execute(
        "CREATE TABLE IF NOT EXISTS " + name + " (row_id INTEGER PRIMARY KEY, image BLOB NOT NULL)"
    );
    ItemsTable items{
        SqliteStatement(connection_, "REPLACE INTO " + name + " (row_id, image) VALUES (?1, ?2)"),
        SqliteStatement(connection_, "DELETE FROM " + name + " WHERE row_id = ?1"),
    };
    return items_tables_.emplace(number, std::move(items)).first->second;
}

}  // namespace stator::engine::persistence
