// Subject: one side of a comparison, as people write it. A value.
//
//   table:Music                         a table as it is
//   table:Music@2026-11-24T10:00:00Z    as it was, by its point-in-time recovery
//   backup:ARN                          what a backup holds
//   universe:test-1                     all tables of a universe
//   snapshot:before                     all tables of a snapshot
//
// A table and a backup are of the universe that the request is about, unless one stands in front:
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
    // As it was written.
    std::string text;
    // Of a table or backup: the universe in front of it.
    std::optional<std::string> universe = {};
    // The name of a table, universe or snapshot, or a backup's ARN.
    std::string name = {};
    // Of a table.
    std::optional<engine::Instant> moment = {};

    // A table or a backup: they are compared whatever they are called.
    bool is_one_table() const { return kind == Kind::Table || kind == Kind::Backup; }
};

// Error: one sentence that says how it is written.
Accepted<Subject> parse_subject(std::string_view text);

}  // namespace stator::emulator::laboratory::differences
