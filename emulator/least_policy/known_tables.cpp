#include "emulator/least_policy/known_tables.hpp"

#include "engine/table/table.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::emulator::least_policy {
namespace {

namespace model = protocol::model;

bool has_index(const model::TableDescription& table, std::string_view index) {
    return index.empty() || model::find_global_index(table, index) != nullptr ||
           model::find_local_index(table, index) != nullptr ||
           model::find_vector_index(table, index) != nullptr;
}

}  // namespace

void KnownTables::note(const observe::RequestRecord& request, protocol::wire::JsonView body) {
    if (request.operation != "CreateTable" || !request.error.empty()) return;
    auto read = protocol::operations::tables::decode_create_table(body);
    if (read.has_error()) return;
    const auto table = std::make_shared<model::TableDescription>();
    table->name = std::move(read->table_name);
    table->key_schema = std::move(read->key_schema);
    table->local_indexes = std::move(read->local_indexes);
    for (auto& index : read->global_indexes) {
        model::GlobalSecondaryIndex& made = table->global_indexes.emplace_back();
        made.name = std::move(index.name);
        made.key_schema = std::move(index.key_schema);
    }
    table->vector_indexes = std::move(read->vector_indexes);
    table->tags = std::move(read->tags);
    made_[{request.region, table->name}] = table;
}

KnownTables::TablePtr KnownTables::find(
    const std::string& region, const std::string& table, std::string_view index
) {
    const auto made = made_.find({region, table});
    if (made != made_.end() && has_index(*made->second, index)) return made->second;
    const auto present = universe_.region(region).find_table(table);
    if (present != nullptr) {
        const auto snapshot = present->snapshot();
        if (has_index(snapshot->description, index)) return {snapshot, &snapshot->description};
    }
    return nullptr;
}

}  // namespace stator::emulator::least_policy
