// What requests about the tables of a region have in common: the name they begin with, and what a
// change of tables or backups ends with.
#pragma once

#include <string_view>

#include "engine/base/request_context.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/definition/table_change.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::engine::operations::control {

// The clock and the disk learn of it. A request may change the tables of several regions.
inline void note_change(
    universes::Universe& universe, const catalog::Catalog& catalog, RequestOutcome& outcome
) {
    universe.deadlines().note(catalog.next_deadline());
    outcome.wait_for(catalog.last_ticket());
}

// Carries out a change of a table's description.
inline protocol::Result<protocol::model::TableDescription> apply(
    universes::Universe& universe,
    const RequestContext& context,
    const definition::TableChange& change,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    STATOR_TRY(protocol::model::TableDescription table, catalog.apply(change, context.now));
    note_change(universe, catalog, outcome);
    return table;
}

// The present description of a table. Error: there is no such table.
inline protocol::Result<protocol::model::TableDescription> description_of(
    const catalog::Catalog& catalog, const definition::TableTarget& target
) {
    STATOR_TRY(const auto table, catalog.look_up(target));
    return table->snapshot()->description;
}

// The name of a table that is given by its name or ARN.
inline std::string_view plain_name(std::string_view name) {
    const auto parts = protocol::model::split_arn(name);
    return parts ? protocol::model::table_of_resource(parts->resource) : name;
}

}  // namespace stator::engine::operations::control
