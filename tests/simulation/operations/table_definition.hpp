// The tables of the simulation and the indexes that they may have. Constant data.
#pragma once

#include <string>
#include <vector>

namespace stator::simulation {

enum class Projection : unsigned char { All, KeysOnly, Include };

struct IndexKey {
    std::string name;
    bool is_number = false;
};

struct IndexDefinition {
    std::string name;
    bool global = true;
    std::vector<IndexKey> keys;  // hash, then range if there is one
    Projection projection = Projection::All;
    std::vector<std::string> included;
};

struct TableDefinition {
    std::string name;
    bool has_sort_key = false;
    std::vector<IndexDefinition> local_indexes;  // always present
    // By name. The first ones exist from the start; any may be created and deleted.
    std::vector<IndexDefinition> global_indexes;
    std::size_t initial_global_indexes = 0;
};

// Two tables: one with only a partition key, the other with a sort key and local indexes.
const std::vector<TableDefinition>& table_definitions();

const std::string& table_name(std::size_t table);

// Where the tables are, and where they may have replicas.
inline constexpr const char* kHomeRegion = "us-east-1";
inline constexpr const char* kReplicaRegion = "eu-west-1";

// The target table of restores.
inline constexpr const char* kRestoredTable = "Restored";

// By number: local indexes, then global ones.
const IndexDefinition& index_definition(std::size_t table, std::size_t index);

// Hash, then range if there is one, of the index of that number, or of the table for -1.
std::vector<IndexKey> keys_of(std::size_t table, int index);

// The attribute that contains the time of an item's expiry.
inline constexpr const char* kExpiryAttribute = "exp";

}  // namespace stator::simulation
