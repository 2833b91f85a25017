#include "engine/persistence/checking/row_salvage.hpp"

#include <limits>
#include <optional>
#include <set>

namespace stator::engine::persistence::checking {
namespace {

constexpr std::int64_t kLastRow = std::numeric_limits<std::int64_t>::max();

class Rows {
public:
    Rows(sqlite::Connection& connection, const std::string& table)
        : connection_(connection),
          sql_(
              "SELECT row_id, image FROM " + table +
              " WHERE row_id >= ?1 AND sum = row_sum(row_id, image) ORDER BY row_id"
          ) {}

    // Visits rows from `next` on; returns the row where reading failed, or nothing at the end.
    std::optional<std::int64_t> read(std::int64_t next, const VisitRowImage& visit) {
        try {
            sqlite::Statement select(connection_, sql_);
            select.bind(1, next);
            while (select.step()) {
                const std::int64_t row = select.column_integer(0);
                visit(static_cast<std::uint64_t>(row), select.column_bytes(1));
                if (row == kLastRow) return std::nullopt;
                next = row + 1;
            }
            return std::nullopt;
        } catch (const sqlite::Error&) {
            return next;
        }
    }

    // The least row from which on reading succeeds, behind `failed`; nothing when there is none.
    std::optional<std::int64_t> find_behind(std::int64_t failed) {
        std::int64_t before = failed;  // fails
        std::int64_t step = 1;
        std::optional<std::int64_t> good;
        while (!good && failed <= kLastRow - step) {
            const std::int64_t tried = failed + step;
            if (can_read(tried)) {
                good = tried;
            } else {
                before = tried;
                if (step > kLastRow / 2) return std::nullopt;
                step *= 2;
            }
        }
        if (!good) return std::nullopt;
        while (*good - before > 1) {
            const std::int64_t middle = before + (*good - before) / 2;
            (can_read(middle) ? *good : before) = middle;
        }
        return good;
    }

private:
    bool can_read(std::int64_t row) {
        try {
            sqlite::Statement select(connection_, sql_ + " LIMIT 1");
            select.bind(1, row);
            while (select.step()) static_cast<void>(select.column_bytes(1));
            return true;
        } catch (const sqlite::Error&) {
            return false;
        }
    }

    sqlite::Connection& connection_;
    const std::string sql_;
};

}  // namespace

void salvage_rows(
    sqlite::Connection& connection,
    const std::string& table,
    const VisitRowImage& visit,
    const TellLost& lost
) {
    Rows rows(connection, table);
    for (std::int64_t next = 0;;) {
        const auto failed = rows.read(next, visit);
        if (!failed) return;
        const auto behind = rows.find_behind(*failed);
        const std::string first = "rows from " + std::to_string(*failed) + " on";
        if (!behind) return lost(first);
        lost("rows " + std::to_string(*failed) + " to " + std::to_string(*behind - 1));
        next = *behind;
    }
}

void salvage_query(
    sqlite::Connection& connection,
    const std::string& select,
    const std::string& order,
    const std::function<std::string(const sqlite::Statement& row)>& key,
    const std::function<void(const sqlite::Statement& row)>& visit,
    const TellLost& lost
) {
    std::set<std::string> seen;
    // True when it came to the end, or to what the other way has seen.
    const auto read = [&](const std::string& sql) {
        try {
            sqlite::Statement statement(connection, sql);
            while (statement.step()) {
                if (!seen.insert(key(statement)).second) return true;
                visit(statement);
            }
            return true;
        } catch (const sqlite::Error&) {
            return false;
        }
    };
    if (read(select + " ORDER BY " + order)) return;
    std::string backwards;
    for (const char letter : order) {
        if (letter == ',') backwards += " DESC";
        backwards += letter;
    }
    read(select + " ORDER BY " + backwards + " DESC");
    lost("some rows");
}

}  // namespace stator::engine::persistence::checking
