#include "engine/definition/table_change.hpp"

#include "protocol/errors/tables.hpp"

namespace stator::engine::definition {

using protocol::Result;

Result<TableTarget> named_table(
    std::string_view name, std::string_view operation, const protocol::model::TableScope& scope
) {
    STATOR_TRY(
        const std::string_view plain, protocol::model::resolve_table_name(name, scope, operation)
    );
    return TableTarget{std::string(plain), protocol::errors::table_not_found(plain)};
}

Result<void> check_restored(const protocol::model::TableDescription& table) {
    if (table.restore) return protocol::errors::table_not_found(table.name);
    return {};
}

}  // namespace stator::engine::definition
