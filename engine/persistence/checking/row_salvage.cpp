#include "engine/persistence/checking/row_salvage.hpp"

#include <optional>
#include <set>

#include "engine/persistence/sqlite/row_sets.hpp"

namespace stator::engine::persistence::checking {
namespace {

constexpr const char* kSelect =
    "SELECT place, image FROM items WHERE place BETWEEN ?1 AND ?2 AND sum = row_sum(place, image)"
    " ORDER BY place";

// The rows of one set, by their places.
class Rows {
public:
    Rows(sqlite::Connection& connection, std::uint32_t row_set)
        : connection_(connection), last_(sqlite::last_place(row_set)) {}

    // Visits the rows starting at `next`. Returns the place where reading failed, or nullopt if it
    // reached the end.
    std::optional<std::int64_t> read(std::int64_t next, const VisitRowImage& visit) {
        try {
            sqlite::Statement select(connection_, kSelect);
            select.bind(1, next);
            select.bind(2, last_);
            while (select.step()) {
                const std::int64_t place = select.column_integer(0);
                // On a damaged page rows may be out of order, and would be visited again and again.
                if (place < next) continue;
                visit(sqlite::row_id_at(place), select.column_bytes(1));
                next = place + 1;
            }
            return std::nullopt;
        } catch (const sqlite::Error&) {
            return next;
        }
    }

    // Returns the lowest place after `failed` where reading succeeds, or nullopt if there is none.
    std::optional<std::int64_t> find_behind(std::int64_t failed) {
        std::int64_t before = failed;  // fails
        std::int64_t step = 1;
        std::optional<std::int64_t> good;
        while (!good && failed <= last_ - step) {
            const std::int64_t tried = failed + step;
            if (can_read(tried)) {
                good = tried;
            } else {
                before = tried;
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
    bool can_read(std::int64_t place) {
        try {
            sqlite::Statement select(connection_, std::string(kSelect) + " LIMIT 1");
            select.bind(1, place);
            select.bind(2, last_);
            while (select.step()) static_cast<void>(select.column_bytes(1));
            return true;
        } catch (const sqlite::Error&) {
            return false;
        }
    }

    sqlite::Connection& connection_;
    const std::int64_t last_;
};

}  // namespace

void salvage_rows(
    sqlite::Connection& connection,
    std::uint32_t row_set,
    const VisitRowImage& visit,
    const TellLost& lost
) {
    Rows rows(connection, row_set);
    const auto text = [](std::int64_t place) { return std::to_string(sqlite::row_id_at(place)); };
    for (std::int64_t next = sqlite::first_place(row_set);;) {
        const auto failed = rows.read(next, visit);
        if (!failed) return;
        const auto behind = rows.find_behind(*failed);
        if (!behind) return lost("rows from " + text(*failed) + " on");
        lost("rows " + text(*failed) + " to " + text(*behind - 1));
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
    // Returns true if it reached the end, or a row that the other direction has seen.
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
