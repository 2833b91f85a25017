// RowSeals: for each table of the data file, the number of its rows and the total of their
// checksums.
//
// A row's own checksum shows that its values are those that were written. The seal of its table
// shows that no row is missing, and that none is older than it should be: a page that was lost or
// that was taken from elsewhere may hold rows that are intact by themselves. Rows that are always
// read together, such as the records of one stream, have a seal of their own.
//
// Not thread-safe. Throws Error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::sqlite {

// The tables items_<number> and rows_<number>.
inline constexpr std::string_view kItemsPrefix = "items_";
inline constexpr std::string_view kRowsPrefix = "rows_";

// What a seal is about. The values are stored.
enum class SealKind : unsigned char {
    Items = 1,  // of a table's number
    BaseRows,   // of a base's number
    History,    // of a table's number
    Records,    // of a stream's number
    Tables,     // all rows; the number is 0 for this and the following kinds
    Streams,
    Entries,
    TableShares,
    StreamShares,
    Meta,
};

struct Seal {
    std::uint64_t rows = 0;
    std::uint64_t total = 0;  // of checksums, modulo 2^64

    void add(std::uint64_t sum) {
        ++rows;
        total += sum;
    }

    friend bool operator==(const Seal&, const Seal&) = default;
};

class RowSeals {
public:
    // Counts all changes made through the connection as long as this object exists. The schema must
    // be current. One object at a time for a connection.
    explicit RowSeals(Connection& connection);
    RowSeals(const RowSeals&) = delete;
    RowSeals& operator=(const RowSeals&) = delete;
    ~RowSeals();

    // Writes the seals of all tables that changed since the last call, in the same transaction.
    void write();

    // The transaction was rolled back.
    void discard() { changes_.clear(); }

    // Gives the rows another kind and number, as when a table's items become a base.
    void rename(SealKind from, std::uint32_t number, SealKind to, std::uint32_t to_number);

    // The rows were dropped together with their table.
    void forget(SealKind kind, std::uint32_t number);

private:
    void note(const Connection::RowEvent& event);
    Seal stored(SealKind kind, std::uint32_t number);
    void put(SealKind kind, std::uint32_t number, const Seal& seal);

    Connection& connection_;
    Statement select_;
    Statement put_;
    Statement remove_;
    // By kind and number: what comes to the stored seals, modulo 2^64.
    std::unordered_map<std::uint64_t, Seal> changes_;
};

// A transaction that keeps the seals up to date.
class SealedTransaction {
public:
    SealedTransaction(Connection& connection, RowSeals& seals)
        : transaction_(connection), seals_(seals) {}

    SealedTransaction(const SealedTransaction&) = delete;
    SealedTransaction& operator=(const SealedTransaction&) = delete;

    ~SealedTransaction() { seals_.discard(); }

    void commit() {
        seals_.write();
        transaction_.commit();
    }

private:
    Transaction transaction_;
    RowSeals& seals_;
};

// The rows that one seal is about.
struct SealedSet {
    SealKind kind;
    std::uint32_t number;
    std::string name;    // "the items of table number 5"
    std::string select;  // of all values of the rows in order, then of their checksums
    int columns;         // without the checksum
    int key_column;      // that tells the rows apart, within the set
};

SealedSet sealed_set(SealKind kind, std::uint32_t number = 0);

// Reads the rows of a set in order, and compares them with their checksums and their seal. The
// columns of a row are those of its table, as `sealed_set` selects them.
class SealedRows {
public:
    // Throws Error, also if there is no such table.
    SealedRows(Connection& connection, SealKind kind, std::uint32_t number = 0);

    // The next row, valid until the next call, or nullptr after the last one. Throws Error,
    // Corrupt, if the row is damaged, and, after the last one, if rows are missing or were
    // exchanged.
    const Statement* next();

private:
    void compare_with_seal() const;

    Connection& connection_;
    const SealedSet set_;
    Statement select_;
    Seal seen_;
};

// All sets that have rows or a seal. The schema must be current.
std::vector<SealedSet> sealed_sets(Connection& connection);

// Throws Error, Corrupt, if the seal itself is damaged.
Seal read_seal(Connection& connection, SealKind kind, std::uint32_t number);

// Computes the seals of all tables from the checksums of their rows, for a file without seals. Must
// be called within a transaction.
void seal_all_rows(Connection& connection);

}  // namespace stator::engine::persistence::sqlite
