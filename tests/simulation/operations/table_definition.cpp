#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

const IndexKey kPk{"pk", false};
const IndexKey kSk{"sk", true};
const IndexKey kA{"a", false};
const IndexKey kB{"b", false};
const IndexKey kN{"n", true};

std::vector<IndexDefinition> global_indexes() {
    return {
        {"by_a", true, {kA}, Projection::All, {}},
        {"by_a_b", true, {kA, kB}, Projection::Include, {"exp", "n"}},
        {"by_b_n", true, {kB, kN}, Projection::KeysOnly, {}},
        {"by_n_a", true, {kN, kA}, Projection::Include, {"c"}},
    };
}

std::vector<IndexDefinition> local_indexes() {
    return {
        {"local_a", false, {kPk, kA}, Projection::KeysOnly, {}},
        {"local_b", false, {kPk, kB}, Projection::Include, {"c"}},
        {"local_n", false, {kPk, kN}, Projection::All, {}},
    };
}

}  // namespace

const std::vector<TableDefinition>& table_definitions() {
    static const std::vector<TableDefinition> kTables{
        {"Flat", false, {}, global_indexes(), 2},
        {"Sorted", true, local_indexes(), global_indexes(), 1},
    };
    return kTables;
}

const std::string& table_name(std::size_t table) {
    return table_definitions()[table].name;
}

const IndexDefinition& index_definition(std::size_t table, std::size_t index) {
    const TableDefinition& definition = table_definitions()[table];
    const std::size_t locals = definition.local_indexes.size();
    return index < locals ? definition.local_indexes[index]
                          : definition.global_indexes[index - locals];
}

std::vector<IndexKey> keys_of(std::size_t table, int index) {
    if (index >= 0) return index_definition(table, static_cast<std::size_t>(index)).keys;
    std::vector<IndexKey> keys{kPk};
    if (table_definitions()[table].has_sort_key) keys.push_back(kSk);
    return keys;
}

}  // namespace stator::simulation
