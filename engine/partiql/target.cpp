#include "engine/partiql/target.hpp"

#include <utility>

#include "protocol/errors/partiql.hpp"
#include "protocol/errors/query.hpp"
#include "protocol/errors/vectors.hpp"

namespace stator::engine::partiql {
namespace {

using protocol::partiql::Statement;
using protocol::partiql::StatementKind;

Result<void> check_index(
    const StatementTarget& target, const Statement& statement, bool consistent
) {
    if (statement.index_name.empty()) return {};
    const schema::IndexSchema* const index = target.index;
    if (index == nullptr) {
        const auto& description = target.snapshot->description;
        const bool is_select = statement.kind == StatementKind::Select;
        if (!model::find_vector_index(description, statement.index_name) || !is_select) {
            return errors::statement_index_not_found();
        }
        // AWS: treated as a Scan, regardless of the statement's condition.
        // [case ExecuteStatement/vector_index]
        if (consistent) return errors::consistent_read_on_global_index();
        return errors::scan_of_vector_index();
    }
    if (statement.kind != StatementKind::Select) return errors::write_to_index();
    if (!index->readable) return errors::index_is_backfilling(index->name);
    if (index->global && consistent) return errors::consistent_statement_on_global_index();
    return {};
}

}  // namespace

Result<StatementTarget> find_statement_target(
    const catalog::Catalog& catalog, const Statement& statement, bool consistent
) {
    auto table = catalog.active_table(statement.table_name);
    StatementTarget target;
    if (table.has_value()) {
        target.table = std::move(table.value());
        target.snapshot = target.table->snapshot();
        target.index = statement.index_name.empty()
                           ? nullptr
                           : target.schema().find_index(statement.index_name);
    }
    const schema::IndexSchema* index = target.index;
    if (index != nullptr && (index->hash.size() > 1 || index->range.size() > 1)) {
        return errors::multi_attribute_index();
    }
    if (statement.column_error) return *statement.column_error;
    if (table.has_error()) {
        // AWS: the index of a missing table cannot be written, either.
        // [case ExecuteStatement/index_qualifier_of_writes]
        const bool writes_index =
            statement.kind != StatementKind::Select && !statement.index_name.empty();
        if (writes_index) return errors::write_to_index();
        return table.error();
    }
    STATOR_CHECK(check_index(target, statement, consistent));
    return target;
}

}  // namespace stator::engine::partiql
