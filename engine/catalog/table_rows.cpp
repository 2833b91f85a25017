#include "engine/catalog/table_rows.hpp"

#include "engine/storage/partition.hpp"

namespace stator::engine::catalog {

void add_items(const table::Table& table, TableNumber number, persistence::ChangeBatch& batch) {
    for (storage::Partition* partition : table.partitions().all()) {
        const MutexLock lock(partition->mutex());
        for (const storage::Slot& slot : partition->items()) {
            const storage::Record record = slot.current();
            if (!record) continue;
            auto image = record.shared_image();
            const std::uint64_t row_id = image->row_id();
            batch.rows.push_back({number, row_id, std::move(image)});
        }
    }
}

}  // namespace stator::engine::catalog
