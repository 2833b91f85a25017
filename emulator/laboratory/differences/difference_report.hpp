// What two subjects differ in, and how it is told. Values and pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/inspection/differences.hpp"
#include "engine/inspection/frozen_tables.hpp"

namespace stator::emulator::laboratory::differences {

// All texts but the path are JSON; "" where there is nothing.
struct PathDifference {
    std::string path;
    std::string before;
    std::string after;
};

struct ItemDifference {
    enum class Kind : unsigned char { Added, Removed, Changed };

    Kind kind = Kind::Changed;
    std::string key;
    std::string item = {};                   // of one that was added or removed
    std::vector<PathDifference> paths = {};  // of one that was changed
};

struct TableDifference {
    enum class Presence : unsigned char { Both, OnlyBefore, OnlyAfter };

    std::string region;
    std::string table;
    // What the table is called on the other side, if not the same.
    std::string other_table = {};
    Presence presence = Presence::Both;
    // Then no items are compared.
    bool has_other_keys = false;
    // Of a table that is on one side alone: all its items.
    engine::inspection::DifferenceCounts counts = {};
    // The first of them.
    std::vector<ItemDifference> items = {};

    bool is_none() const {
        return presence == Presence::Both && !has_other_keys && counts.is_none();
    }
};

struct DifferenceReport {
    std::string before;  // as it was written
    std::string after;
    // Those that differ.
    std::vector<TableDifference> tables = {};
    // There are more items that differ than were asked for.
    bool is_cut = false;

    bool is_equal() const { return tables.empty(); }
};

// Compares table by table: one with one, or those of one region and name. Tells of `most_items`
// items at most, and counts the others.
DifferenceReport compare(
    const engine::inspection::FrozenTables& before,
    const engine::inspection::FrozenTables& after,
    bool is_one_table,
    std::size_t most_items
);

std::string report_json(const DifferenceReport& report);
// "" when nothing differs.
std::string report_text(const DifferenceReport& report);

}  // namespace stator::emulator::laboratory::differences
