#include "engine/universes/data_loading.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/persistence/refusals.hpp"
#include "engine/persistence/row_reader.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/universes/table_loader.hpp"
#include "engine/universes/time_shift.hpp"
#include "protocol/base/printable_text.hpp"
#include "protocol/model/backup_definition.hpp"
#include "protocol/model/stream_definition.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::engine::universes {
namespace {

// Loading this many items takes about a second.
constexpr std::uint64_t kItemsPerReport = 500'000;

persistence::UnreadableDataFile unreadable(const std::string& what, std::uint32_t number) {
    return persistence::UnreadableDataFile(persistence::DataFileError{
        "the data file holds a " + what + " definition that cannot be read (" + what + " number " +
            std::to_string(number) +
            "): run a newer Stator, or save the rest with 'stator check --repair'.",
        true});
}

// A section that this version does not know was written by a newer Stator.
persistence::UnreadableDataFile unreadable_entry(const std::string& section) {
    return persistence::UnreadableDataFile(persistence::DataFileError{
        "the data file holds an entry of \"" + protocol::printable(section) +
            "\" that this Stator cannot read: run a newer Stator, or save the rest with 'stator "
            "check --repair'.",
        true});
}

bool wants(const LoadingTarget& target, const std::string& universe) {
    return !target.renamed_default || universe.empty();
}

// The records of streams that others refer to, each read once.
class SharedRecords {
public:
    SharedRecords(
        persistence::DataFile& file, const std::vector<persistence::StoredStream>& streams
    )
        : file_(file) {
        for (const persistence::StoredStream& stream : streams) {
            for (const auto& share : stream.shares) records_[share.source];
        }
    }

    bool is_shared(StreamNumber stream) const { return records_.contains(stream); }

    const std::vector<persistence::StreamRecordRow>& of(StreamNumber stream) {
        auto& records = records_[stream];
        if (!records) {
            records.emplace();
            file_.each_record(stream, [&](persistence::StreamRecordRow row) {
                records->push_back(std::move(row));
            });
        }
        return *records;
    }

private:
    persistence::DataFile& file_;
    std::map<StreamNumber, std::optional<std::vector<persistence::StreamRecordRow>>> records_;
};

void load_stream(
    persistence::DataFile& file,
    const persistence::StoredStream& stored,
    SharedRecords& shared,
    const LoadingTarget& target
) {
    auto description = model::decode_stream_definition(stored.definition);
    if (!description) throw unreadable("stream", stored.number.value);
    const StreamNumber number = target.stream_number(stored.number);
    shift_times(*description, target.shift_ms);
    catalog::Catalog& catalog = target.catalog(stored.place);
    description->arn = model::arn_of_account(description->arn, catalog.scope().account);
    const auto stream = catalog.streams().restore(number, std::move(*description));
    const auto append = [&](persistence::StreamRecordRow row) {
        row.record.time += target.shift_ms;
        if (const auto shard = stream->find(row.shard_id)) shard->append(std::move(row.record));
    };
    for (const persistence::StoredStream::Share& share : stored.shares) {
        for (const persistence::StreamRecordRow& row : shared.of(share.source)) {
            if (row.record.position.commit <= share.last_commit) append(row);
        }
    }
    if (shared.is_shared(stored.number)) {
        for (const persistence::StreamRecordRow& row : shared.of(stored.number)) append(row);
    } else {
        file.each_record(stored.number, append);
    }
}

void load_streams(persistence::DataFile& file, const LoadingTarget& target) {
    std::vector<persistence::StoredStream> streams = file.streams();
    std::erase_if(streams, [&](const persistence::StoredStream& stream) {
        return !wants(target, stream.place.universe);
    });
    SharedRecords shared(file, streams);
    for (const persistence::StoredStream& stream : streams) {
        load_stream(file, stream, shared, target);
    }
}

std::shared_ptr<table::Table> load_table(
    const persistence::StoredTable& stored, const LoadingTarget& target
) {
    const TableNumber number = target.table_number(stored.number);
    catalog::Catalog& catalog = target.catalog(stored.place);
    if (stored.is_backup) {
        auto backup = model::decode_backup_definition(stored.definition);
        if (!backup) throw unreadable("backup", stored.number.value);
        shift_times(*backup, target.shift_ms);
        return catalog.restore_backup(number, std::move(*backup));
    }
    auto description = model::decode_table_definition(stored.definition);
    if (!description) throw unreadable("table", stored.number.value);
    shift_times(*description, target.shift_ms);
    return catalog.restore(number, std::move(*description), target.now(catalog.place()));
}

// Tables that share a base, or a single table. The indexes are positions among all tables.
struct LoadingGroup {
    std::optional<persistence::BaseNumber> base;
    std::vector<std::size_t> tables;
};

// Items are shared only if their times are not moved, because moved items belong to one table.
std::vector<LoadingGroup> groups_of(
    const std::vector<persistence::StoredTable>& stored, bool shares_items
) {
    std::vector<LoadingGroup> groups;
    std::map<persistence::BaseNumber, std::size_t> group_of_base;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const auto& base = stored[i].base;
        if (base && shares_items) {
            const auto [known, is_new] = group_of_base.try_emplace(*base, groups.size());
            if (!is_new) {
                groups[known->second].tables.push_back(i);
                continue;
            }
        }
        groups.push_back({base, {i}});
    }
    return groups;
}

