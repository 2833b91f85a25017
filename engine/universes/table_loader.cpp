#include "engine/universes/table_loader.hpp"

#include <algorithm>
#include <utility>

#include "engine/schema/item_keys.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/effects.hpp"

namespace stator::engine {

using protocol::ItemImage;
using protocol::ItemImagePtr;

TableLoader::TableLoader(Table& table) : table_(table), snapshot_(table.snapshot()) {}

void TableLoader::add(const RowBlock& block) {
    std::string_view payloads = block.payloads;
    for (const RowBlock::Row& row : block.rows) {
        const auto image = ItemImage::create(payloads.substr(0, row.length));
        payloads.remove_prefix(row.length);
        image->set_row_id(row.row_id);
        bind_item_keys(snapshot_->schema, *image);
        table_.reserve_row_ids(row.row_id);
        const auto item_size = static_cast<std::uint32_t>(image->item_size());
        items_.push_back({Slot(item_hash(*image), Record(ItemImagePtr(image))), item_size});
    }
}

void TableLoader::finish() {
    sort(items_);
    for (const IndexSchema& index : snapshot_->schema.indexes) build_index(index);
    build_items();
}

ItemImagePtr TableLoader::image_of(const Arrival& arrival) {
    return ItemImagePtr(arrival.slot.current_image());
}

void TableLoader::sort(Arrivals& arrivals) {
    std::sort(arrivals.begin(), arrivals.end(), [](const Arrival& left, const Arrival& right) {
        return KeyOrder::compare(left.slot, right.slot) < 0;
    });
}

// Gives the slots away, so that no item need be touched again.
void TableLoader::build_items() {
    const std::string& expiry = snapshot_->schema.time_to_live_attribute;
    for (Arrival& item : items_) {
        const LockedPartition partition(table_.partitions(), item.slot.hash());
        if (!expiry.empty()) {
            partition->expiries().replace(nullptr, image_of(item), expiry);
        }
        partition->items().append(std::move(item.slot), item.item_size);
    }
    items_.clear();
}

void TableLoader::build_index(const IndexSchema& index) {
    Arrivals entries;
    for (const Arrival& item : items_) {
        DerivedEntry entry = derive_entry(snapshot_->schema, index, image_of(item));
        if (!entry.record) continue;
        const auto size = static_cast<std::uint32_t>(entry.record.image()->item_size());
        entries.push_back({Slot(entry.hash, std::move(entry.record)), size});
    }
    sort(entries);
    const PartitionSet& partitions = table_.partitions_of(&index);
    for (Arrival& entry : entries) {
        const LockedPartition partition(partitions, entry.slot.hash());
        tree_in(*partition, &index).append(std::move(entry.slot), entry.item_size);
    }
}

}  // namespace stator::engine
