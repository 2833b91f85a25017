#include "tests/disk/scripted_run.hpp"

#include <optional>
#include <random>
#include <set>
#include <utility>

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::disk {
namespace {

namespace ep = engine::persistence;
using engine::Instant;
using engine::TableNumber;
using protocol::values::ItemImagePtr;

constexpr std::uint32_t kTables = 4;
constexpr std::uint32_t kStreams = 2;
constexpr std::uint64_t kRows = 12;
// Values up to this length need several pages of a data file.
constexpr std::size_t kLongestText = 9'000;
constexpr std::int64_t kNever = INT64_MAX;

std::string text_of_image(const ItemImagePtr& image) {
    return image == nullptr ? "none" : ep::text_of(image->payload());
}

std::string record_text(const protocol::model::StreamRecord& record) {
    return std::to_string(static_cast<int>(record.event)) + " " + text_of_image(record.keys) + " " +
           text_of_image(record.new_image);
}

// Makes one step after the other.
class Author {
public:
    explicit Author(std::uint64_t seed) : choice_(seed) {}

    Step next() {
        ++sequence_;
        const std::uint64_t kind = sequence_ <= kTables ? 0 : choice_() % 16;
        switch (kind) {
            case 0: return {define(pick_table())};
            case 1: return {drop()};
            case 2: return {stream(pick_stream(), "shards " + std::to_string(sequence_))};
            case 3: return {trim()};
            case 4: return {remove_stream()};
            case 5: return {history()};
            case 6: return {end_history()};
            case 7: return {entry()};
            case 8: return {expire()};
            case 9: return copy();
            default: return {write()};
        }
    }

private:
    std::uint32_t pick_table() { return 1 + static_cast<std::uint32_t>(choice_() % kTables); }

    std::uint32_t pick_stream() { return 1 + static_cast<std::uint32_t>(choice_() % kStreams); }

    ItemImagePtr image() {
        const std::size_t length = choice_() % 4 == 0 ? choice_() % kLongestText : choice_() % 50;
        return ep::image(std::to_string(sequence_) + std::string(length, 'x'));
    }

    ep::ChangeBatch batch() const {
        ep::ChangeBatch made;
        made.sequence = {sequence_};
        return made;
    }

    // Numbers are never used again, so a dropped table comes back under another one.
    std::uint32_t number_of(std::uint32_t table) {
        const auto [known, is_new] = numbers_.try_emplace(table, last_number_ + 1);
        if (is_new) ++last_number_;
        return known->second;
    }

    ep::ChangeBatch define(std::uint32_t table) {
        return ep::define(sequence_, number_of(table), "table " + std::to_string(sequence_));
    }

    ep::ChangeBatch drop() {
        const std::uint32_t table = pick_table();
        ep::ChangeBatch made = ep::drop(sequence_, number_of(table));
        numbers_.erase(table);
        return made;
    }

    // Items of a table together with their stream's records, as a transaction does it.
    ep::ChangeBatch write() {
        const std::uint32_t table = pick_table();
        ep::ChangeBatch made = numbers_.contains(table) ? batch() : define(table);
        const std::uint32_t ordinals = 1 + static_cast<std::uint32_t>(choice_() % 5);
        for (std::uint32_t ordinal = 0; ordinal < ordinals; ++ordinal) {
            const std::uint64_t row = 1 + choice_() % kRows;
            const bool is_gone = choice_() % 4 == 0;
            ep::RowChange change{{number_of(table)}, row, is_gone ? nullptr : image()};
            if (table <= kStreams) {
                made.records.push_back(
                    {{table},
                     "shard",
                     {{sequence_, ordinal},
                      Instant(static_cast<std::int64_t>(sequence_)),
                      is_gone ? protocol::model::StreamEvent::Remove
                              : protocol::model::StreamEvent::Modify,
                      false,
                      ep::image(std::to_string(row)),
                      nullptr,
                      change.image}}
                );
            }
            made.rows.push_back(std::move(change));
        }
        if (table <= kStreams && !streams_.contains(table)) {
            streams_.insert(table);
            made.streams = stream(table, "shards").streams;
        }
        return made;
    }

    ep::ChangeBatch stream(std::uint32_t number, std::optional<std::string> definition) {
        if (definition) streams_.insert(number);
        ep::ChangeBatch made = batch();
        made.streams.push_back({{number}, {"shared", "eu-west-1"}, std::move(definition)});
        return made;
    }

    ep::ChangeBatch trim() {
        ep::ChangeBatch made = stream(pick_stream(), "trimmed " + std::to_string(sequence_));
        made.streams.back().trimmed_before = Instant(static_cast<std::int64_t>(sequence_ / 2));
        return made;
    }

    ep::ChangeBatch remove_stream() {
        const std::uint32_t number = pick_stream();
        streams_.erase(number);
        return stream(number, std::nullopt);
    }

    ep::ChangeBatch history() {
        const std::uint32_t table = pick_table();
        ep::ChangeBatch made = numbers_.contains(table) ? batch() : define(table);
        ep::HistoryRow row{{number_of(table)}};
        row.position = sequence_;
        row.first = choice_() % 3 == 0 ? sequence_ / 2 : 0;
        row.time = Instant(static_cast<std::int64_t>(sequence_));
        row.row_id = 1 + choice_() % kRows;
        row.image = image();
        made.history.push_back(std::move(row));
        return made;
    }

    ep::ChangeBatch end_history() {
        const std::uint32_t table = pick_table();
        ep::ChangeBatch made = numbers_.contains(table) ? batch() : define(table);
        made.ended_histories.push_back({number_of(table)});
        return made;
    }

    ep::ChangeBatch entry() {
        ep::ChangeBatch made = batch();
        const std::string key = "key " + std::to_string(choice_() % 5);
        ep::EntryRow row{"tokens", {"", "eu-west-1"}, key, std::nullopt};
        if (choice_() % 4 != 0) {
            row.value = "value " + std::to_string(sequence_);
            if (choice_() % 2 == 0) {
                row.expires_at = Instant(static_cast<std::int64_t>(sequence_ + 5));
            }
        }
        made.entries.push_back(std::move(row));
        return made;
    }

    ep::ChangeBatch expire() {
        ep::ChangeBatch made = entry();
        made.expired_by = Instant(static_cast<std::int64_t>(sequence_));
        return made;
    }

    // A fork: what is copied, and then its definition.
    Step copy() {
        const std::uint32_t from = pick_table();
        Step step;
        step.push_back(numbers_.contains(from) ? batch() : define(from));
        step.push_back(batch());
        const std::uint32_t number = ++last_number_;
        step[1].table_copies.push_back({{number_of(from)}, {number}, true});
        step.push_back(ep::define(sequence_, number, "copy " + std::to_string(sequence_)));
        numbers_[1 + static_cast<std::uint32_t>(choice_() % kTables)] = number;
        return step;
    }

    std::mt19937_64 choice_;
    std::uint64_t sequence_ = 0;
    std::uint32_t last_number_ = 0;
    std::map<std::uint32_t, std::uint32_t> numbers_;  // of the tables there are
    std::set<std::uint32_t> streams_;
};

void append_line(std::string& text, const std::string& line) {
    text += line + "\n";
}

std::string row_line(std::uint32_t table, std::uint64_t row, const std::string& value) {
    return "  item " + std::to_string(table) + "/" + std::to_string(row) + " " + value;
}

std::string change_line(std::uint64_t position, const std::string& value) {
    return "  before " + std::to_string(position) + " " + value;
}

std::string record_line(std::uint64_t commit, std::uint32_t ordinal, const std::string& record) {
    return "  record " + std::to_string(commit) + "." + std::to_string(ordinal) + " " + record;
}

std::string entry_line(
    const std::string& section, const std::string& key, const std::string& value, std::int64_t until
) {
    return "entry " + section + "/" + key + " " + value + " until " + std::to_string(until);
}

}  // namespace

std::vector<Step> scripted_steps(std::uint64_t seed, std::size_t count) {
    Author author(seed);
    std::vector<Step> steps;
    for (std::size_t i = 0; i < count; ++i) steps.push_back(author.next());
    return steps;
}

void Model::apply(const Step& step) {
    for (const ep::ChangeBatch& batch : step) apply(batch);
}

void Model::apply(const ep::ChangeBatch& batch) {
    for (const ep::DefinitionChange& change : batch.definitions) {
        if (change.definition) {
            tables_[change.table.value].definition = *change.definition;
        } else {
            tables_.erase(change.table.value);
        }
    }
    for (const ep::RowChange& row : batch.rows) {
        auto& rows = tables_.at(row.table.value).rows;
        if (row.image == nullptr) {
            rows.erase(row.row_id);
        } else {
            rows[row.row_id] = text_of_image(row.image);
        }
    }
    for (const ep::TableCopy& copy : batch.table_copies) {
        tables_[copy.to.value] = tables_.at(copy.from.value);
    }
    for (const TableNumber table : batch.ended_histories) {
        if (tables_.contains(table.value)) tables_.at(table.value).history.clear();
    }
    for (const ep::HistoryRow& row : batch.history) {
        auto& history = tables_.at(row.table.value).history;
        history[row.position] = text_of_image(row.image);
        history.erase(history.begin(), history.lower_bound(row.first));
    }
    apply_streams(batch);
    apply_entries(batch);
}

void Model::apply_streams(const ep::ChangeBatch& batch) {
    for (const ep::StreamChange& change : batch.streams) {
        if (!change.definition) {
            streams_.erase(change.stream.value);
            continue;
        }
        Stream& stream = streams_[change.stream.value];
        stream.definition = *change.definition;
        if (!change.trimmed_before) continue;
        std::erase_if(stream.records, [&](const auto& record) {
            return record.second.first < change.trimmed_before->unix_ms();
        });
    }
    for (const ep::StreamRecordRow& row : batch.records) {
        const auto& position = row.record.position;
        streams_.at(row.stream.value).records[{position.commit, position.ordinal}] = {
            row.record.time.unix_ms(), record_text(row.record)};
    }
}

void Model::apply_entries(const ep::ChangeBatch& batch) {
    for (const ep::EntryRow& row : batch.entries) {
        if (row.value) {
            const std::int64_t until = row.expires_at ? row.expires_at->unix_ms() : kNever;
            entries_[{row.section, row.key}] = {*row.value, until};
        } else {
            entries_.erase({row.section, row.key});
        }
    }
    if (!batch.expired_by) return;
    std::erase_if(entries_, [&](const auto& entry) {
        return entry.second.second <= batch.expired_by->unix_ms();
    });
}

std::string Model::text() const {
    std::string text;
    for (const auto& [number, table] : tables_) {
        append_line(text, "table " + std::to_string(number) + " " + table.definition);
        for (const auto& [row, value] : table.rows) append_line(text, row_line(number, row, value));
        for (const auto& [position, value] : table.history) {
            append_line(text, change_line(position, value));
        }
    }
    for (const auto& [number, stream] : streams_) {
        append_line(text, "stream " + std::to_string(number) + " " + stream.definition);
        for (const auto& [position, record] : stream.records) {
            append_line(text, record_line(position.first, position.second, record.second));
        }
    }
    for (const auto& [place, entry] : entries_) {
        append_line(text, entry_line(place.first, place.second, entry.first, entry.second));
    }
    return text;
}

std::string content_of(ep::DataFile& file) {
    std::string text;
    for (const ep::StoredTable& table : file.tables()) {
        append_line(text, "table " + std::to_string(table.number.value) + " " + table.definition);
        std::map<std::uint64_t, std::string> rows;
        const auto add = [&](std::uint64_t row, std::string_view payload) {
            rows[row] = payload.empty() ? "" : ep::text_of(payload);
        };
        if (table.base) file.each_base_item(*table.base, add);
        file.each_item(table.number, add);
        for (const auto& [row, value] : rows) {
            if (!value.empty()) append_line(text, row_line(table.number.value, row, value));
        }
        file.each_change(table.number, [&](const ep::StoredChange& change) {
            append_line(text, change_line(change.position, ep::text_of(change.payload)));
        });
    }
    for (const ep::StoredStream& stream : file.streams()) {
        append_line(
            text, "stream " + std::to_string(stream.number.value) + " " + stream.definition
        );
        file.each_record(stream.number, [&](const ep::StreamRecordRow& row) {
            const auto& position = row.record.position;
            append_line(
                text, record_line(position.commit, position.ordinal, record_text(row.record))
            );
        });
    }
    file.each_entry([&](const ep::EntryRow& row) {
        const std::int64_t until = row.expires_at ? row.expires_at->unix_ms() : kNever;
        append_line(text, entry_line(row.section, row.key, *row.value, until));
    });
    return text;
}

}  // namespace stator::disk
