#include "engine/universes/data_loading.hpp"

#include <utility>
#include <vector>

#include "engine/persistence/row_reader.hpp"
#include "engine/universes/table_loader.hpp"
#include "protocol/model/stream_definition.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::engine {
namespace {

// About a second's worth of loading.
constexpr std::uint64_t kItemsPerReport = 500'000;

UnreadableDataFile unreadable(const std::string& what, std::uint32_t number) {
    return UnreadableDataFile(
        "the data file holds a " + what + " definition that cannot be read (" + what + " number " +
        std::to_string(number) + "); restore the file from a copy or start with another --db-path."
    );
}

void load_stream(DataFile& file, const StoredStream& stored, const LoadingTarget& target) {
    auto description = protocol::decode_stream_definition(stored.definition);
    if (!description) throw unreadable("stream", stored.number.value);
    const StreamNumber number = target.stream_number(stored.number);
    Catalog& catalog = target.catalog(stored.universe, stored.region);
    description->arn = protocol::arn_of_account(description->arn, catalog.account());
    const auto stream = catalog.streams().restore(number, std::move(*description));
    file.each_record(stored.number, [&](StreamRecordRow row) {
        if (const auto shard = stream->find(row.shard_id)) shard->append(std::move(row.record));
    });
}

std::shared_ptr<Table> load_table(const StoredTable& stored, const LoadingTarget& target) {
    auto description = protocol::decode_table_definition(stored.definition);
    if (!description) throw unreadable("table", stored.number.value);
    const TableNumber number = target.table_number(stored.number);
    return target.catalog(stored.universe, stored.region)
        .restore(number, std::move(*description), target.now_ms);
}

void load_items(
    DataFile& file,
    const std::vector<StoredTable>& stored,
    const std::vector<std::shared_ptr<Table>>& tables,
    const LoadingTarget& target
) {
    std::vector<TableNumber> numbers;
    for (const StoredTable& table : stored) numbers.push_back(table.number);
    RowReader reader(file, numbers);
    std::uint64_t items = 0;
    for (const auto& table : tables) {
        TableLoader loader(*table);
        for (bool is_last = false; !is_last;) {
            const std::optional<RowBlock> block = reader.next();
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

void load_data_file(DataFile& file, const LoadingTarget& target) {
    const auto wants = [&](const std::string& universe) {
        return !target.renamed_default || universe.empty();
    };
    for (const StoredStream& stored : file.streams()) {
        if (wants(stored.universe)) load_stream(file, stored, target);
    }
    std::vector<StoredTable> stored = file.tables();
    std::erase_if(stored, [&](const StoredTable& table) { return !wants(table.universe); });
    std::vector<std::shared_ptr<Table>> tables;
    for (const StoredTable& table : stored) tables.push_back(load_table(table, target));
    load_items(file, stored, tables, target);
    for (TokenRow& token : file.tokens()) {
        if (!wants(token.key.substr(0, token.key.find('\0')))) continue;
        if (target.renamed_default) {
            token.key = TransactionLog::key_in(*target.renamed_default, token.key);
        }
        target.transaction_log.restore(token);
    }
}

}  // namespace stator::engine
