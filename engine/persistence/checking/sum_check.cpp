#include "engine/persistence/checking/sum_check.hpp"

#include <string>
#include <vector>

#include "engine/persistence/sqlite/row_seals.hpp"

namespace stator::engine::persistence::checking {
namespace {

// More damaged rows of one seal than these are counted.
constexpr std::uint64_t kNamedRows = 20;

// The rows of one seal.
class SumCheck {
public:
    SumCheck(sqlite::Connection& connection, const sqlite::SealedSet& set, Report& report)
        : connection_(connection), set_(set), report_(report) {}

    void run() {
        sqlite::Statement select(connection_, set_.select);
        while (select.step()) {
            seen_.add(static_cast<std::uint64_t>(select.column_integer(set_.columns)));
            if (!select.has_intact_sum(set_.columns)) note_damaged(select);
        }
        if (damaged_ > kNamedRows) {
            tell("has " + std::to_string(damaged_ - kNamedRows) + " more damaged rows");
        }
        const sqlite::Seal expected = sqlite::read_seal(connection_, set_.kind, set_.number);
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
        tell("has a damaged row, " + std::to_string(row.column_integer(set_.key_column)));
    }

    void tell(const std::string& what) {
        report_.problems.push_back("stator.db: " + set_.name + " " + what);
    }

    sqlite::Connection& connection_;
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
    for (const sqlite::SealedSet& set : sets) {
        try {
            SumCheck(connection, set, report).run();
        } catch (const sqlite::Error& error) {
            report.problems.push_back("stator.db: " + set.name + ": " + error.what());
        }
    }
}

}  // namespace stator::engine::persistence::checking
