// ReplicaChanges: replicas of a table are added, changed and removed, in the catalogs of two
// regions or more at once.
#pragma once

#include <string>
#include <vector>

#include "engine/catalog/catalog.hpp"
#include "protocol/model/global_table.hpp"

namespace stator::engine::catalog {

// A table, and the region in which it gets, has or loses a replica.
struct ReplicaPlace {
    std::string table;  // or its ARN
    Catalog& source;
    Catalog& target;
};

// A table that has strong consistency in all these regions, or is to have it.
struct StrongPlaces {
    struct Replica {
        Catalog* target = nullptr;
        model::ReplicaOverrides overrides = {};
    };

    std::string table;  // or its ARN in the region of `source`
    Catalog& source;
    std::vector<Replica> replicas;
    std::string witness = {};  // its region, "" for none
};

// Each function locks all catalogs that it is given, and works in all of them or in none.
class ReplicaChanges {
public:
    using Described = Result<requests::tables::DescribedTable>;

    // Errors: the table's state does not allow it; there is a table of that name already.
    static Described add(
        const ReplicaPlace& place, const model::ReplicaOverrides& overrides, Instant now
    );

    // Errors: the same, or it is no replica; it was the source of one within a day.
    static Described remove(const ReplicaPlace& place, Instant now);

    static Described change(
        const ReplicaPlace& place, const model::ReplicaOverrides& overrides, Instant now
    );

    // ---- Strong consistency (strong_tables.cpp) ----

    // Makes the table one with strong consistency. Errors: those of add(); it is in a global table
    // already; it has items, local indexes or a time to live.
    static Described make_strong(const StrongPlaces& places, Instant now);

    // All replicas leave. Errors: those of remove().
    static Described dissolve_strong(const StrongPlaces& places, Instant now);

private:
    // Errors: as add().
    static Result<void> check_new(const ReplicaPlace& place, const model::TableDescription& table)
        STATOR_REQUIRES(place.source.mutex_, place.target.mutex_);

    // Makes the replica's table, which has the items of `original` from then on.
    static void copy(
        const ReplicaPlace& place,
        replication::GlobalTable& group,
        const std::shared_ptr<const table::Table>& original,
        const model::TableDescription& replica,
        const model::ReplicaOverrides& overrides,
        Instant now
    ) STATOR_REQUIRES(place.source.mutex_, place.target.mutex_);
};

}  // namespace stator::engine::catalog
