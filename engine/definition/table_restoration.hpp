// Creates the description of a restored table from a recorded description and the overrides of the
// restore. Pure functions.
#pragma once

#include <string>

#include "engine/base/instant.hpp"
#include "engine/definition/index_origins.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/backups/restores.hpp"

namespace stator::engine::definition {

// The identity of the restored table.
struct RestoredIdentity {
    std::string name;
    std::string table_id;
    model::TableScope scope;
    model::RestoreSummary summary;
};

struct Restoration {
    model::TableDescription table;  // CREATING
    definition::IndexOrigins origins;
};

// AWS: keys, indexes, billing, throughput and encryption are kept; stream, Time to Live,
// point-in-time recovery, tags, table class and deletion protection are not. [case restores/kept]
// Errors: the overrides do not fit together, or do not fit the recorded description.
Result<Restoration> restored_table(
    const model::TableDescription& recorded,
    const requests::backups::RestoreOverrides& overrides,
    RestoredIdentity identity,
    Instant now
);

// Maps every index of the table to itself, for a copy that keeps all of them.
definition::IndexOrigins same_indexes(const model::TableDescription& table);

}  // namespace stator::engine::definition
