#include "engine/definition/table_change.hpp"

#include "protocol/errors/tables.hpp"

namespace stator::engine::definition {

Result<TableTarget> named_table(
    std::string_view name, std::string_view operation, const model::TableScope& scope
) {
    STATOR_TRY(const std::string_view plain, model::resolve_table_name(name, scope, operation));
    return TableTarget{std::string(plain), errors::table_not_found(plain)};
}

Result<void> check_restored(const model::TableDescription& table) {
    if (table.restore) return errors::table_not_found(table.name);
    return {};
}

}  // namespace stator::engine::definition
