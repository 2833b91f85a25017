#include "engine/persistence/sqlite/connection.hpp"

// Declares the hook for changed rows.
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <sqlite3.h>

#include <cassert>
#include <system_error>
#include <utility>

#include "engine/persistence/changes/checksum.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

ErrorKind kind_of(int code) {
    switch (code & 0xff) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return ErrorKind::Busy;
        case SQLITE_NOTADB: return ErrorKind::NotADatabase;
        case SQLITE_CONSTRAINT:  // Stator's statements break none in an intact file
        case SQLITE_CORRUPT: return ErrorKind::Corrupt;
        case SQLITE_FULL: return ErrorKind::Full;
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_READONLY: return ErrorKind::NotWritable;
        default: return ErrorKind::Other;
    }
}

// Only these codes are caused by a system call, so that its errno is useful.
bool has_system_reason(int code) {
    const int primary = code & 0xff;
    return primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL;
}

Error make_error(sqlite3* handle, int code) {
    if (handle == nullptr) return {ErrorKind::Other, sqlite3_errstr(code)};
    std::string reason = sqlite3_errmsg(handle);
    const int system_error = sqlite3_system_errno(handle);
    if (has_system_reason(code) && system_error != 0) {
        reason += ": " + std::generic_category().message(system_error);
    }
    return {kind_of(code), reason};
}

std::string_view bytes_of(sqlite3_value* value) {
    const void* bytes = sqlite3_value_blob(value);
    const int length = sqlite3_value_bytes(value);
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(length)};
}

// `integer` and `bytes` return the value in that form.
template <class Integer, class Bytes>
void add_value(changes::RowSum& sum, int type, Integer integer, Bytes bytes) {
    switch (type) {
        case SQLITE_INTEGER: return sum.add_integer(integer());
        case SQLITE_FLOAT:  // Stator has no such column
        case SQLITE_TEXT: return sum.add_text(bytes());
        case SQLITE_BLOB: return sum.add_blob(bytes());
        default: return sum.add_null();
    }
}

// row_sum(value, …)
void row_sum_function(sqlite3_context* context, int count, sqlite3_value** values) {
    changes::RowSum sum(*static_cast<const std::uint64_t*>(sqlite3_user_data(context)));
    for (int i = 0; i < count; ++i) {
        sqlite3_value* const value = values[i];
        add_value(
            sum,
            sqlite3_value_type(value),
            [value] { return sqlite3_value_int64(value); },
            [value] { return bytes_of(value); }
        );
    }
    sqlite3_result_int64(context, static_cast<std::int64_t>(sum.value()));
}

}  // namespace

void Connection::Close::operator()(sqlite3* handle) const {
    [[maybe_unused]] const int code = sqlite3_close(handle);
    assert(code == SQLITE_OK);  // every statement was finalized before
}

Connection::Connection(const std::string& path) {
    sqlite3* handle = nullptr;
    const int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) throw error(code);
    sqlite3_create_function_v2(
        handle,
        "row_sum",
        -1,
        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
        &sum_seed_,
        row_sum_function,
        nullptr,
        nullptr,
        nullptr
    );
    set_checkpoint_on_close(false);
}

Connection::~Connection() = default;

void Connection::execute(const std::string& sql) {
    const int code = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) throw error(code);
}

std::int64_t Connection::integer(std::string_view sql) {
    Statement statement(*this, sql);
    if (!statement.step()) {
        throw Error(ErrorKind::Corrupt, "a row that every data file has is missing");
    }
    return statement.column_integer(0);
}

void Connection::set_checkpoint_on_close(bool enabled) {
    sqlite3_db_config(
        handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, static_cast<int>(!enabled), nullptr
    );
}

