#include "engine/backup/rewinding.hpp"

#include "engine/schema/item_keys.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/effect_installation.hpp"
#include "engine/table/vector_effects.hpp"

namespace stator::engine::backup {

std::vector<persistence::RowChange> rewind(
    table::Table& table, std::span<const storage::PastItem> items
) {
    const schema::TableSchema& schema = table.schema_under_lock();
    const storage::CommitStamp stamp;
    vectors::VectorIndexLocks::Indexes vectors;
    const table::IndexContents& contents = table.contents_under_lock();
    for (const auto& index : contents.vectors) vectors.push_back(index.get());
    const vectors::VectorIndexLocks vector_locks(vectors);
    std::vector<persistence::RowChange> rows;
    for (const auto& [key, past] : items) {
        const storage::KeyView place{schema::item_hash(*key), key->pk(), key->sk()};
        storage::Partition& partition = table.partitions().find(place.hash);
        const auto present = partition.items().find(place).shared_image();
        if (present == past) continue;
        table::install_effects(
            table::derive_effects(schema, present, past), contents, partition, stamp, false
        );
        if (!vectors.empty()) {
            table::install_vector_effects(
                table::derive_vector_effects(schema, present, past), contents, stamp, false
            );
        }
        const auto record = past == nullptr ? storage::Record() : storage::Record(past);
        partition.items().install(place, record, stamp, false);
        const bool keeps_row = present && past && present->row_id() == past->row_id();
        if (present && !keeps_row) rows.push_back({table.number(), present->row_id(), nullptr});
        if (past) rows.push_back({table.number(), past->row_id(), past});
    }
    return rows;
}

}  // namespace stator::engine::backup
