// Subject: one side of a comparison, in the form that users write. A value.
//
//   table:Music                         the present contents of a table
//   table:Music@2026-11-24T10:00:00Z    an earlier state, from its point-in-time recovery
//   backup:ARN                          the contents of a backup
//   universe:test-1                     all tables of a universe
//   snapshot:before                     all tables of a snapshot
//
// A table or a backup belongs to the universe of the request, unless a universe precedes it:
// table:test-1/Music.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/base/accepted.hpp"
#include "engine/base/instant.hpp"

namespace stator::emulator::laboratory::differences {

struct Subject {
    enum class Kind : unsigned char { Table, Backup, Universe, Snapshot };

    Kind kind = Kind::Table;
    // The text as the user wrote it.
    std::string text;
    // For a table or backup: the universe that precedes it.
    std::optional<std::string> universe = {};
    // The name of a table, universe or snapshot, or the ARN of a backup.
    std::string name = {};
    // For a table: the time of the state.
    std::optional<engine::Instant> moment = {};

    // True for a table or a backup, which are compared regardless of their names.
    bool is_one_table() const { return kind == Kind::Table || kind == Kind::Backup; }
};

// Error: one sentence that describes the form.
Accepted<Subject> parse_subject(std::string_view text);

}  // namespace stator::emulator::laboratory::differences
