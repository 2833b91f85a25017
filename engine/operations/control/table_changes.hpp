// Shared steps of requests about the tables of a region: finding a description, making a change,
// and noting its deadline and journal ticket.
#pragma once

#include <string_view>

#include "engine/base/request_context.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/definition/table_change.hpp"
#include "engine/universes/call.hpp"

namespace stator::engine::operations::control {

// Notes the change's deadline and journal ticket. A request may change the tables of several
// regions.
inline void note_change(const universes::Call& call, const catalog::Catalog& catalog) {
    call.universe.deadlines().note(catalog.next_deadline());
    call.outcome.wait_for(catalog.last_ticket());
}

// Makes a change of a table's description.
inline Result<model::TableDescription> apply(
    const universes::Call& call, const definition::TableChange& change
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(model::TableDescription table, catalog.apply(change, call.now()));
    note_change(call, catalog);
    return table;
}

// The current description of a table. Error: the table does not exist.
inline Result<model::TableDescription> description_of(
    const catalog::Catalog& catalog, const definition::TableTarget& target
) {
    STATOR_TRY(const auto table, catalog.look_up(target));
    return table->snapshot()->description;
}

// The current description of the table in a request. Errors: an ARN of another region or account,
// whose error names `operation`; the table does not exist.
inline Result<model::TableDescription> description_of(
    const catalog::Catalog& catalog, std::string_view name, std::string_view operation
) {
    STATOR_TRY(
        const definition::TableTarget target,
        definition::named_table(name, operation, catalog.scope())
    );
    return description_of(catalog, target);
}

}  // namespace stator::engine::operations::control
