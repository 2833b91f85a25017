// ReplicaChanges: adds, changes and removes the replicas of a table, in the catalogs of two or more
// regions together.
#pragma once

#include <string>
#include <vector>

#include "engine/catalog/catalog.hpp"
#include "protocol/model/global_table.hpp"

namespace stator::engine::catalog {

// A table, and the region in which a replica is added, changed or removed.
struct ReplicaPlace {
    std::string table;  // or its ARN
    Catalog& source;
    Catalog& target;
};

// A table with strong consistency, or a future one, and all its regions.
struct StrongPlaces {
    struct Replica {
        Catalog* target = nullptr;
        model::ReplicaOverrides overrides = {};
    };

    std::string table;  // or its ARN in the region of `source`
    Catalog& source;
    std::vector<Replica> replicas;
    std::string witness = {};  // its region; "" if there is none
};

// Each function locks all catalogs that it is given, and changes either all of them or none.
class ReplicaChanges {
public:
    using Described = Result<requests::tables::DescribedTable>;

    // Errors: the table's state does not allow it; the target region has a table of that name.
    static Described add(
        const ReplicaPlace& place, const model::ReplicaOverrides& overrides, Instant now
    );

    // Errors: those of add(); it is not a replica; a replica was created from it within a day.
    static Described remove(const ReplicaPlace& place, Instant now);

    static Described change(
        const ReplicaPlace& place, const model::ReplicaOverrides& overrides, Instant now
    );

    // ---- Strong consistency (strong_tables.cpp) ----

    // Gives the table strong consistency. Errors: those of add(); it is already in a global table;
    // it has items, local indexes or a time to live.
    static Described make_strong(const StrongPlaces& places, Instant now);

    // Removes all replicas. Errors: those of remove().
    static Described dissolve_strong(const StrongPlaces& places, Instant now);

private:
    // Errors: those of add().
    static Result<void> check_new(const ReplicaPlace& place, const model::TableDescription& table)
        STATOR_REQUIRES(place.source.mutex_, place.target.mutex_);

    // Creates the replica's table with the current items of `original`; later writes are
    // replicated.
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
