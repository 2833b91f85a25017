#include "engine/write/table_loader.hpp"

#include <algorithm>
#include <utility>

#include "engine/item_keys.hpp"
#include "engine/storage/partition.hpp"
#include "engine/write/effects.hpp"

namespace stator::engine {

using protocol::ItemImage;
using protocol::ItemImagePtr;

TableLoader::TableLoader(Table& table) : table_(table), snapshot_(table.snapshot()) {}

void TableLoader::add(std::uint64_t row_id, std::string_view payload) {
    const auto image = ItemImage::create(payload);
    image->set_row_id(row_id);
    bind_item_keys(snapshot_->schema, *image);
    table_.reserve_row_ids(row_id);
    items_.push_back({item_hash(*image), Record(ItemImagePtr(image))});
}

void TableLoader::finish() {
    build_items();
    for (const IndexSchema& index : snapshot_->schema.indexes) build_index(index);
    items_.clear();
}

// Hashes hardly ever agree, so the keys behind them are hardly ever fetched.
void TableLoader::sort(Arrivals& arrivals) {
    std::sort(arrivals.begin(), arrivals.end(), [](const Arrival& left, const Arrival& right) {
        if (left.hash != right.hash) return left.hash < right.hash;
        const KeyView one{left.hash, left.record.pk(), left.record.sk()};
        const KeyView two{right.hash, right.record.pk(), right.record.sk()};
        return KeyOrder::compare(one, two) < 0;
    });
}

void TableLoader::build_items() {
    sort(items_);
    const std::string& expiry = snapshot_->schema.time_to_live_attribute;
    for (const Arrival& item : items_) {
        const LockedPartition partition(table_.partitions(), item.hash);
        partition->items().append(item.hash, item.record);
        if (expiry.empty()) continue;
        partition->expiries().replace(nullptr, item.record.shared_image(), expiry);
    }
}

void TableLoader::build_index(const IndexSchema& index) {
    Arrivals entries;
    for (const Arrival& item : items_) {
        DerivedEntry entry = derive_entry(snapshot_->schema, index, item.record.shared_image());
        if (entry.record) entries.push_back({entry.hash, std::move(entry.record)});
    }
    sort(entries);
    const PartitionSet& set = index.global ? *index.partitions : table_.partitions();
    for (const Arrival& entry : entries) {
        const LockedPartition partition(set, entry.hash);
        Tree& tree = index.global ? partition->items() : partition->local_index(index.local_slot);
        tree.append(entry.hash, entry.record);
    }
}

}  // namespace stator::engine
