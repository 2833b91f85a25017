// RowSeals: for each table of the data file, the number of its rows and the total of their
// checksums.
//
// A row's own checksum shows that its values are those that were written. The seal of its table
// shows that no row is missing, and that none is outdated: a lost write of a page, or a page from
// another place, may leave rows whose own checksums are intact. Rows that are always read together,
// such as the records of one stream, have their own seal.
//
// Not thread-safe. Throws Error.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::sqlite {

// The rows that a seal covers. The values are stored; 2 and 8 were used up to data version 9.
enum class SealKind : unsigned char {
    Items = 1,    // by row set (row_sets.hpp)
    History = 3,  // by table
    Records = 4,  // by stream
    Tables = 5,   // all rows; the number is 0 for this and the following kinds
    Streams = 6,
    Entries = 7,
    StreamShares = 9,
    Meta = 10,
    RowSets = 11,
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
    // Counts all changes made through the connection as long as this object exists, and sets the
    // connection's seed of checksums. The schema must be current. A connection may have only one
    // such object at a time. Throws Error.
    explicit RowSeals(Connection& connection);
    RowSeals(const RowSeals&) = delete;
    RowSeals& operator=(const RowSeals&) = delete;
    ~RowSeals();

    // Writes the seals of all tables that changed since the last call, in the same transaction.
    void write();

    // Forgets the changes since the last write(), because the transaction was rolled back.
    void discard() { changes_.clear(); }

    // The seal including the changes that write() will add.
    Seal current(SealKind kind, std::uint32_t number);

private:
    void note(const Connection::RowEvent& event);
    Seal stored(SealKind kind, std::uint32_t number);
    void put(SealKind kind, std::uint32_t number, const Seal& seal);

    Connection& connection_;
    Statement select_;
    Statement put_;
    Statement remove_;
    // The changes to add to the stored seals, by kind and number, modulo 2^64.
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

// The rows that one seal covers.
struct SealedSet {
    SealKind kind;
    std::uint32_t number;
    std::string name;  // "the items of row set 5"
    int columns;       // number of columns without the checksum
    int key_column;    // the column that identifies a row within the set
};

// All sets that have rows or a seal. The schema must be current.
std::vector<SealedSet> sealed_sets(Connection& connection);

// Reads sets and seals with statements that are compiled once, because a file may have many sets.
class SealedReader {
public:
    explicit SealedReader(Connection& connection);

    // Selects all values of the set's rows in order, then their checksums. The statement is used
    // for one set of each kind at a time. Throws Error.
    Statement& select(SealKind kind, std::uint32_t number);

    // Throws Error, Corrupt, if the seal itself is damaged.
    Seal seal(SealKind kind, std::uint32_t number);

private:
    Connection& connection_;
    Statement select_seal_;
    std::map<SealKind, Statement> selects_;
};

// Reads the rows of a set in order, and compares them with their checksums and their seal. The
// columns of a row are those of its table, as SealedReader selects them.
class SealedRows {
public:
    // Throws Error, also if the table does not exist.
    SealedRows(SealedReader& reader, SealKind kind, std::uint32_t number = 0);
    SealedRows(const SealedRows&) = delete;
    SealedRows& operator=(const SealedRows&) = delete;

    ~SealedRows() { select_.reset(); }

    // The next row, valid until the next call, or nullptr after the last one. Throws Error,
    // Corrupt, if the row is damaged, and, after the last row, if rows are missing or were
    // replaced.
    const Statement* next();

private:
    void compare_with_seal() const;

    SealedReader& reader_;
    const SealedSet set_;
    Statement& select_;
    Seal seen_;
};

// Computes the seals of all tables from the checksums of their rows, for a file without seals. Must
// be called within a transaction.
void seal_all_rows(Connection& connection);

}  // namespace stator::engine::persistence::sqlite
