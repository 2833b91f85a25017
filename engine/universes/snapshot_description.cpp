#include "engine/universes/snapshot_description.hpp"

#include <algorithm>
#include <memory>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "engine/universes/clock_record.hpp"
#include "protocol/model/table_definition.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::universes {
namespace {

void count_items(
    persistence::DataFile& file, const persistence::StoredTable& stored, SnapshotTable& table
) {
    std::unordered_set<std::uint64_t> own;
    const auto count = [&](std::string_view payload) {
        if (payload.empty()) return;
        ++table.items;
        table.bytes += values::ItemImage::create(payload)->item_size();
    };
    file.each_item(stored.number, [&](std::uint64_t row_id, std::string_view payload) {
        if (stored.base) own.insert(row_id);
        count(payload);
    });
    if (!stored.base) return;
    file.each_base_item(*stored.base, [&](std::uint64_t row_id, std::string_view payload) {
        if (!own.contains(row_id)) count(payload);
    });
}

void read_entry(const persistence::EntryRow& entry, SnapshotDescription& description) {
    if (!entry.place.universe.empty()) return;
    if (entry.section == SnapshotOrigin::kSection) {
        description.origin = SnapshotOrigin::decode(entry);
    } else if (entry.section == ClockRecord::kSection) {
        description.clock = decode_clock(entry.value.value_or(""));
    }
}

SnapshotDescription describe(persistence::DataFile& file, bool counts_items) {
    SnapshotDescription description;
    file.each_entry([&](const persistence::EntryRow& entry) { read_entry(entry, description); });
    for (const persistence::StoredTable& stored : file.tables()) {
        if (!stored.place.universe.empty() || stored.is_backup) continue;
        auto definition = model::decode_table_definition(stored.definition);
        if (!definition) continue;  // restoring it reports the error
        SnapshotTable table{stored.place.region, *std::move(definition)};
        if (counts_items) count_items(file, stored, table);
        description.tables.push_back(std::move(table));
    }
    std::ranges::sort(description.tables, {}, [](const SnapshotTable& table) {
        return std::tie(table.region, table.description.name);
    });
    return description;
}

}  // namespace

std::variant<SnapshotDescription, persistence::DataFileError> describe_snapshot(
    const std::string& directory, bool counts_items
) {
    auto opened = persistence::DataFile::open_existing(directory, persistence::Durability::Commit);
    if (auto* refusal = std::get_if<persistence::DataFileError>(&opened))
        return std::move(*refusal);
    try {
        return describe(*std::get<std::unique_ptr<persistence::DataFile>>(opened), counts_items);
    } catch (const persistence::UnreadableDataFile& damage) {
        return damage.error();
    }
}

}  // namespace stator::engine::universes
