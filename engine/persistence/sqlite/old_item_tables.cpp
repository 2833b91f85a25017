#include "engine/persistence/sqlite/old_item_tables.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"
#include "engine/persistence/sqlite/row_sets.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

constexpr std::string_view kItemsPrefix = "items_";
constexpr std::string_view kRowsPrefix = "rows_";
// The seals of data version 9.
constexpr int kSealOfItems = 1;
constexpr int kSealOfBases = 2;
constexpr int kSealOfShares = 8;

// Checksums with the file's own seed, and a copy of the seed on another page.
constexpr const char* kNewSums = R"sql(
    UPDATE meta SET sum = row_sum(key, value);
    UPDATE tables SET sum = row_sum(number, universe, region, definition, is_backup);
    UPDATE streams SET sum = row_sum(number, universe, region, definition);
    UPDATE stream_records SET sum = row_sum(stream, sequence, ordinal, shard_id, time_ms, event,
        by_time_to_live, keys, old_image, new_image);
    UPDATE entries SET sum = row_sum(section, universe, region, key, value, expires_ms);
    UPDATE item_history SET
        sum = row_sum(table_number, position, time_ms, is_insertion, row_id, image);
    UPDATE stream_shares SET sum = row_sum(stream, source, last_commit);
    INSERT INTO seals (kind, number, row_count, total, sum)
        SELECT 0, 0, value, 0, row_sum(0, 0, value, 0) FROM meta WHERE key = 'data_file_id';
)sql";

// The numbers of the tables whose names begin with `prefix`.
std::vector<std::uint32_t> numbers_behind(Connection& connection, std::string_view prefix) {
    std::vector<std::uint32_t> numbers;
    Statement select(
        connection,
        "SELECT CAST(substr(name, ?2 + 1) AS INTEGER) FROM sqlite_schema"
        " WHERE type = 'table' AND name GLOB ?1 || '[0-9]*' ORDER BY 1"
    );
    select.bind_text(1, prefix);
    select.bind(2, static_cast<std::int64_t>(prefix.size()));
    while (select.step()) numbers.push_back(static_cast<std::uint32_t>(select.column_integer(0)));
    return numbers;
}

// Creates the row sets of tables and bases, and moves their rows.
class Gathering {
public:
    explicit Gathering(Connection& connection)
        : connection_(connection),
          put_row_(
              connection, "INSERT INTO items (place, image, sum) VALUES (?1, ?2, row_sum(?1, ?2))"
          ) {}

    void run() {
        std::map<std::uint32_t, std::uint32_t> bases;
        for (const std::uint32_t base : numbers_behind(connection_, kRowsPrefix)) {
            bases[base] = gather(std::string(kRowsPrefix) + std::to_string(base));
        }
        std::map<std::uint32_t, std::uint32_t> own;
        for (const std::uint32_t table : numbers_behind(connection_, kItemsPrefix)) {
            own[table] = gather(std::string(kItemsPrefix) + std::to_string(table));
        }
        list_sets(own, bases);
        connection_.execute("DROP TABLE table_shares");
    }

private:
    std::uint32_t gather(const std::string& name) {
        ++last_set_;
        {
            Statement select(connection_, "SELECT row_id, image FROM " + name);
            while (select.step()) {
                const auto row_id = static_cast<std::uint64_t>(select.column_integer(0));
                if (row_id > kLastRowId) throw Error(ErrorKind::Corrupt, "a row id is too high");
                put_row_.bind(1, first_place(last_set_) + static_cast<std::int64_t>(row_id));
                put_row_.bind_blob(2, select.column_bytes(1));
                put_row_.run();
            }
        }
        // Dropped here, so that the rows of the next table reuse its pages.
        connection_.execute("DROP TABLE " + name);
        return last_set_;
    }

