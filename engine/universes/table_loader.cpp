#include "engine/universes/table_loader.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/persistence/refusals.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/effects.hpp"
#include "engine/table/vector_effects.hpp"
#include "engine/universes/time_shift.hpp"

namespace stator::engine::universes {

using values::ItemImage;
using values::ItemImagePtr;

TableLoader::TableLoader(table::Table& table, std::int64_t shift_ms, bool has_base)
    : table_(table), shift_ms_(shift_ms), has_base_(has_base), snapshot_(table.snapshot()) {}

void TableLoader::add(const persistence::RowBlock& block) {
    std::string_view payloads = block.payloads;
    for (const persistence::RowBlock::Row& row : block.rows) {
        if (has_base_) rows_.insert(row.row_id);
        if (row.length == 0) continue;
        const std::string_view payload = payloads.substr(0, row.length);
        payloads.remove_prefix(row.length);
        const auto image = shift_expiry(ItemImage::create(payload), snapshot_->schema, shift_ms_);
        image->set_row_id(row.row_id);
        if (!schema::bind_stored_keys(snapshot_->schema, *image)) {
            throw persistence::UnreadableDataFile(
                persistence::unreadable_item(row.row_id, "it lacks the table's keys")
            );
        }
        table_.reserve_row_ids(row.row_id);
        const auto item_size = static_cast<std::uint32_t>(image->item_size());
        items_.push_back(
            {storage::Slot(schema::item_hash(*image), storage::Record(ItemImagePtr(image))),
             item_size}
        );
    }
}

TableLoader::Items TableLoader::release() {
    sort(items_);
    Items images;
    images.reserve(items_.size());
    for (const Arrival& item : items_) images.push_back(image_of(item));
    items_.clear();
    return images;
}

// Both are in order, and so is the whole.
void TableLoader::take_shared(const Items& shared) {
    Arrivals own = std::exchange(items_, {});
    items_.reserve(own.size() + shared.size());
    for (const ItemImagePtr& image : shared) {
        if (rows_.contains(image->row_id())) continue;
        table_.reserve_row_ids(image->row_id());
        items_.push_back(
            {storage::Slot(schema::item_hash(*image), storage::Record(image)), image->item_size()}
        );
    }
    const auto middle = static_cast<std::ptrdiff_t>(items_.size());
    std::move(own.begin(), own.end(), std::back_inserter(items_));
    std::inplace_merge(items_.begin(), items_.begin() + middle, items_.end(), is_before);
}

void TableLoader::finish(const Items& shared) {
    sort(items_);
    if (!shared.empty()) take_shared(shared);
    for (const schema::IndexSchema& index : snapshot_->schema.indexes) build_index(index);
    for (const auto& index : snapshot_->schema.vector_indexes) build_vectors(index);
    build_items();
}

ItemImagePtr TableLoader::image_of(const Arrival& arrival) {
    return ItemImagePtr(arrival.slot.current_image());
}

bool TableLoader::is_before(const Arrival& left, const Arrival& right) {
    return storage::KeyOrder::compare(left.slot, right.slot) < 0;
}

void TableLoader::sort(Arrivals& arrivals) {
    std::sort(arrivals.begin(), arrivals.end(), is_before);
}

// Gives the slots away, so that no item need be touched again.
void TableLoader::build_items() {
    const std::string& expiry = snapshot_->schema.time_to_live_attribute;
    for (Arrival& item : items_) {
        const storage::LockedPartition partition(table_.partitions(), item.slot.hash());
        if (!expiry.empty()) {
            partition->expiries().replace(nullptr, image_of(item), expiry);
        }
        partition->items().append(std::move(item.slot), item.item_size);
    }
    items_.clear();
}

void TableLoader::build_index(const schema::IndexSchema& index) {
    Arrivals entries;
    for (const Arrival& item : items_) {
        table::DerivedEntry entry = table::derive_entry(snapshot_->schema, index, image_of(item));
        if (!entry.record) continue;
        const auto size = static_cast<std::uint32_t>(entry.record.image()->item_size());
        entries.push_back({storage::Slot(entry.hash, std::move(entry.record)), size});
    }
    sort(entries);
    const storage::PartitionSet& partitions = table_.partitions_of(*snapshot_, &index);
    for (Arrival& entry : entries) {
        const storage::LockedPartition partition(partitions, entry.slot.hash());
        table::tree_in(*partition, &index).append(std::move(entry.slot), entry.item_size);
    }
}

void TableLoader::build_vectors(const schema::VectorIndexSchema& index) {
    vectors::VectorIndex& vectors = snapshot_->contents.of(index);
    const vectors::VectorIndexLocks lock({&vectors});
    for (const Arrival& item : items_) {
        const auto entry = table::derive_vector(snapshot_->schema, index, image_of(item));
        if (entry) vectors.add(entry->hash, entry->row, {}, false);
    }
}

}  // namespace stator::engine::universes
