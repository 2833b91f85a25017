#include "engine/read/read.hpp"

#include <algorithm>
#include <utility>

#include "engine/capacity/capacity.hpp"
#include "engine/expression/evaluate.hpp"
#include "engine/read/page_size.hpp"
#include "engine/schema/partition_hash.hpp"
#include "engine/storage/partition.hpp"
#include "engine/storage/partition_locks.hpp"
#include "protocol/base/limits.hpp"

namespace stator::engine::read {
namespace {

using values::ItemImage;
using values::ItemImagePtr;
using values::ItemView;

// Prefetches whole items, some steps before they are read.
class ContentAhead {
public:
    ContentAhead(const storage::Tree& slots, const storage::ReadPoint& point)
        : next_(slots.end()), end_(slots.end()), point_(point) {}

    // Call it for each slot in order, starting at any slot.
    void fetch_beyond(storage::Tree::Iterator slot) {
        constexpr int kSteps = 3;
        constexpr std::size_t kMostFetched = 1024;
        if (!std::exchange(has_begun_, true)) {
            next_ = slot;
            for (int step = 0; step < kSteps && next_ != end_; ++step) ++next_;
        }
        if (next_ == end_) return;
        if (const ItemImage* const row = next_->image_at(point_)) row->fetch(kMostFetched);
        ++next_;
    }

private:
    bool has_begun_ = false;
    storage::Tree::Iterator next_;
    const storage::Tree::Iterator end_;
    const storage::ReadPoint& point_;
};

// Gathers the rows of one page, partition by partition.
class PageCollector {
public:
    explicit PageCollector(const ReadPlan& plan)
        : plan_(plan),
          range_key_(plan.snapshot->schema.range ? plan.snapshot->schema.range->name : "") {}

    void collect() {
        if (plan_.pk) {
            const storage::LockedPartition partition(source(), plan_.hash);
            look_at(*partition);
            if (plan_.consistent) ticket = partition->tickets().of(plan_.hash);
            collect_query(*partition);
        } else {
            collect_scan();
        }
    }

    // The image of each row that the page contains.
    std::vector<ItemImagePtr> rows;
    bool full = false;
    std::uint64_t last_hash = 0;
    std::int64_t evaluated_bytes = 0;
    double fetch_units = 0;
    JournalTicket ticket;

    // The row that was read last, or null. It is the index entry if the page contains fetched
    // items.
    ItemImagePtr last_row() const {
        if (rows.empty()) return nullptr;
        return plan_.fetch_items ? last_entry_ : rows.back();
    }

private:
    const storage::PartitionSet& source() const {
        return plan_.table->partitions_of(*plan_.snapshot, plan_.index);
    }

    storage::Tree& tree(storage::Partition& partition) const {
        return table::tree_in(partition, plan_.index);
    }

    void look_at(const storage::Partition& partition) {
        if (plan_.moments != nullptr) point_ = plan_.moments->in(partition, plan_.hashes());
    }

    storage::KeyView start_key() const {
        return {plan_.start->hash, plan_.start->pk, plan_.start->sk};
    }

    void collect_query(storage::Partition& partition) {
        storage::Tree& slots = tree(partition);
        const storage::KeyView lower{plan_.hash, *plan_.pk, plan_.sort_keys.lower};
        auto first = slots.lower_bound(lower);
        auto last = query_end(slots);
        if (plan_.start) narrow(slots, first, last);
        if (plan_.forward) {
            for (auto slot = first; slot != last && take(*slot, partition); ++slot) {
            }
        } else {
            while (last != first && take(*--last, partition)) {
            }
        }
    }

    // The first slot after the range of sort keys.
    storage::Tree::Iterator query_end(const storage::Tree& slots) const {
        if (plan_.sort_keys.has_upper) {
            return slots.lower_bound(storage::KeyView{plan_.hash, *plan_.pk, plan_.sort_keys.upper}
            );
        }
        // No partition key lies between pk and pk ‖ 00.
        const std::string after = *plan_.pk + '\0';
        return slots.lower_bound(storage::KeyView{plan_.hash, after, {}});
    }

    // Skips the rows up to ExclusiveStartKey, which may be outside the range.
    void narrow(
        const storage::Tree& slots, storage::Tree::Iterator& first, storage::Tree::Iterator& last
    ) const {
        const storage::KeyView start = start_key();
        if (plan_.forward) {
            const bool inside =
                first != slots.end() && storage::KeyOrder::compare(start, *first) >= 0;
            if (inside) first = slots.upper_bound(start);
            if (past(first, last, slots)) first = last;
        } else {
            const bool inside = last == slots.end() || storage::KeyOrder::compare(start, *last) < 0;
            if (inside) last = slots.lower_bound(start);
            if (past(first, last, slots)) last = first;
        }
    }

    static bool past(
        storage::Tree::Iterator first, storage::Tree::Iterator last, const storage::Tree& slots
    ) {
        if (last == slots.end() || first == slots.end()) return first == slots.end();
        return storage::KeyOrder::compare(*first, *last) > 0;
    }

    // Iterates over hashes, so that a split during the scan hides no row.
    void collect_scan() {
        std::uint64_t hash = plan_.first_hash;
        if (plan_.start) hash = std::max(hash, plan_.start->hash);
        while (true) {
            const storage::LockedPartition partition(source(), hash);
            look_at(*partition);
            if (plan_.consistent) ticket = std::max(ticket, partition->tickets().latest());
            if (!scan_partition(*partition)) return;
            const std::uint64_t last = partition->range().last;
            if (last >= plan_.last_hash) return;
            hash = last + 1;
        }
    }

