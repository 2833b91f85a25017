#include "protocol/model/table.hpp"

#include <algorithm>

namespace stator::protocol::model {

const KinesisDestination* receiver(const std::vector<KinesisDestination>& destinations) {
    const auto found = std::ranges::find_if(destinations, &KinesisDestination::takes_records);
    return found == destinations.end() ? nullptr : &*found;
}

const GlobalSecondaryIndex* find_global_index(
    const TableDescription& table, std::string_view name
) {
    const auto found = std::ranges::find(table.global_indexes, name, &GlobalSecondaryIndex::name);
    return found == table.global_indexes.end() ? nullptr : &*found;
}

GlobalSecondaryIndex* find_global_index(TableDescription& table, std::string_view name) {
    const auto found = std::ranges::find(table.global_indexes, name, &GlobalSecondaryIndex::name);
    return found == table.global_indexes.end() ? nullptr : &*found;
}

const LocalSecondaryIndex* find_local_index(const TableDescription& table, std::string_view name) {
    const auto found = std::ranges::find(table.local_indexes, name, &LocalSecondaryIndex::name);
    return found == table.local_indexes.end() ? nullptr : &*found;
}

const VectorIndex* find_vector_index(const TableDescription& table, std::string_view name) {
    const auto found = std::ranges::find(table.vector_indexes, name, &VectorIndex::name);
    return found == table.vector_indexes.end() ? nullptr : &*found;
}

VectorIndex* find_vector_index(TableDescription& table, std::string_view name) {
    const auto found = std::ranges::find(table.vector_indexes, name, &VectorIndex::name);
    return found == table.vector_indexes.end() ? nullptr : &*found;
}

}  // namespace stator::protocol::model
