#include "tests/support/indexed_table.hpp"

#include "engine/storage/partition.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::testing {

namespace {

constexpr std::string_view kIndexes = R"("GlobalSecondaryIndexes":[
    {"IndexName":"all","KeySchema":[{"AttributeName":"g","KeyType":"HASH"},
     {"AttributeName":"n","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}},
    {"IndexName":"keys","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
     "Projection":{"ProjectionType":"KEYS_ONLY"}}],
    "LocalSecondaryIndexes":[{"IndexName":"local","KeySchema":[
     {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],
     "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x"]}}])";

}  // namespace

std::shared_ptr<engine::table::Table> make_indexed_table(Database& database) {
    database.create_table("Tab", "pk:S sk:N", "g:S n:N", kIndexes);
    database.universe().run_due_if_needed();
    return database.table("Tab");
}

void each_slot(
    const engine::table::Table& table,
    const engine::schema::IndexSchema* index,
    const VisitSlot& visit
) {
    const auto snapshot = table.snapshot();
    for (auto* const partition : table.partitions_of(*snapshot, index).all()) {
        for (const engine::storage::Slot& slot : engine::table::tree_in(*partition, index))
            visit(slot);
    }
}

std::string json_of(const engine::storage::Slot& slot) {
    std::string json;
    protocol::wire::append_item(json, *slot.current_image());
    return json;
}

}  // namespace stator::testing
