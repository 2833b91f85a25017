#include "engine/persistence/sqlite/counters.hpp"

#include <optional>
#include <string>

#include "engine/persistence/changes/checksum.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

constexpr const char* kSelectId = "SELECT value FROM meta WHERE key = 'data_file_id'";
constexpr const char* kSelectCopyOfId = "SELECT row_count FROM seals WHERE kind = 0";
constexpr const char* kIntactCounters =
    "SELECT count(*) FROM meta WHERE key <> 'data_file_id' AND sum = row_sum(key, value)";
constexpr const char* kIntactTables =
    "SELECT count(*) FROM tables"
    " WHERE sum = row_sum(number, universe, region, definition, is_backup)";

}  // namespace

std::uint64_t read_counter(Connection& connection, std::string_view key) {
    Statement select(connection, "SELECT key, value, sum FROM meta WHERE key = ?1");
    select.bind_text(1, key);
    std::optional<std::int64_t> value;
    bool is_intact = false;
    while (select.step()) {
        value = select.column_integer(1);
        is_intact = select.has_intact_sum(2);
    }
    if (value && is_intact) return static_cast<std::uint64_t>(*value);
    const char* const what = value ? " is damaged" : " is missing";
    throw Error(ErrorKind::Corrupt, "the counter " + std::string(key) + what);
}

void write_counter(Connection& connection, std::string_view key, std::uint64_t value) {
    Statement put(
        connection, "REPLACE INTO meta (key, value, sum) VALUES (?1, ?2, row_sum(?1, ?2))"
    );
    put.bind_text(1, key);
    put.bind(2, static_cast<std::int64_t>(value));
    put.run();
}

void take_sum_seed(Connection& connection) {
    connection.set_sum_seed(static_cast<std::uint64_t>(connection.integer(kSelectId)));
    static_cast<void>(read_counter(connection, kDataFileId));
}

bool find_sum_seed(Connection& connection) {
    for (const std::string& query : {std::string(kSelectId), std::string(kSelectCopyOfId)}) {
        try {
            connection.set_sum_seed(static_cast<std::uint64_t>(connection.integer(query)));
            for (const char* const rows : {kIntactCounters, kIntactTables}) {
                if (connection.integer(rows) != 0) return true;
            }
        } catch (const Error&) {  // try the next one
            continue;
        }
    }
    return false;
}

std::uint64_t schema_sum(Connection& connection) {
    constexpr int kColumns = 5;
    Statement select(
        connection, "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema ORDER BY rowid"
    );
    std::uint64_t sum = 0;
    while (select.step()) sum = changes::checksum({}, sum) + select.row_sum(kColumns);
    return sum;
}

}  // namespace stator::engine::persistence::sqlite
