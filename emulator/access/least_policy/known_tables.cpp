#include "emulator/access/least_policy/known_tables.hpp"

#include "engine/table/table.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::emulator::access::least_policy {
namespace {

namespace model = protocol::model;

bool has_index(const model::TableDescription& table, std::string_view index) {
    return index.empty() || model::find_global_index(table, index) != nullptr ||
           model::find_local_index(table, index) != nullptr ||
           model::find_vector_index(table, index) != nullptr;
}

}  // namespace

void KnownTables::note(const journal::RequestRecord& request, protocol::wire::JsonView body) {
    if (!request.error.empty()) return;
    if (request.operation == "CreateTable") note_made(request, body);
    if (request.operation == "DeleteTable") note_deleted(request, body);
}

void KnownTables::note_made(const journal::RequestRecord& request, protocol::wire::JsonView body) {
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
    bool has_tags = request.bodies == journal::BodyKeeping::Full;
    if (const auto present = universe_.region(request.region).find_table(table->name)) {
        table->tags = present->snapshot()->description.tags;
        has_tags = true;
    }
    made_[{request.region, table->name}] = {{table, has_tags}, false};
}

void KnownTables::note_deleted(
    const journal::RequestRecord& request, protocol::wire::JsonView body
) {
    const model::TableScope scope{request.region, universe_.settings().account};
    const auto name =
        model::resolve_table_name(body.string_or_empty("TableName"), scope, request.operation);
    if (name.has_error()) return;
    const auto made = made_.find({request.region, std::string(*name)});
    if (made != made_.end()) made->second.is_deleted = true;
}

KnownTable KnownTables::find(
    const std::string& region, const std::string& table, std::string_view index
) {
    const auto made = made_.find({region, table});
    const bool was_made = made != made_.end() && has_index(*made->second.known.table, index);
    if (was_made && !made->second.is_deleted) return made->second.known;
    if (const auto present = universe_.region(region).find_table(table)) {
        const auto snapshot = present->snapshot();
        if (has_index(snapshot->description, index)) {
            return {{snapshot, &snapshot->description}, true};
        }
    }
    return was_made ? made->second.known : KnownTable();
}

}  // namespace stator::emulator::access::least_policy
