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

void TableLoader::add(const RowBlock& block) {
    std::string_view payloads = block.payloads;
    for (const RowBlock::Row& row : block.rows) {
        const auto image = ItemImage::create(payloads.substr(0, row.length));
        payloads.remove_prefix(row.length);
        image->set_row_id(row.row_id);
        bind_item_keys(snapshot_->schema, *image);
        table_.reserve_row_ids(row.row_id);
        const std::uint64_t hash = item_hash(*image);
        const auto item_size = static_cast<std::uint32_t>(image->item_size());
        items_.push_back({hash, Record(ItemImagePtr(image)), item_size});
    }
}

void TableLoader::finish() {
    sort(items_);
    for (const IndexSchema& index : snapshot_->schema.indexes) build_index(index);
    build_items();
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

// Gives the records away, so that none need be touched again.
void TableLoader::build_items() {
    const std::string& expiry = snapshot_->schema.time_to_live_attribute;
    for (Arrival& item : items_) {
        const LockedPartition partition(table_.partitions(), item.hash);
        if (!expiry.empty()) {
            partition->expiries().replace(nullptr, item.record.shared_image(), expiry);
        }
        partition->items().append(item.hash, std::move(item.record), item.item_size);
    }
    items_.clear();
}

void TableLoader::build_index(const IndexSchema& index) {
    Arrivals entries;
    for (const Arrival& item : items_) {
        DerivedEntry entry = derive_entry(snapshot_->schema, index, item.record.shared_image());
        if (!entry.record) continue;
        const auto size = static_cast<std::uint32_t>(entry.record.image()->item_size());
        entries.push_back({entry.hash, std::move(entry.record), size});
    }
    sort(entries);
    const PartitionSet& set = index.global ? *index.partitions : table_.partitions();
    for (Arrival& entry : entries) {
        const LockedPartition partition(set, entry.hash);
        Tree& tree = index.global ? partition->items() : partition->local_index(index.local_slot);
        tree.append(entry.hash, std::move(entry.record), entry.item_size);
    }
}

}  // namespace stator::engine
