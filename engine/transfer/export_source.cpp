#include "engine/transfer/export_source.hpp"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "engine/backup/rewinding.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/locked_tables.hpp"

namespace stator::engine::transfer {
namespace {

using protocol::formats::transfer::IncrementalExport;
using values::ItemImagePtr;
using SharedTable = std::shared_ptr<const table::Table>;

// No row of a data file refers to it.
constexpr TableNumber kNoNumber{0};
// AWS: an on-demand table of the usual size has this many partitions, and an export this many
// objects. [spec-formats: captured 2022, 2024, 2026]
constexpr std::uint64_t kUsualObjects = 4;
constexpr std::uint64_t kHighestHash = std::numeric_limits<std::uint64_t>::max();

std::vector<std::uint64_t> object_ends(const table::Table& table) {
    std::vector<std::uint64_t> ends;
    const bool is_on_demand =
        table.snapshot()->description.billing_mode == values::BillingMode::PayPerRequest;
    const auto partitions = table.partitions().all();
    if (is_on_demand && partitions.size() < kUsualObjects) {
        const std::uint64_t width = kHighestHash / kUsualObjects + 1;
        for (std::uint64_t at = 1; at < kUsualObjects; ++at) ends.push_back(at * width - 1);
    } else {
        for (std::size_t at = 1; at < partitions.size(); ++at) {
            ends.push_back(partitions[at]->range().first - 1);
        }
    }
    ends.push_back(kHighestHash);
    return ends;
}

model::TableDescription without_indexes(model::TableDescription table) {
    table.local_indexes.clear();
    table.global_indexes.clear();
    table.vector_indexes.clear();
    table.time_to_live_attribute.clear();
    return table;
}

// The changes of one item within the window.
struct Written {
    Instant last = {};
    ItemImagePtr key;
    ItemImagePtr before = nullptr;
    ItemImagePtr after = nullptr;
    bool is_over = false;  // `after` is known: something was written after the window
};

using Key = std::pair<std::string_view, std::string_view>;
using WrittenItems = absl::flat_hash_map<Key, Written>;

WrittenItems written_items(const storage::ChangeHistory& history, const IncrementalExport& window) {
    WrittenItems items;
    for (const auto& [position, change] : history.changes()) {
        if (change.time < window.from) continue;
        const Key key{change.image->pk(), change.image->sk()};
        const ItemImagePtr was = change.is_insertion ? nullptr : change.image;
        if (change.time < window.to) {
            const auto [found, is_new] = items.try_emplace(key);
            Written& item = found->second;
            item.last = change.time;
            if (!is_new) continue;
            item.key = change.image;
            item.before = was;
        } else if (const auto found = items.find(key); found != items.end()) {
            if (found->second.is_over) continue;
            found->second.is_over = true;
            found->second.after = was;
        }
    }
    return items;
}

// The partitions must be locked.
std::vector<ExportSource::Change> changes_of(
    const table::Table& table, const IncrementalExport& window
) {
    constexpr std::int64_t kMicrosInMs = 1'000;
    const schema::TableSchema& schema = table.schema_under_lock();
    std::vector<ExportSource::Change> changes;
    for (auto& [key, item] : written_items(*table.history(), window)) {
        const storage::KeyView place{schema::item_hash(*item.key), key.first, key.second};
        if (!item.is_over) {
            item.after = table.partitions().find(place.hash).items().find(place).shared_image();
        }
        // AWS: an item that was created and deleted within the window is left out.
        if (item.before == nullptr && item.after == nullptr) continue;
        changes.push_back(
            {place.hash,
             {item.last.unix_ms() * kMicrosInMs,
              schema::key_attributes(schema, nullptr, *item.key),
              item.before,
              item.after}}
        );
    }
    std::ranges::sort(changes, [](const auto& left, const auto& right) {
        if (left.hash != right.hash) return left.hash < right.hash;
        return left.item.key->payload() < right.item.key->payload();
    });
    return changes;
}

}  // namespace

std::shared_ptr<const ExportSource> export_source(
    const SharedTable& table,
    const protocol::formats::transfer::ExportSpecification& specification,
    Instant now
) {
    const auto history = table->history();
    if (history == nullptr) return nullptr;
    const auto& window = specification.incremental;
    const Instant moment = window ? window->from : specification.time.value_or(now);
    if (moment < history->earliest(now)) return nullptr;
    auto source = std::make_shared<ExportSource>();
    source->last_hashes = object_ends(*table);
    const table::LockedTables locks(std::span(&table, 1));
    if (window) {
        source->changes = changes_of(*table, *window);
        return source;
    }
    auto copy = table->restored(kNoNumber, without_indexes(table->snapshot()->description), {});
    if (specification.time) backup::rewind(*copy, history->items_at(moment));
    source->table = std::move(copy);
    return source;
}

}  // namespace stator::engine::transfer
