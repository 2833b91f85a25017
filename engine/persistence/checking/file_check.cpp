#include "engine/persistence/checking/file_check.hpp"

#include <filesystem>
#include <map>
#include <string_view>

#include "engine/persistence/checking/file_length.hpp"
#include "engine/persistence/checking/sum_check.hpp"
#include "engine/persistence/left_over_logs.hpp"
#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/migrations.hpp"
#include "protocol/base/printable_text.hpp"
#include "protocol/model/stream.hpp"
#include "protocol/values/item_flaw.hpp"

namespace stator::engine::persistence::checking {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr std::size_t kApplicationIdPlace = 68;
constexpr std::int64_t kFirstVersionWithStreams = 2;
// The argument is the number of problems after which SQLite's check stops.
constexpr const char* kIntegrityCheck = "PRAGMA integrity_check(50)";

// Returns false if it is not a Stator data file.
bool check_header(const WorkingCopy& copy, Report& report) {
    const std::string bytes = header_of(copy);
    const std::string_view header = bytes;
    if (header.empty()) {
        report.problems.push_back("stator.db: it is empty");
        return false;
    }
    if (header.substr(0, kMagic.size()) != kMagic) {
        report.problems.push_back("stator.db: it does not begin as a data file of Stator does");
        return false;
    }
    if (header.size() < kHeaderBytes) {
        report.problems.push_back("stator.db: it ends within its first hundred bytes");
        return false;
    }
    if (static_cast<std::int64_t>(big_endian(header.substr(kApplicationIdPlace, 4))) !=
        sqlite::kApplicationId) {
        report.problems.push_back("stator.db: it is a SQLite file, but not Stator's");
        return false;
    }
    if (const auto cut = find_cut_off(copy)) {
        report.problems.push_back(
            "stator.db: it has " + std::to_string(cut->bytes) + " bytes instead of " +
            std::to_string(cut->bytes_by_header)
        );
    }
    return true;
}

std::string one_line(std::string text) {
    for (char& letter : text) {
        if (letter == '\n') letter = ' ';
    }
    return protocol::printable(text);
}

void check_integrity(sqlite::Connection& connection, Report& report) {
    sqlite::Statement check(connection, kIntegrityCheck);
    while (check.step()) {
        const std::string line(check.column_bytes(0));
        if (line != "ok") report.problems.push_back("stator.db: " + one_line(line));
    }
}

// The fixed part of the schema, without white space, by name.
std::map<std::string, std::string> schema_of(sqlite::Connection& connection) {
    std::map<std::string, std::string> schema;
    sqlite::Statement select(
        connection,
        "SELECT name, coalesce(sql, '') FROM sqlite_schema"
        // Up to version 9 each table had a table of items.
        " WHERE name NOT GLOB 'items_[0-9]*' AND name NOT GLOB 'rows_[0-9]*'"
        " AND name NOT GLOB 'sqlite_*'"
    );
    while (select.step()) {
        std::string& sql = schema[std::string(select.column_bytes(0))];
        for (const char letter : select.column_bytes(1)) {
            if (letter != ' ' && letter != '\n') sql.push_back(letter);
        }
    }
    return schema;
}

void check_schema(sqlite::Connection& connection, std::int64_t version, Report& report) {
    sqlite::Connection fresh(":memory:");
    sqlite::migrate(fresh, sqlite::migrations().first(static_cast<std::size_t>(version)));
    const auto expected = schema_of(fresh);
    const auto found = schema_of(connection);
    for (const auto& [name, sql] : expected) {
        const auto there = found.find(name);
        if (there == found.end()) {
            report.problems.push_back("stator.db: " + name + " is missing");
        } else if (there->second != sql) {
            report.problems.push_back(
                "stator.db: " + name + " is not what it is in data version " +
                std::to_string(version)
            );
        }
    }
    for (const auto& [name, sql] : found) {
        if (!expected.contains(name))
            report.notes.push_back("stator.db: " + one_line(name) + " is unknown");
    }
}

void check_numbers(sqlite::Connection& connection, Report& report) {
    for (const std::string key : {"last_sequence", "last_table_number"}) {
        sqlite::Statement select(connection, "SELECT value FROM meta WHERE key = ?1");
        select.bind_text(1, key);
        bool is_there = false;
        while (select.step()) is_there = select.column_integer(0) >= 0;
        if (!is_there) report.problems.push_back("stator.db: " + key + " is missing in meta");
    }
}

// Adds a problem for each stream record that cannot be read.
void check_records(sqlite::Connection& connection, Report& report) {
    sqlite::Statement select(
        connection, "SELECT stream, sequence, event, keys, old_image, new_image FROM stream_records"
    );
    while (select.step()) {
        const auto flaw = flaw_of_record(select, 2, 3);
        if (!flaw) continue;
        report.problems.push_back(
            "stream number " + std::to_string(select.column_integer(0)) +
            ": the record of commit " + std::to_string(select.column_integer(1)) +
            " cannot be read: " + *flaw
        );
    }
}

void check_logs(sqlite::Connection& connection, const WorkingCopy& copy, Report& report) {
    const LeftOverLogs logs = find_left_over_logs(connection, copy.directory());
    for (const LeftOverLog& log : logs.unfolded) {
        report.figures.log_changes += log.scan.changes;
        if (log.scan.state != changes::LogState::Torn) continue;
        report.notes.push_back(
            fs::path(log.path).filename().string() + ": the last " +
            std::to_string(log.scan.bytes - log.scan.sound_bytes) +
            " bytes are not a complete change, as when a process was killed while it wrote"
        );
    }
    report.problems.insert(report.problems.end(), logs.problems.begin(), logs.problems.end());
    report.notes.insert(report.notes.end(), logs.notes.begin(), logs.notes.end());
}

// Returns false if the file cannot be used at all.
bool check_data_file(const WorkingCopy& copy, Report& report) {
    try {
        sqlite::Connection connection(copy.file());
        connection.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON");
        const std::int64_t version = connection.integer("PRAGMA user_version");
        const std::int64_t newest = sqlite::migrations().back().version;
        if (version < 1 || version > newest) {
            report.problems.push_back(
                "stator.db: its data version is " + std::to_string(version) + ", and this Stator " +
                "knows 1 to " + std::to_string(newest) +
                (version > newest ? ": check it with the Stator that wrote it" : "")
            );
            return false;
        }
        if (version < newest) {
            report.notes.push_back(
                "stator.db: data version " + std::to_string(version) + ", of an older Stator"
            );
        }
        check_schema(connection, version, report);
        if (version == newest && !sqlite::find_sum_seed(connection)) {
            report.problems.push_back("stator.db: the seed of its checksums cannot be read");
        }
        // If one check fails on a lost page, the others still run: the rows on other pages can be
        // saved.
        const auto note_damage = [&](const auto& check) {
            try {
                check(connection, report);
            } catch (const sqlite::Error& error) {
                report.problems.push_back(std::string("stator.db: ") + one_line(error.what()));
            }
        };
        note_damage(check_integrity);
        note_damage(check_numbers);
        if (version >= kFirstVersionWithStreams) note_damage(check_records);
        if (version == newest) {
            check_sums(connection, report);
            note_damage([&](sqlite::Connection& checked, Report& into) {
                check_logs(checked, copy, into);
            });
        }
        return true;
    } catch (const sqlite::Error& error) {
        report.problems.push_back(std::string("stator.db: ") + one_line(error.what()));
        return false;
    }
}

}  // namespace

