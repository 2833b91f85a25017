#include "engine/persistence/history_writer.hpp"

#include <algorithm>
#include <map>

#include "engine/persistence/sqlite/row_seals.hpp"

namespace stator::engine::persistence {

HistoryWriter::HistoryWriter(sqlite::Connection& connection)
    : connection_(connection),
      put_(
          connection,
          "REPLACE INTO item_history"
          " (table_number, position, time_ms, is_insertion, row_id, image, sum)"
          " VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_sum(?1, ?2, ?3, ?4, ?5, ?6))"
      ),
      trim_(connection, "DELETE FROM item_history WHERE table_number = ?1 AND position < ?2"),
      remove_(connection, "DELETE FROM item_history WHERE table_number = ?1"),
      copy_(
          connection,
          "INSERT OR IGNORE INTO item_history"
          " (table_number, position, time_ms, is_insertion, row_id, image, sum)"
          " SELECT ?2, position, time_ms, is_insertion, row_id, image,"
          " row_sum(?2, position, time_ms, is_insertion, row_id, image) + (sum <> row_sum("
          "table_number, position, time_ms, is_insertion, row_id, image)) FROM item_history"
          " WHERE table_number = ?1"
      ) {}

void HistoryWriter::write(
    std::span<const ChangeBatch> batches,
    const std::set<std::uint32_t>& new_tables,
    const std::function<bool(TableNumber)>& is_gone
) {
    std::map<TableNumber, std::uint64_t> firsts;
    for (const ChangeBatch& batch : batches) {
        for (const TableNumber table : batch.ended_histories) {
            forget_table(table.value);
            firsts.erase(table);
        }
        for (const HistoryRow& row : batch.history) {
            if (is_gone(row.table)) continue;
            write_row(row);
            firsts[row.table] = std::max(firsts[row.table], row.first);
        }
        for (const TableCopy& copied : batch.table_copies) {
            if (!copied.with_history || !new_tables.contains(copied.to.value)) continue;
            if (is_gone(copied.to)) continue;
            trim(copied.from, firsts[copied.from]);
            copy(copied);
        }
    }
    for (const auto& [table, first] : firsts) trim(table, first);
}

void HistoryWriter::trim(TableNumber table, std::uint64_t first) {
    if (first == 0) return;
    trim_.bind(1, table.value);
    trim_.bind(2, static_cast<std::int64_t>(first));
    trim_.run();
}

void HistoryWriter::write_row(const HistoryRow& row) {
    put_.bind(1, row.table.value);
    put_.bind(2, static_cast<std::int64_t>(row.position));
    put_.bind(3, row.time.unix_ms());
    put_.bind(4, row.is_insertion ? 1 : 0);
    put_.bind(5, static_cast<std::int64_t>(row.row_id));
    put_.bind_blob(6, row.image->payload());
    put_.run();
}

void HistoryWriter::copy(const TableCopy& copied) {
    copy_.bind(1, copied.from.value);
    copy_.bind(2, copied.to.value);
    copy_.run();
}

std::vector<std::uint32_t> HistoryWriter::find_orphans() {
    sqlite::Statement select(
        connection_,
        "SELECT number FROM seals WHERE kind = ?1 AND number NOT IN (SELECT number FROM tables)"
    );
    select.bind(1, static_cast<std::int64_t>(sqlite::SealKind::History));
    std::vector<std::uint32_t> tables;
    while (select.step()) tables.push_back(static_cast<std::uint32_t>(select.column_integer(0)));
    return tables;
}

void HistoryWriter::forget_table(std::uint32_t table) {
    remove_.bind(1, table);
    remove_.run();
}

}  // namespace stator::engine::persistence
