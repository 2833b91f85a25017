// Statements and their target table, for the tests of plans.
#pragma once

#include <memory>
#include <string>

#include "engine/partiql/target.hpp"
#include "protocol/partiql/statement.hpp"
#include "tests/support/indexed_table.hpp"

namespace stator::engine::partiql {

// The table of make_indexed_table(): keys pk (S) and sk (N), indexes by g and n.
class StatementTargets {
public:
    StatementTargets() : table_(testing::make_indexed_table(database_)) {}

    StatementTarget target(const protocol::partiql::Statement& statement) const {
        StatementTarget found;
        found.table = table_;
        found.snapshot = table_->snapshot();
        if (!statement.index_name.empty()) {
            found.index = found.snapshot->schema.find_index(statement.index_name);
        }
        return found;
    }

    const schema::TableSchema& schema() const { return snapshot_->schema; }

private:
    testing::Database database_;
    std::shared_ptr<table::Table> table_;
    std::shared_ptr<const table::TableSnapshot> snapshot_ = table_->snapshot();
};

inline protocol::partiql::Statement statement_of(const std::string& text) {
    return protocol::partiql::read_statement(text, {}).value();
}

}  // namespace stator::engine::partiql
