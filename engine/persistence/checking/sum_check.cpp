#include "engine/persistence/checking/sum_check.hpp"

#include <string>
#include <vector>

#include "engine/persistence/sqlite/row_seals.hpp"
#include "engine/persistence/sqlite/row_sets.hpp"

namespace stator::engine::persistence::checking {
namespace {

// The most damaged rows of one seal that are named; further ones are only counted.
constexpr std::uint64_t kNamedRows = 20;

// The rows of one seal.
class SumCheck {
public:
    SumCheck(sqlite::SealedReader& reader, const sqlite::SealedSet& set, Report& report)
        : reader_(reader), set_(set), report_(report) {}

    void run() {
        sqlite::Statement& select = reader_.select(set_.kind, set_.number);
        while (select.step()) {
            seen_.add(static_cast<std::uint64_t>(select.column_integer(set_.columns)));
            if (!select.has_intact_sum(set_.columns)) note_damaged(select);
        }
        if (damaged_ > kNamedRows) {
            tell("has " + std::to_string(damaged_ - kNamedRows) + " more damaged rows");
        }
        const sqlite::Seal expected = reader_.seal(set_.kind, set_.number);
        if (seen_.rows != expected.rows) {
            tell(
                "has " + std::to_string(seen_.rows) + " rows, and " +
                std::to_string(expected.rows) + " were written"
            );
        } else if (seen_ != expected) {
            tell("has rows that are older than the last ones written, or from elsewhere");
        }
    }

private:
    void note_damaged(const sqlite::Statement& row) {
        if (++damaged_ > kNamedRows) return;
        const std::int64_t key = row.column_integer(set_.key_column);
        const bool is_item = set_.kind == sqlite::SealKind::Items;
        tell("has a damaged row, " + std::to_string(is_item ? sqlite::row_id_at(key) : key));
    }

    void tell(const std::string& what) {
        report_.problems.push_back("stator.db: " + set_.name + " " + what);
    }

    sqlite::SealedReader& reader_;
    const sqlite::SealedSet& set_;
    Report& report_;
    sqlite::Seal seen_;
    std::uint64_t damaged_ = 0;
};

}  // namespace

void check_sums(sqlite::Connection& connection, Report& report) {
    std::vector<sqlite::SealedSet> sets;
    try {
        sets = sqlite::sealed_sets(connection);
    } catch (const sqlite::Error& error) {
        report.problems.push_back(std::string("stator.db: ") + error.what());
    }
    sqlite::SealedReader reader(connection);
    for (const sqlite::SealedSet& set : sets) {
        try {
            SumCheck(reader, set, report).run();
        } catch (const sqlite::Error& error) {
            report.problems.push_back("stator.db: " + set.name + ": " + error.what());
        }
    }
}

}  // namespace stator::engine::persistence::checking