void Connection::checkpoint() {
    const int code =
        sqlite3_wal_checkpoint_v2(handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    if (code != SQLITE_OK) throw error(code);
}

std::int64_t Connection::RowEvent::old_integer(int column) const {
    sqlite3_value* value = nullptr;
    if (sqlite3_preupdate_old(handle, column, &value) != SQLITE_OK) return 0;
    return sqlite3_value_int64(value);
}

std::int64_t Connection::RowEvent::new_integer(int column) const {
    sqlite3_value* value = nullptr;
    if (sqlite3_preupdate_new(handle, column, &value) != SQLITE_OK) return 0;
    return sqlite3_value_int64(value);
}

void Connection::watch_rows(WatchRows watch) {
    watch_ = std::move(watch);
    const auto call = [](void* watched,
                         sqlite3* handle,
                         int operation,
                         const char*,
                         const char* table,
                         sqlite3_int64,
                         sqlite3_int64) {
        (*static_cast<const WatchRows*>(watched)
        )({table, operation != SQLITE_INSERT, operation != SQLITE_DELETE, handle});
    };
    sqlite3_preupdate_hook(handle_.get(), watch_ ? +call : nullptr, &watch_);
}

bool Connection::is_read_only() {
    return sqlite3_db_readonly(handle(), "main") == 1;
}

bool Connection::in_transaction() const {
    return sqlite3_get_autocommit(handle()) == 0;
}

Error Connection::error(int code) const {
    return make_error(handle(), code);
}

Statement::Statement(Connection& connection, std::string_view sql) : connection_(connection) {
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

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);  // its result repeats the last step's error
}

void Statement::bind(int parameter, std::int64_t value) {
    check(sqlite3_bind_int64(statement_.get(), parameter, value));
}

void Statement::bind_text(int parameter, std::string_view text) {
    check(sqlite3_bind_text64(
        statement_.get(), parameter, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8
    ));
}

void Statement::bind_blob(int parameter, std::string_view bytes) {
    // A null pointer would be bound as NULL.
    const char* const data = bytes.empty() ? "" : bytes.data();
    check(sqlite3_bind_blob64(statement_.get(), parameter, data, bytes.size(), SQLITE_STATIC));
}

void Statement::bind_null(int parameter) {
    check(sqlite3_bind_null(statement_.get(), parameter));
}

bool Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) {
        const Error error = connection_.error(code);
        sqlite3_reset(statement_.get());
        throw error;
    }
    sqlite3_reset(statement_.get());
    return false;
}

void Statement::run() {
    [[maybe_unused]] const bool has_row = step();
    assert(!has_row);
}

void Statement::reset() {
    sqlite3_reset(statement_.get());  // its result repeats the last step's error
}

std::int64_t Statement::column_integer(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::column_bytes(int column) const {
    // The order matters: column_bytes after column_blob never converts the value.
    const void* bytes = sqlite3_column_blob(statement_.get(), column);
    const int length = sqlite3_column_bytes(statement_.get(), column);
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(length)};
}

bool Statement::column_is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::uint64_t Statement::row_sum(int count) const {
    changes::RowSum sum(connection_.sum_seed());
    for (int column = 0; column < count; ++column) {
        add_value(
            sum,
            sqlite3_column_type(statement_.get(), column),
            [&] { return column_integer(column); },
            [&] { return column_bytes(column); }
        );
    }
    return sum.value();
}

bool Statement::has_intact_sum(int count) const {
    return static_cast<std::uint64_t>(column_integer(count)) == row_sum(count);
}

void Statement::check(int code) const {
    if (code != SQLITE_OK) throw connection_.error(code);
}

void check_pages(Connection& connection) {
    Statement check(connection, "PRAGMA integrity_check(1)");
    std::string found;
    while (check.step()) found = check.column_bytes(0);
    if (found != "ok") throw Error(ErrorKind::Corrupt, found);
}

Transaction::Transaction(Connection& connection) : connection_(connection) {
    connection_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
    // After an I/O error SQLite may have rolled back by itself. A rollback that fails leaves
    // nothing to do here: the next BEGIN reports it.
    if (!connection_.in_transaction()) return;
    sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
    connection_.execute("COMMIT");
}

}  // namespace stator::engine::persistence::sqlite
