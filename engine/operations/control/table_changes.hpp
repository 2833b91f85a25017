// Steps that requests about the tables of a region have in common: finding a description, carrying
// out a change, and telling the clock and the disk of it.
#pragma once

#include <string_view>

#include "engine/base/request_context.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/definition/table_change.hpp"
#include "engine/universes/call.hpp"

namespace stator::engine::operations::control {

// The clock and the disk learn of it. A request may change the tables of several regions.
inline void note_change(const universes::Call& call, const catalog::Catalog& catalog) {
    call.universe.deadlines().note(catalog.next_deadline());
    call.outcome.wait_for(catalog.last_ticket());
}

// Carries out a change of a table's description.
inline Result<model::TableDescription> apply(
    const universes::Call& call, const definition::TableChange& change
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(model::TableDescription table, catalog.apply(change, call.now()));
    note_change(call, catalog);
    return table;
}

// The present description of a table. Error: there is no such table.
inline Result<model::TableDescription> description_of(
    const catalog::Catalog& catalog, const definition::TableTarget& target
) {
    STATOR_TRY(const auto table, catalog.look_up(target));
    return table->snapshot()->description;
}

// The present description of the table that a request names. Errors: an ARN of another region or
// account, whose error names `operation`; there is no such table.
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