    void list_sets(
        const std::map<std::uint32_t, std::uint32_t>& own,
        const std::map<std::uint32_t, std::uint32_t>& bases
    ) {
        std::map<std::uint32_t, std::uint32_t> base_of;
        {
            Statement select(connection_, "SELECT number, base FROM table_shares");
            while (select.step()) {
                const auto base = bases.find(static_cast<std::uint32_t>(select.column_integer(1)));
                if (base == bases.end()) throw Error(ErrorKind::Corrupt, "a base is missing");
                base_of[static_cast<std::uint32_t>(select.column_integer(0))] = base->second;
            }
        }
        Statement put(
            connection_,
            "INSERT INTO row_sets (number, own, base, sum) VALUES (?1, ?2, ?3, row_sum(?1, ?2, ?3))"
        );
        for (const auto& [table, row_set] : own) {
            put.bind(1, table);
            put.bind(2, row_set);
            const auto base = base_of.find(table);
            if (base == base_of.end()) {
                put.bind_null(3);
            } else {
                put.bind(3, base->second);
            }
            put.run();
        }
    }

    Connection& connection_;
    Statement put_row_;
    std::uint32_t last_set_ = 0;
};

// Throws Error unless the rows of the table match their seal of data version 9.
void check_old_seal(
    Connection& connection, int kind, std::uint32_t number, const std::string& table, int columns
) {
    Seal seal;
    bool is_intact = true;
    {
        Statement select(
            connection,
            "SELECT kind, number, row_count, total, sum FROM seals WHERE kind = ?1 AND number = ?2"
        );
        select.bind(1, kind);
        select.bind(2, number);
        while (select.step()) {
            seal.rows = static_cast<std::uint64_t>(select.column_integer(2));
            seal.total = static_cast<std::uint64_t>(select.column_integer(3));
            is_intact = select.has_intact_sum(4);
        }
    }
    Seal found;
    Statement select(connection, "SELECT * FROM " + table);
    while (select.step()) {
        found.add(static_cast<std::uint64_t>(select.column_integer(columns)));
        is_intact = is_intact && select.has_intact_sum(columns);
    }
    if (is_intact && found == seal) return;
    throw Error(
        ErrorKind::Corrupt,
        "rows of " + table +
            " are damaged or missing, and only the Stator that wrote the file can"
            " save the others"
    );
}

void check_old_seals(Connection& connection) {
    for (const std::uint32_t table : numbers_behind(connection, kItemsPrefix)) {
        check_old_seal(
            connection, kSealOfItems, table, std::string(kItemsPrefix) + std::to_string(table), 2
        );
    }
    for (const std::uint32_t base : numbers_behind(connection, kRowsPrefix)) {
        check_old_seal(
            connection, kSealOfBases, base, std::string(kRowsPrefix) + std::to_string(base), 2
        );
    }
    check_old_seal(connection, kSealOfShares, 0, "table_shares", 2);
    SealedReader reader(connection);
    for (const SealedSet& set : sealed_sets(connection)) {
        const auto kind = static_cast<int>(set.kind);
        if (kind == kSealOfItems || kind == kSealOfBases || kind == kSealOfShares) continue;
        SealedRows rows(reader, set.kind, set.number);
        while (rows.next() != nullptr) continue;
    }
}

}  // namespace

void add_row_sums(Connection& connection) {
    for (const std::string_view prefix : {kItemsPrefix, kRowsPrefix}) {
        for (const std::uint32_t number : numbers_behind(connection, prefix)) {
            const std::string table = std::string(prefix) + std::to_string(number);
            connection.execute(
                "ALTER TABLE " + table + " ADD COLUMN sum INTEGER NOT NULL DEFAULT 0; UPDATE " +
                table + " SET sum = row_sum(row_id, image)"
            );
        }
    }
}

void gather_rows(Connection& connection) {
    // A file without seals comes from a version before 9.
    if (connection.integer("SELECT count(*) FROM seals") != 0) check_old_seals(connection);
    connection.execute("DELETE FROM seals");
    connection.set_sum_seed(static_cast<std::uint64_t>(
        connection.integer("SELECT value FROM meta WHERE key = 'data_file_id'")
    ));
    Gathering(connection).run();
    write_counter(connection, kSchemaSum, schema_sum(connection));
    connection.execute(kNewSums);
    seal_all_rows(connection);
}

}  // namespace stator::engine::persistence::sqlite
