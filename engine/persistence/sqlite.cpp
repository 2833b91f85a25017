#include "engine/persistence/sqlite.hpp"

#include <sqlite3.h>

#include <cassert>
#include <system_error>

namespace stator::engine::persistence {

namespace {

SqliteErrorKind kind_of(int code) {
    switch (code & 0xff) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return SqliteErrorKind::Busy;
        case SQLITE_NOTADB: return SqliteErrorKind::NotADatabase;
        case SQLITE_CORRUPT: return SqliteErrorKind::Corrupt;
        case SQLITE_FULL: return SqliteErrorKind::Full;
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_READONLY: return SqliteErrorKind::NotWritable;
        default: return SqliteErrorKind::Other;
    }
}

// Only these codes come from a system call, so that its errno is worth showing.
bool has_system_reason(int code) {
    const int primary = code & 0xff;
    return primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL;
}

SqliteError make_error(sqlite3* handle, int code) {
    if (handle == nullptr) return {SqliteErrorKind::Other, sqlite3_errstr(code)};
    std::string reason = sqlite3_errmsg(handle);
    const int system_error = sqlite3_system_errno(handle);
    if (has_system_reason(code) && system_error != 0) {
        reason += ": " + std::generic_category().message(system_error);
    }
    return {kind_of(code), reason};
}

}  // namespace

void SqliteConnection::Close::operator()(sqlite3* handle) const {
    [[maybe_unused]] const int code = sqlite3_close(handle);
    assert(code == SQLITE_OK);  // every statement was finalized before
}

SqliteConnection::SqliteConnection(const std::string& path) {
    sqlite3* handle = nullptr;
    const int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) throw error(code);
    set_checkpoint_on_close(false);
}

SqliteConnection::~SqliteConnection() = default;

void SqliteConnection::execute(const std::string& sql) {
    const int code = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) throw error(code);
}

std::int64_t SqliteConnection::integer(std::string_view sql) {
    SqliteStatement statement(*this, sql);
    if (!statement.step()) {
        throw SqliteError(SqliteErrorKind::Corrupt, "a row that every data file has is missing");
    }
    return statement.column_integer(0);
}

void SqliteConnection::set_checkpoint_on_close(bool enabled) {
    sqlite3_db_config(
        handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, static_cast<int>(!enabled), nullptr
    );
}

void SqliteConnection::checkpoint() {
    const int code =
        sqlite3_wal_checkpoint_v2(handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    if (code != SQLITE_OK) throw error(code);
}

bool SqliteConnection::is_read_only() {
    return sqlite3_db_readonly(handle(), "main") == 1;
}

bool SqliteConnection::in_transaction() const {
    return sqlite3_get_autocommit(handle()) == 0;
}

SqliteError SqliteConnection::error(int code) const {
    return make_error(handle(), code);
}

SqliteStatement::SqliteStatement(SqliteConnection& connection, std::string_view sql)
    : connection_(connection) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v3(
        connection.handle(),
        sql.data(),
        static_cast<int>(sql.size()),
        SQLITE_PREPARE_PERSISTENT,
        &statement,
        nullptr
    ));
    statement_.reset(statement);
}

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);  // its result repeats the last step's error
}

void SqliteStatement::bind(int parameter, std::int64_t value) {
    check(sqlite3_bind_int64(statement_.get(), parameter, value));
}

void SqliteStatement::bind_text(int parameter, std::string_view text) {
    check(sqlite3_bind_text64(
        statement_.get(), parameter, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8
    ));
}

void SqliteStatement::bind_blob(int parameter, std::string_view bytes) {
    check(
        sqlite3_bind_blob64(statement_.get(), parameter, bytes.data(), bytes.size(), SQLITE_STATIC)
    );
}

void SqliteStatement::bind_null(int parameter) {
    check(sqlite3_bind_null(statement_.get(), parameter));
}

bool SqliteStatement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) {
        const SqliteError error = connection_.error(code);
        sqlite3_reset(statement_.get());
        throw error;
    }
    sqlite3_reset(statement_.get());
    return false;
}

void SqliteStatement::run() {
    [[maybe_unused]] const bool has_row = step();
    assert(!has_row);
}

std::int64_t SqliteStatement::column_integer(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string_view SqliteStatement::column_bytes(int column) const {
    // The order matters: column_bytes after column_blob never converts the value.
    const void* bytes = sqlite3_column_blob(statement_.get(), column);
    const int length = sqlite3_column_bytes(statement_.get(), column);
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(length)};
}

bool SqliteStatement::column_is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void SqliteStatement::check(int code) const {
    if (code != SQLITE_OK) throw connection_.error(code);
}

SqliteTransaction::SqliteTransaction(SqliteConnection& connection) : connection_(connection) {
    connection_.execute("BEGIN IMMEDIATE");
}

SqliteTransaction::~SqliteTransaction() {
    // After an I/O error SQLite may have rolled back by itself. A rollback that fails leaves
    // nothing to do here: the next BEGIN reports it.
    if (!connection_.in_transaction()) return;
    sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void SqliteTransaction::commit() {
    connection_.execute("COMMIT");
}

}  // namespace stator::engine::persistence
