#include "engine/persistence/change_writer.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/persistence/sqlite/counters.hpp"

namespace stator::engine::persistence {

struct ChangeWriter::PlannedRow {
    std::uint32_t table;
    std::uint64_t row_id;
    std::size_t position;  // in the order of the changes
    std::string_view payload;

    bool is_same_row(const PlannedRow& other) const {
        return row_id == other.row_id && table == other.table;
    }
};

// The combined effect of some batches: the last definition of each table, and the row changes
// ordered by table, row and position. It points into the batches.
struct ChangeWriter::Plan {
    std::map<std::uint32_t, const DefinitionChange*> definitions;
    std::vector<PlannedRow> rows;
    std::uint64_t last_sequence = 0;
    std::uint32_t last_table = 0;
    bool copies = false;
};

ChangeWriter::ChangeWriter(sqlite::Connection& connection, sqlite::RowSeals& seals)
    : connection_(connection),
      seals_(seals),
      put_definition_(
          connection,
          "REPLACE INTO tables (number, universe, region, definition, is_backup, sum)"
          " VALUES (?1, ?2, ?3, ?4, ?5, row_sum(?1, ?2, ?3, ?4, ?5))"
      ),
      remove_definition_(connection, "DELETE FROM tables WHERE number = ?1"),
      put_meta_(
          connection,
          "UPDATE meta SET value = max(value, ?2), sum = row_sum(key, max(value, ?2))"
          " WHERE key = ?1"
      ),
      share_writer_(connection, seals),
      stream_writer_(connection, share_writer_),
      entry_writer_(connection),
      history_writer_(connection) {}

void ChangeWriter::write(const changes::StoredBatches& stored) {
    const Plan plan = make_plan(stored);
    try {
        write_plan(plan, stored.batches);
    } catch (...) {
        // Some of these sets may have been made by the transaction that was rolled back.
        row_sets_.clear();
        throw;
    }
    for (const auto& [number, change] : plan.definitions) {
        if (change->definition) continue;
        dropped_[number / kDroppedTogether].set(number % kDroppedTogether);
    }
}

void ChangeWriter::count_as_folded(std::uint64_t log_number) {
    sqlite::SealedTransaction transaction(connection_, seals_);
    sqlite::write_counter(connection_, sqlite::kLogsFolded, log_number);
    transaction.commit();
}

ChangeWriter::Plan ChangeWriter::make_plan(const changes::StoredBatches& stored) {
    Plan plan;
    for (const ChangeBatch& batch : stored.batches) {
        plan.last_sequence = std::max(plan.last_sequence, batch.sequence.value);
        for (const DefinitionChange& change : batch.definitions) {
            plan.definitions[change.table.value] = &change;
            plan.last_table = std::max(plan.last_table, change.table.value);
        }
        for (const TableCopy& copy : batch.table_copies) {
            plan.last_table = std::max(plan.last_table, copy.to.value);
            plan.copies = true;
        }
    }
    plan.rows.reserve(stored.rows.size());
    for (const changes::StoredRow& row : stored.rows) {
        plan.rows.push_back({row.table, row.row_id, plan.rows.size(), row.payload});
    }
    std::sort(plan.rows.begin(), plan.rows.end(), [](const auto& left, const auto& right) {
        return std::tie(left.table, left.row_id, left.position) <
               std::tie(right.table, right.row_id, right.position);
    });
    return plan;
}

void ChangeWriter::write_plan(const Plan& plan, std::span<const ChangeBatch> batches) {
    sqlite::SealedTransaction transaction(connection_, seals_);
    for (const auto& [number, change] : plan.definitions) write_definition(*change);
    write_rows(plan);
    stream_writer_.write(batches);
    if (plan.copies) row_sets_.clear();
    const std::set<std::uint32_t> copies = share_writer_.write(batches);
    entry_writer_.write(batches);
    history_writer_.write(batches, copies, [this, &plan](TableNumber table) {
        return is_gone(table.value, plan);
    });
    write_meta(plan);
    transaction.commit();
}

void ChangeWriter::write_definition(const DefinitionChange& change) {
    if (!change.definition) return drop_table(change.table.value);
    put_definition_.bind(1, change.table.value);
    put_definition_.bind_text(2, change.place.universe);
    put_definition_.bind_text(3, change.place.region);
    put_definition_.bind_text(4, *change.definition);
    put_definition_.bind(5, change.is_backup ? 1 : 0);
    put_definition_.run();
    rows_of(change.table.value);
}

void ChangeWriter::drop_table(std::uint32_t number) {
    row_sets_.erase(number);
    share_writer_.row_sets().forget(number);
    history_writer_.forget_table(number);
    remove_definition_.bind(1, number);
    remove_definition_.run();
}

void ChangeWriter::write_rows(const Plan& plan) {
    const sqlite::TableRows* rows = nullptr;
    for (std::size_t i = 0; i < plan.rows.size(); ++i) {
        const PlannedRow& row = plan.rows[i];
        if (i == 0 || plan.rows[i - 1].table != row.table) {
            rows = is_gone(row.table, plan) ? nullptr : &rows_of(row.table);
        }
        const bool is_superseded = i + 1 < plan.rows.size() && row.is_same_row(plan.rows[i + 1]);
        if (rows != nullptr && !is_superseded) write_row(*rows, row);
    }
}

void ChangeWriter::write_row(const sqlite::TableRows& rows, const PlannedRow& row) {
    // An empty row represents a deleted one: it hides the row of the base.
    if (row.payload.empty() && !rows.base) {
        share_writer_.row_sets().remove_row(rows.own, row.row_id);
    } else {
        share_writer_.row_sets().put_row(rows.own, row.row_id, row.payload);
    }
}

void ChangeWriter::write_meta(const Plan& plan) {
    put_meta_.bind_text(1, "last_sequence");
    put_meta_.bind(2, static_cast<std::int64_t>(plan.last_sequence));
    put_meta_.run();
    if (plan.last_table == 0) return;
    put_meta_.bind_text(1, "last_table_number");
    put_meta_.bind(2, plan.last_table);
    put_meta_.run();
}

bool ChangeWriter::is_gone(std::uint32_t number, const Plan& plan) const {
    const auto dropped = dropped_.find(number / kDroppedTogether);
    if (dropped != dropped_.end() && dropped->second.test(number % kDroppedTogether)) return true;
    const auto change = plan.definitions.find(number);
    return change != plan.definitions.end() && !change->second->definition;
}

// A table gets its row set when the first of its rows, or its definition, is written.
const sqlite::TableRows& ChangeWriter::rows_of(std::uint32_t table) {
    const auto found = row_sets_.find(table);
    if (found != row_sets_.end()) return found->second;
    return row_sets_.emplace(table, share_writer_.row_sets().find_or_make(table)).first->second;
}

}  // namespace stator::engine::persistence
