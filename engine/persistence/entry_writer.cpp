#include "engine/persistence/entry_writer.hpp"

#include <map>
#include <string_view>
#include <tuple>

namespace stator::engine::persistence {

EntryWriter::EntryWriter(sqlite::Connection& connection)
    : put_(
          connection,
          "REPLACE INTO entries (section, universe, region, key, value, expires_ms, sum)"
          " VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_sum(?1, ?2, ?3, ?4, ?5, ?6))"
      ),
      remove_(
          connection,
          "DELETE FROM entries WHERE section = ?1 AND universe = ?2 AND region = ?3 AND key = ?4"
      ),
      remove_expired_(connection, "DELETE FROM entries WHERE expires_ms <= ?1 AND universe = ?2") {}

void EntryWriter::write(std::span<const ChangeBatch> batches) {
    using Place =
        std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;
    std::map<Place, const EntryRow*> latest;
    std::map<std::string_view, Instant> expired_by;
    for (const ChangeBatch& batch : batches) {
        for (const EntryRow& row : batch.entries) {
            latest[{row.section, row.place.universe, row.place.region, row.key}] = &row;
        }
        if (batch.expired_by && !batch.entries.empty()) {
            expired_by[batch.entries.front().place.universe] = *batch.expired_by;
        }
    }
    for (const auto& [place, row] : latest) write_entry(*row);
    for (const auto& [universe, time] : expired_by) {
        remove_expired_.bind(1, time.unix_ms());
        remove_expired_.bind_text(2, universe);
        remove_expired_.run();
    }
}

void EntryWriter::write_entry(const EntryRow& row) {
    sqlite::Statement& statement = row.value ? put_ : remove_;
    statement.bind_text(1, row.section);
    statement.bind_text(2, row.place.universe);
    statement.bind_text(3, row.place.region);
    statement.bind_blob(4, row.key);
    if (row.value) {
        statement.bind_blob(5, *row.value);
        if (row.expires_at) {
            statement.bind(6, row.expires_at->unix_ms());
        } else {
            statement.bind_null(6);
        }
    }
    statement.run();
}

}  // namespace stator::engine::persistence
