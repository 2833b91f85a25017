// What requests about the tables of a region have in common: the name they begin with, and what a
// change of tables or backups ends with.
#pragma once

#include <string_view>

#include "engine/base/request_context.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::engine::operations::control {

// The clock and the disk learn of it. A request may change the tables of several regions.
inline void note_change(
    universes::Universe& universe, const catalog::Catalog& catalog, RequestOutcome& outcome
) {
    universe.note_deadline(catalog);
    outcome.wait_for(catalog.last_ticket());
}

// The name of a table that is given by its name or ARN.
inline std::string_view plain_name(std::string_view name) {
    const auto parts = protocol::model::split_arn(name);
    return parts ? protocol::model::table_of_resource(parts->resource) : name;
}

}  // namespace stator::engine::operations::control