    // Returns false if the page is full.
    bool scan_partition(storage::Partition& partition) {
        storage::Tree& slots = tree(partition);
        auto slot = slots.lower_bound(storage::KeyView{plan_.first_hash, {}, {}});
        if (plan_.start && plan_.start->hash >= plan_.first_hash) {
            slot = slots.upper_bound(start_key());
        }
        // Items with neighbouring hashes are scattered in memory.
        constexpr int kAhead = 8;
        auto ahead = slot;
        const auto fetch_next = [&ahead, &slots] {
            if (ahead == slots.end()) return;
            ahead->fetch();
            ++ahead;
        };
        for (int count = 0; count < kAhead; ++count) fetch_next();
        ContentAhead content(slots, point_);
        for (; slot != slots.end() && slot->hash() <= plan_.last_hash; ++slot) {
            fetch_next();
            // Computing the page bytes reads the whole item.
            if (is_counting_) content.fetch_beyond(slot);
            if (!take(*slot, partition)) return false;
        }
        return true;
    }

    // Evaluates one slot. Returns false if the page is full after it.
    bool take(const storage::Slot& slot, storage::Partition& partition) {
        const ItemImage* const row = slot.image_at(point_);
        if (row == nullptr) return true;
        ItemImagePtr shown(row);
        if (plan_.fetch_items) {
            shown = fetch(*row, partition);
            if (shown == nullptr) return true;  // the entry is newer than the item
        }
        evaluated_bytes += row->item_size();
        if (row->known_page_bytes() == 0) is_counting_ = true;
        page_bytes_ += page_bytes(*row, range_key_);
        if (plan_.fetch_items) last_entry_ = ItemImagePtr(row);
        last_hash = slot.hash();
        rows.push_back(std::move(shown));
        full =
            (plan_.limit && rows.size() >= *plan_.limit) || page_bytes_ >= protocol::kMaxPageBytes;
        return !full;
    }

    // Returns the item of a local index entry, or null if it does not exist at the read point.
    ItemImagePtr fetch(const ItemImage& entry, storage::Partition& partition) {
        const auto& schema = plan_.snapshot->schema;
        const std::string_view pk = entry.find(schema.hash.name)->scalar();
        const std::string_view sk = entry.find(schema.range->name)->scalar();
        const storage::KeyView key{schema::hash_partition_key(pk), pk, sk};
        ItemImagePtr item = partition.items().find(key, point_).shared_image();
        if (item) fetch_units += capacity::read_units(item->item_size(), plan_.consistent);
        return item;
    }

    const ReadPlan& plan_;
    std::string range_key_;
    storage::ReadPoint point_;  // in the current partition
    std::size_t page_bytes_ = 0;
    bool is_counting_ = false;  // an item's page bytes were unknown
    ItemImagePtr last_entry_;
};

}  // namespace

Page run_read(const ReadPlan& plan) {
    PageCollector collector(plan);
    collector.collect();
    Page page;
    page.scanned_count = static_cast<std::int64_t>(collector.rows.size());
    page.evaluated_bytes = collector.evaluated_bytes;
    page.fetch_units = collector.fetch_units;
    page.last_hash = collector.last_hash;
    page.journal_ticket = collector.ticket;
    if (collector.full) page.last_evaluated = collector.last_row();
    if (plan.filter == nullptr) {
        page.items = std::move(collector.rows);
        return page;
    }
    for (ItemImagePtr& row : collector.rows) {
        if (expression::evaluate(*plan.filter, ItemView(row))) page.items.push_back(std::move(row));
    }
    return page;
}

requests::Consumption read_consumption(const ReadPlan& plan, const Page& page) {
    requests::Consumption consumption;
    const double units = capacity::read_units(page.evaluated_bytes, plan.consistent);
    if (plan.index == nullptr) {
        consumption.table = units;
    } else {
        consumption.table = page.fetch_units;
        consumption.add_index(plan.index->name, plan.index->global, units);
    }
    return consumption;
}

ItemImagePtr read_item(
    table::Table& table, const storage::KeyView& key, Moments* moments, RequestOutcome* outcome
) {
    const storage::LockedPartition partition(table.partitions(), key.hash);
    if (outcome != nullptr) outcome->wait_for(partition->tickets().of(key.hash));
    if (moments == nullptr) return partition->items().find(key).shared_image();
    const storage::ReadPoint point = moments->in(*partition, {key.hash, key.hash});
    return partition->items().find(key, point).shared_image();
}

std::vector<ItemImagePtr> read_items_together(
    std::span<const ItemPlace> places, RequestOutcome& outcome
) {
    storage::PartitionPlaces partitions;
    for (const ItemPlace& place : places) {
        partitions.push_back({&place.table->partitions(), place.key.hash});
    }
    const storage::PartitionLocks locks(partitions);
    std::vector<ItemImagePtr> items;
    for (const ItemPlace& place : places) {
        storage::Partition& partition = place.table->partitions().find(place.key.hash);
        outcome.wait_for(partition.tickets().of(place.key.hash));
        items.push_back(partition.items().find(place.key).shared_image());
    }
    return items;
}

}  // namespace stator::engine::read