bool check_files(const WorkingCopy& copy, Report& report) {
    if (!check_header(copy, report)) return false;
    return check_data_file(copy, report);
}

std::optional<std::string> flaw_of_record(const sqlite::Statement& row, int event, int keys) {
    constexpr std::int64_t kLastEvent = static_cast<std::int64_t>(model::StreamEvent::Remove);
    const std::int64_t kind = row.column_integer(event);
    if (kind < 0 || kind > kLastEvent) return "its event is unknown";
    for (const int column : {keys, keys + 1, keys + 2}) {
        if (row.column_is_null(column)) continue;
        if (auto flaw = values::flaw_of_item(row.column_bytes(column))) return flaw;
    }
    return row.column_is_null(keys) ? std::optional<std::string>("it has no keys") : std::nullopt;
}

void restore_length(const WorkingCopy& copy, Report& report) {
    if (header_of(copy).size() < kHeaderBytes) return;
    constexpr std::uint64_t kLeastPart = 16;
    const auto cut = find_cut_off(copy);
    // A damaged header may contain any length.
    if (!cut || cut->bytes < cut->bytes_by_header / kLeastPart) return;
    report.problems.push_back(
        "stator.db: its last " + std::to_string(cut->bytes_by_header - cut->bytes) +
        " bytes are gone"
    );
    if (fs::file_size(copy.file()) < cut->bytes_by_header) {
        fs::resize_file(copy.file(), cut->bytes_by_header);
    }
}

}  // namespace stator::engine::persistence::checking
