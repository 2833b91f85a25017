// A thin RAII layer over sqlite3: connection, statement, transaction.
//
// SQLite's failures are thrown as Error inside engine/persistence; the journal and the data file
// convert them into a state or a message, so Error never leaves that folder. Not thread-safe: a
// connection and everything created from it must be used by one thread at a time. A statement must
// not outlive its connection.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace stator::engine::persistence::sqlite {

// Kinds of failures that the user must handle differently; coarser than SQLite's own codes.
enum class ErrorKind : unsigned char {
    Busy,  // another process holds the file
    NotADatabase,
    Corrupt,
    Full,         // the disk is full
    NotWritable,  // no permission, or a read-only file system
    Other,        // an I/O error, no memory, or a bug in Stator
};

class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& reason) : std::runtime_error(reason), kind_(kind) {}

    ErrorKind kind() const { return kind_; }

private:
    ErrorKind kind_;
};

class Connection {
public:
    // Opens `path` for reading and writing, creating it when missing. SQLite touches the file only
    // at the first statement. Closing does not checkpoint before set_checkpoint_on_close(true), so
    // that a file can be inspected and refused unchanged.
    explicit Connection(const std::string& path);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection();

    // Runs statements separated by ';' and ignores their rows.
    void execute(const std::string& sql);

    // Returns the first column of the first row. Throws Error if there is no row.
    std::int64_t integer(std::string_view sql);

    void set_checkpoint_on_close(bool enabled);

    // Moves the whole write-ahead log into the file and empties the log.
    void checkpoint();

    // True when SQLite could open the file only for reading.
    bool is_read_only();

    // True between BEGIN and COMMIT or ROLLBACK.
    bool in_transaction() const;

    // The last failed call on this connection, as an error to throw.
    Error error(int code) const;

    // A row that is about to be inserted, changed or deleted. An inserted row has no old values, a
    // deleted row has no new values.
    struct RowEvent {
        std::string_view table;
        bool has_old = false;
        bool has_new = false;

        // Columns count from 0, in the order of the table's declaration.
        std::int64_t old_integer(int column) const;
        std::int64_t new_integer(int column) const;

        sqlite3* handle = nullptr;
    };

    // Calls `watch` before each change of a row, by any statement. Replaces an earlier function; an
    // empty function ends the calls. Dropped tables are not reported.
    using WatchRows = std::function<void(const RowEvent& event)>;
    void watch_rows(WatchRows watch);

    // The seed of row_sum(); 0 before data version 10 (counters.hpp).
    void set_sum_seed(std::uint64_t seed) { sum_seed_ = seed; }

    std::uint64_t sum_seed() const { return sum_seed_; }

    sqlite3* handle() const { return handle_.get(); }

private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };

    // Both outlive the handle that uses them.
    WatchRows watch_;
    std::uint64_t sum_seed_ = 0;
    std::unique_ptr<sqlite3, Close> handle_;
};

class Statement {
public:
    // Compiles one statement that will be run many times.
    Statement(Connection& connection, std::string_view sql);

    // Parameters count from 1. The bytes must stay valid until the statement has run.
    void bind(int parameter, std::int64_t value);
    void bind_text(int parameter, std::string_view text);
    void bind_blob(int parameter, std::string_view bytes);
    void bind_null(int parameter);

    // Moves to the next row. False when there is none; the statement is then ready to run again.
    bool step();

    // Runs a statement that returns no rows; it is ready to run again.
    void run();

    // Skips the remaining rows; the statement is ready to run again.
    void reset();

    // Columns count from 0 and are valid until the next step.
    std::int64_t column_integer(int column) const;
    std::string_view column_bytes(int column) const;
    bool column_is_null(int column) const;

    // The checksum of the first `count` columns, equal to the result of the SQL function row_sum(),
    // which every connection provides.
    std::uint64_t row_sum(int count) const;

    // True if the column after the first `count` columns is their checksum.
    bool has_intact_sum(int count) const;

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    void check(int code) const;

    const Connection& connection_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// Makes SQLite read every page of the file. Throws Error, Corrupt, with the first problem found.
void check_pages(Connection& connection);

// BEGIN IMMEDIATE … COMMIT, or ROLLBACK if it is destroyed before commit() has succeeded.
class Transaction {
public:
    explicit Transaction(Connection& connection);
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction();

    void commit();

private:
    Connection& connection_;
};

}  // namespace stator::engine::persistence::sqlite