std::vector<persistence::RowSource> sources_of(
    const std::vector<LoadingGroup>& groups, const std::vector<persistence::StoredTable>& stored
) {
    std::vector<persistence::RowSource> sources;
    for (const LoadingGroup& group : groups) {
        if (group.base) sources.emplace_back(*group.base);
        for (const std::size_t table : group.tables) sources.emplace_back(stored[table].number);
    }
    return sources;
}

// Loads the reader's rows, source by source.
class ItemLoading {
public:
    ItemLoading(persistence::RowReader& reader, const LoadingTarget& target)
        : reader_(reader), target_(target) {}

    void load_source(TableLoader& loader) {
        for (bool is_last = false; !is_last;) {
            const std::optional<persistence::RowBlock> block = reader_.next();
            loader.add(*block);
            is_last = block->is_last;
            const std::uint64_t before = std::exchange(items_, items_ + block->rows.size());
            const bool is_due = before / kItemsPerReport != items_ / kItemsPerReport;
            if (is_due && target_.report) target_.report(items_);
        }
    }

private:
    persistence::RowReader& reader_;
    const LoadingTarget& target_;
    std::uint64_t items_ = 0;
};

void load_items(
    persistence::DataFile& file,
    const std::vector<persistence::StoredTable>& stored,
    const std::vector<std::shared_ptr<table::Table>>& tables,
    const LoadingTarget& target
) {
    const auto groups = groups_of(stored, target.shift_ms == 0);
    persistence::RowReader reader(file, sources_of(groups, stored));
    ItemLoading loading(reader, target);
    for (const LoadingGroup& group : groups) {
        TableLoader::Items shared;
        if (group.base) {
            // Any table of the group will do, because all have the same keys.
            TableLoader base(*tables[group.tables.front()], target.shift_ms);
            loading.load_source(base);
            shared = base.release();
        }
        for (const std::size_t position : group.tables) {
            TableLoader loader(*tables[position], target.shift_ms, group.base.has_value());
            loading.load_source(loader);
            loader.finish(shared);
        }
    }
}

// Loads the earlier versions of the table's items, within its recovery period.
void load_history(
    persistence::DataFile& file,
    TableNumber stored,
    const table::Table& table,
    const LoadingTarget& target
) {
    const auto history = table.history();
    if (history == nullptr) return;
    const auto snapshot = table.snapshot();
    file.each_change(stored, [&](const persistence::StoredChange& change) {
        const auto image = values::ItemImage::create(change.payload);
        image->set_row_id(change.row_id);
        if (!schema::bind_stored_keys(snapshot->schema, *image)) {
            throw persistence::UnreadableDataFile(
                persistence::unreadable_item(change.row_id, "it lacks the table's keys")
            );
        }
        const Instant time = change.time + target.shift_ms;
        history->restore(change.position, {time, image, change.is_insertion});
    });
}

}  // namespace

void load_entries(persistence::DataFile& file, const LoadingTarget& target) {
    file.each_entry([&](persistence::EntryRow entry) {
        if (!wants(target, entry.place.universe)) return;
        if (target.renamed_default) entry.place.universe = *target.renamed_default;
        if (!target.sections.adapt(entry)) throw unreadable_entry(entry.section);
        target.entry(std::move(entry));
    });
}

void load_tables(persistence::DataFile& file, const LoadingTarget& target) {
    load_streams(file, target);
    std::vector<persistence::StoredTable> stored = file.tables();
    std::erase_if(stored, [&](const persistence::StoredTable& table) {
        return !wants(target, table.place.universe);
    });
    std::vector<std::shared_ptr<table::Table>> tables;
    tables.reserve(stored.size());
    for (const persistence::StoredTable& table : stored)
        tables.push_back(load_table(table, target));
    load_items(file, stored, tables, target);
    for (std::size_t i = 0; i < stored.size(); ++i) {
        load_history(file, stored[i].number, *tables[i], target);
    }
}

}  // namespace stator::engine::universes
