#include "engine/persistence/checking/content_check.hpp"

#include <map>
#include <unordered_set>
#include <utility>

#include "engine/schema/key_checks.hpp"
#include "engine/schema/schema_compilation.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/model/backup_definition.hpp"
#include "protocol/model/stream_definition.hpp"
#include "protocol/model/table_definition.hpp"
#include "protocol/values/item_flaw.hpp"

namespace stator::engine::persistence::checking {
namespace {

using values::AttributeValueView;
using values::ItemImage;

// The region, such as "us-east-1", and the universe unless it is the default universe.
std::string place_text(const Place& place) {
    return place.universe.empty() ? place.region : place.region + ", universe " + place.universe;
}

// Runs `work`, which reads from the file. Adds a problem if it finds damage.
template <class Work>
void read(Report& report, const std::string& name, const Work& work) {
    try {
        work();
    } catch (const UnreadableDataFile& damage) {
        const std::string& reason = damage.error().reason;
        report.problems.push_back(name + ": " + (reason.empty() ? damage.what() : reason));
    }
}

// Returns the key as bytes, different for each key of the table.
std::string key_text(const CheckedTable& table, const ItemImage& image) {
    std::string key(image.find(table.schema.hash.name)->encoded());
    if (table.schema.range) key.append(image.find(table.schema.range->name)->encoded());
    return key;
}

void check_items(DataFile& file, const CheckedTable& table, Report& report) {
    ItemCheck items(table, report);
    std::unordered_set<std::uint64_t> own;
    const auto take = [&](std::uint64_t row_id, std::string_view payload) {
        if (!items.is_sound(row_id, payload)) return;
        ++report.figures.items;
        report.figures.item_bytes += ItemImage::create(payload)->item_size();
    };
    read(report, table.name, [&] {
        file.each_item(table.stored.number, [&](std::uint64_t row_id, std::string_view payload) {
            if (table.stored.base) own.insert(row_id);
            // An empty row hides the row of the base.
            if (payload.empty() && table.stored.base) return;
            take(row_id, payload);
        });
    });
    if (!table.stored.base) return;
    read(report, table.name, [&] {
        file.each_base_item(
            *table.stored.base,
            [&](std::uint64_t row_id, std::string_view payload) {
                if (!own.contains(row_id)) take(row_id, payload);
            }
        );
    });
}

void check_history(DataFile& file, const CheckedTable& table, Report& report) {
    read(report, "history of " + table.name, [&] {
        file.each_change(table.stored.number, [&](const StoredChange& change) {
            const bool is_sound = check_change(table, change.position, change.payload, report);
            if (is_sound) ++report.figures.changes;
        });
    });
}

void check_tables(DataFile& file, Report& report) {
    std::vector<StoredTable> tables;
    read(report, "stator.db", [&] { tables = file.tables(); });
    TableNumber last;
    read(report, "stator.db", [&] { last = file.last_table_number(); });
    std::map<std::pair<std::string, std::string>, std::string> named;
    for (const StoredTable& stored : tables) {
        if (stored.number.value > last.value) {
            report.problems.push_back(
                "table number " + std::to_string(stored.number.value) +
                ": no table has had so high a number yet"
            );
        }
        const auto table = check_definition(stored, report);
        if (!table) continue;
        ++(stored.is_backup ? report.figures.backups : report.figures.tables);
        const std::string place = place_text(stored.place);
        if (!stored.is_backup && !named.try_emplace({place, table->name}, table->name).second) {
            report.problems.push_back(table->name + ": there are two of that name");
        }
        check_items(file, *table, report);
        check_history(file, *table, report);
    }
}

void check_streams(DataFile& file, Report& report) {
    std::vector<StoredStream> streams;
    read(report, "stator.db", [&] { streams = file.streams(); });
    SequenceNumber last;
    read(report, "stator.db", [&] { last = file.last_sequence(); });
    for (const StoredStream& stored : streams) {
        const std::string number = "stream number " + std::to_string(stored.number.value);
        const auto description = model::decode_stream_definition(stored.definition);
        if (!description) {
            report.problems.push_back(number + ": its definition cannot be read");
            continue;
        }
        ++report.figures.streams;
        const std::string name =
            "stream of " + description->table_name + " (" + place_text(stored.place) + ")";
        read(report, name, [&] {
            file.each_record(stored.number, [&](const StreamRecordRow& row) {
                ++report.figures.records;
                if (row.record.position.commit <= last.value) return;
                report.problems.push_back(
                    name + ": a record of commit " + std::to_string(row.record.position.commit) +
                    ", and the last one was " + std::to_string(last.value)
                );
            });
        });
    }
}

}  // namespace

std::optional<CheckedTable> check_definition(const StoredTable& stored, Report& report) {
    const auto as_table = [&]() -> std::optional<model::TableDescription> {
        if (!stored.is_backup) return model::decode_table_definition(stored.definition);
        auto backup = model::decode_backup_definition(stored.definition);
        if (!backup) return std::nullopt;
        return std::move(backup->table);
    };
    const auto description = as_table();
    const std::string kind = stored.is_backup ? "backup" : "table";
    if (!description || description->key_schema.empty()) {
        report.problems.push_back(
            kind + " number " + std::to_string(stored.number.value) +
            ": its definition cannot be read"
        );
        return std::nullopt;
    }
    const std::string name = (stored.is_backup ? "backup of " : "table ") + description->name +
                             " (" + place_text(stored.place) + ")";
    return CheckedTable{stored, name, schema::compile_schema(*description)};
}

bool ItemCheck::refuse(std::uint64_t row_id, const std::string& what) {
    report_.problems.push_back(
        table_.name + ": the item in row " + std::to_string(row_id) + " " + what
    );
    return false;
}

bool ItemCheck::is_sound(std::uint64_t row_id, std::string_view payload) {
    if (const auto flaw = values::flaw_of_item(payload)) {
        return refuse(row_id, "cannot be read: " + *flaw);
    }
    const auto image = ItemImage::create(payload);
    const auto keys = schema::check_item_key(table_.schema, *image, false);
    if (keys.has_error())
        return refuse(row_id, "has not the table's keys: " + keys.error().message);
    if (image->item_size() > protocol::kMaxItemBytes) {
        return refuse(row_id, "is larger than an item can be");
    }
    if (!keys_.insert(key_text(table_, *image)).second) {
        return refuse(row_id, "has the key of another one");
    }
    return true;
}

bool check_change(
    const CheckedTable& table, std::uint64_t position, std::string_view payload, Report& report
) {
    const auto refuse = [&](const std::string& what) {
        report.problems.push_back(
            "history of " + table.name + ": the change at " + std::to_string(position) + " " + what
        );
        return false;
    };
    if (const auto flaw = values::flaw_of_item(payload)) {
        return refuse("cannot be read: " + *flaw);
    }
    const auto keys = schema::check_item_key(table.schema, *ItemImage::create(payload), false);
    return keys.has_error() ? refuse("has not the table's keys: " + keys.error().message) : true;
}

bool check_entry(const EntryRow& entry, const AcceptsEntry& accepts, Report& report) {
    if (accepts(entry)) return true;
    report.problems.push_back(
        "entries: one of \"" + entry.section + "\" (" + place_text(entry.place) +
        ") is nothing that this Stator can read"
    );
    return false;
}

void check_content(DataFile& file, const AcceptsEntry& accepts, Report& report) {
    check_tables(file, report);
    check_streams(file, report);
    read(report, "entries", [&] {
        file.each_entry([&](const EntryRow& entry) {
            if (check_entry(entry, accepts, report)) ++report.figures.entries;
        });
    });
}

}  // namespace stator::engine::persistence::checking
