// Turns the description of a table that was recorded, and what a restore overrides, into the
// description of the restored table. Pure functions.
#pragma once

#include <string>

#include "engine/base/instant.hpp"
#include "engine/definition/index_origins.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/backups/restores.hpp"

namespace stator::engine::definition {

// What identifies the restored table.
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
// Errors: what is overridden does not fit together, or not to what was recorded.
Result<Restoration> restored_table(
    const model::TableDescription& recorded,
    const requests::backups::RestoreOverrides& overrides,
    RestoredIdentity identity,
    Instant now
);

// Every index of the table as it is, for a copy that keeps all of them.
definition::IndexOrigins same_indexes(const model::TableDescription& table);

}  // namespace stator::engine::definition
