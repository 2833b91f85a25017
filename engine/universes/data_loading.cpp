#include "engine/universes/data_loading.hpp"

#include <utility>
#include <vector>

#include "engine/persistence/row_reader.hpp"
#include "engine/universes/table_loader.hpp"
#include "protocol/model/stream_definition.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::engine::universes {
namespace {

// About a second's worth of loading.
constexpr std::uint64_t kItemsPerReport = 500'000;

persistence::UnreadableDataFile unreadable(const std::string& what, std::uint32_t number) {
    return persistence::UnreadableDataFile(
        "the data file holds a " + what + " definition that cannot be read (" + what + " number " +
        std::to_string(number) + "); restore the file from a copy or start with another --db-path."
    );
}

// A section without a name here is a newer Stator's.
persistence::UnreadableDataFile unreadable_entry(const std::string& section) {
    return persistence::UnreadableDataFile(
        "the data file holds an entry of \"" + section +
        "\" that this Stator cannot read; run a newer Stator, restore the file from a copy or "
        "start "
        "with another --db-path."
    );
}

void load_stream(
    persistence::DataFile& file,
    const persistence::StoredStream& stored,
    const LoadingTarget& target
) {
    auto description = protocol::model::decode_stream_definition(stored.definition);
    if (!description) throw unreadable("stream", stored.number.value);
    const StreamNumber number = target.stream_number(stored.number);
    catalog::Catalog& catalog = target.catalog(stored.place);
    description->arn = protocol::model::arn_of_account(description->arn, catalog.account());
    const auto stream = catalog.streams().restore(number, std::move(*description));
    file.each_record(stored.number, [&](persistence::StreamRecordRow row) {
        if (const auto shard = stream->find(row.shard_id)) shard->append(std::move(row.record));
    });
}

std::shared_ptr<table::Table> load_table(
    const persistence::StoredTable& stored, const LoadingTarget& target
) {
    auto description = protocol::model::decode_table_definition(stored.definition);
    if (!description) throw unreadable("table", stored.number.value);
    const TableNumber number = target.table_number(stored.number);
    return target.catalog(stored.place).restore(number, std::move(*description), target.now);
}

void load_items(
    persistence::DataFile& file,
    const std::vector<persistence::StoredTable>& stored,
    const std::vector<std::shared_ptr<table::Table>>& tables,
    const LoadingTarget& target
) {
    std::vector<TableNumber> numbers;
    numbers.reserve(stored.size());
    for (const persistence::StoredTable& table : stored) numbers.push_back(table.number);
    persistence::RowReader reader(file, numbers);
    std::uint64_t items = 0;
    for (const auto& table : tables) {
        TableLoader loader(*table);
        for (bool is_last = false; !is_last;) {
            const std::optional<persistence::RowBlock> block = reader.next();
            loader.add(*block);
            is_last = block->is_last;
            const std::uint64_t before = std::exchange(items, items + block->rows.size());
            const bool is_due = before / kItemsPerReport != items / kItemsPerReport;
            if (is_due && target.report) target.report(items);
        }
        loader.finish();
    }
}

}  // namespace

void load_data_file(persistence::DataFile& file, const LoadingTarget& target) {
    const auto wants = [&](const std::string& universe) {
        return !target.renamed_default || universe.empty();
    };
    for (const persistence::StoredStream& stored : file.streams()) {
        if (wants(stored.place.universe)) load_stream(file, stored, target);
    }
    std::vector<persistence::StoredTable> stored = file.tables();
    std::erase_if(stored, [&](const persistence::StoredTable& table) {
        return !wants(table.place.universe);
    });
    std::vector<std::shared_ptr<table::Table>> tables;
    tables.reserve(stored.size());
    for (const persistence::StoredTable& table : stored)
        tables.push_back(load_table(table, target));
    load_items(file, stored, tables, target);
    file.each_entry([&](persistence::EntryRow entry) {
        if (!wants(entry.place.universe)) return;
        if (target.renamed_default) entry.place.universe = *target.renamed_default;
        if (!target.sections.adapt(entry)) throw unreadable_entry(entry.section);
        target.entry(std::move(entry));
    });
}

}  // namespace stator::engine::universes
