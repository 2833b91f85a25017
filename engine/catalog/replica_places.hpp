// Where replicas come and go. Values.
#pragma once

#include <string>
#include <vector>

#include "protocol/model/global_table.hpp"

namespace stator::engine::catalog {

class Catalog;

// A table, and the region where a replica of it comes or goes.
struct ReplicaPlace {
    std::string table;  // or its ARN
    Catalog& source;
    Catalog& target;
};

// A table that has strong consistency in all these regions, or is to have it.
struct StrongPlaces {
    struct Replica {
        Catalog* target = nullptr;
        protocol::model::ReplicaOverrides overrides = {};
    };

    std::string table;  // or its ARN in the region of `source`
    Catalog& source;
    std::vector<Replica> replicas;
    std::string witness = {};  // its region, "" for none
};

}  // namespace stator::engine::catalog
