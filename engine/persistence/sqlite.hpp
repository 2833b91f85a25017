// A thin RAII layer over sqlite3: connection, statement, transaction.
//
// SQLite's failures travel as SqliteError inside this folder; the journal and the data file turn
// them into a state or a sentence, so SqliteError never leaves the folder. Not thread-safe: a
// connection and everything made from it is used by one thread at a time. A statement must not
// outlive its connection.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace stator::engine::persistence {

// Failures by what they ask of the user, coarser than SQLite's own codes.
enum class SqliteErrorKind : unsigned char {
    Busy,  // another process holds the file
    NotADatabase,
    Corrupt,
    Full,         // the disk is full
    NotWritable,  // no permission, or a read-only file system
    Other,        // an I/O error, no memory, or our bug
};

class SqliteError : public std::runtime_error {
public:
    SqliteError(SqliteErrorKind kind, const std::string& reason)
        : std::runtime_error(reason), kind_(kind) {}

    SqliteErrorKind kind() const { return kind_; }

private:
    SqliteErrorKind kind_;
};

class SqliteConnection {
public:
    // Opens `path` for reading and writing, creating it when missing. SQLite touches the file only
    // at the first statement. Closing does not checkpoint before set_checkpoint_on_close(true), so
    // that a file can be inspected and refused unchanged.
    explicit SqliteConnection(const std::string& path);
    SqliteConnection(const SqliteConnection&) = delete;
    SqliteConnection& operator=(const SqliteConnection&) = delete;
    ~SqliteConnection();

    // Runs statements separated by ';' and ignores their rows.
    void execute(const std::string& sql);

    // The first column of the first row; throws SqliteError when there is none.
    std::int64_t integer(std::string_view sql);

    void set_checkpoint_on_close(bool enabled);

    // Moves the whole write-ahead log into the file and empties the log.
    void checkpoint();

    // True when SQLite could open the file only for reading.
    bool is_read_only();

    // True between BEGIN and COMMIT or ROLLBACK.
    bool in_transaction() const;

    // The last failed call on this connection, as an error to throw.
    SqliteError error(int code) const;

    sqlite3* handle() const { return handle_.get(); }

private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };

    std::unique_ptr<sqlite3, Close> handle_;
};

class SqliteStatement {
public:
    // Compiles one statement that will be run many times.
    SqliteStatement(SqliteConnection& connection, std::string_view sql);

    // Parameters count from 1. The bytes must stay valid until the statement has run.
    void bind(int parameter, std::int64_t value);
    void bind_text(int parameter, std::string_view text);
    void bind_blob(int parameter, std::string_view bytes);
    void bind_null(int parameter);

    // Moves to the next row. False when there is none; the statement is then ready to run again.
    bool step();

    // Runs a statement that returns no rows; it is ready to run again.
    void run();

    // Columns count from 0 and are valid until the next step.
    std::int64_t column_integer(int column) const;
    std::string_view column_bytes(int column) const;
    bool column_is_null(int column) const;

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    void check(int code) const;

    const SqliteConnection& connection_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// BEGIN IMMEDIATE … COMMIT, or ROLLBACK when it is destroyed before commit() has succeeded.
class SqliteTransaction {
public:
    explicit SqliteTransaction(SqliteConnection& connection);
    SqliteTransaction(const SqliteTransaction&) = delete;
    SqliteTransaction& operator=(const SqliteTransaction&) = delete;
    ~SqliteTransaction();

    void commit();

private:
    SqliteConnection& connection_;
};

}  // namespace stator::engine::persistence
