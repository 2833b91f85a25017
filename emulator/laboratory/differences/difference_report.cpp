#include "emulator/laboratory/differences/difference_report.hpp"

#include <compare>
#include <utility>

#include "engine/base/walk_together.hpp"
#include "engine/schema/item_keys.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::differences {
namespace {

using engine::inspection::FrozenTable;
using engine::inspection::FrozenTables;
using protocol::values::ItemImage;
using protocol::wire::JsonWriter;

std::string item_json(const ItemImage& item) {
    std::string json;
    protocol::wire::append_item(json, item);
    return json;
}

std::string value_json(const std::optional<protocol::values::AttributeValueView>& value) {
    std::string json;
    if (value) protocol::wire::append_attribute_value(json, *value);
    return json;
}

ItemDifference described(
    const engine::schema::TableSchema& schema, const ItemImage* before, const ItemImage* after
) {
    using Kind = ItemDifference::Kind;
    const ItemImage& present = after != nullptr ? *after : *before;
    ItemDifference difference;
    difference.key = item_json(*engine::schema::key_attributes(schema, nullptr, present));
    if (before == nullptr || after == nullptr) {
        difference.kind = before == nullptr ? Kind::Added : Kind::Removed;
        difference.item = item_json(present);
        return difference;
    }
    for (const auto& [path, old_value, new_value] :
         engine::inspection::attribute_differences(*before, *after)) {
        difference.paths.push_back({path, value_json(old_value), value_json(new_value)});
    }
    return difference;
}

// Compares tables, and counts the listed items.
class Comparison {
public:
    Comparison(DifferenceReport& report, std::size_t most_items)
        : report_(report), room_(most_items) {}

    void compare(const FrozenTable& before, const FrozenTable& after) {
        TableDifference found{before.region, before.name};
        if (after.name != before.name) found.other_table = after.name;
        found.has_other_keys =
            !engine::inspection::have_same_keys(*before.contents, *after.contents);
        if (!found.has_other_keys) compare_items(found, before, after);
        if (!found.is_none()) report_.tables.push_back(std::move(found));
    }

    void note_only(const FrozenTable& table, TableDifference::Presence presence) {
        TableDifference found{table.region, table.name, "", presence};
        const auto items = static_cast<std::uint64_t>(table.contents->statistics().table.items);
        const bool is_before = presence == TableDifference::Presence::OnlyBefore;
        (is_before ? found.counts.removed : found.counts.added) = items;
        report_.tables.push_back(std::move(found));
    }

private:
    void compare_items(
        TableDifference& found, const FrozenTable& before, const FrozenTable& after
    ) {
        const auto snapshot = before.contents->snapshot();
        const auto visit = [&](const ItemImage* old_item, const ItemImage* new_item) {
            if (room_ == 0) {
                report_.is_cut = true;
                return;
            }
            --room_;
            found.items.push_back(described(snapshot->schema, old_item, new_item));
        };
        found.counts = engine::inspection::compare_items(*before.contents, *after.contents, visit);
    }

    DifferenceReport& report_;
    std::size_t room_;
};

std::pair<std::string_view, std::string_view> place_of(const FrozenTable& table) {
    return {table.region, table.name};
}

std::string_view presence_name(TableDifference::Presence presence) {
    switch (presence) {
        case TableDifference::Presence::Both: return "both";
        case TableDifference::Presence::OnlyBefore: return "a";
        case TableDifference::Presence::OnlyAfter: return "b";
    }
    return {};
}

std::string_view kind_name(ItemDifference::Kind kind) {
    switch (kind) {
        case ItemDifference::Kind::Added: return "added";
        case ItemDifference::Kind::Removed: return "removed";
        case ItemDifference::Kind::Changed: return "changed";
    }
    return {};
}

void raw_member(JsonWriter& json, std::string_view name, const std::string& text) {
    if (text.empty()) return;
    json.raw_member(name, text);
}

void write_item(JsonWriter& json, const ItemDifference& item) {
    json.begin_object();
    json.string_member("what", kind_name(item.kind));
    raw_member(json, "key", item.key);
    raw_member(json, "item", item.item);
    if (item.kind == ItemDifference::Kind::Changed) {
        json.objects_member("paths", item.paths, [&](const PathDifference& path) {
            json.string_member("path", path.path);
            raw_member(json, "before", path.before);
            raw_member(json, "after", path.after);
        });
    }
    json.end_object();
}

void write_table(JsonWriter& json, const TableDifference& table) {
    json.begin_object();
    json.string_member("region", table.region);
    json.string_member("table", table.table);
    if (!table.other_table.empty()) json.string_member("otherTable", table.other_table);
    json.string_member("in", presence_name(table.presence));
    if (table.has_other_keys) {
        json.boolean_member("otherKeys", true);
    }
    json.integer_member("added", static_cast<std::int64_t>(table.counts.added));
    json.integer_member("removed", static_cast<std::int64_t>(table.counts.removed));
    json.integer_member("changed", static_cast<std::int64_t>(table.counts.changed));
    json.array_member("items", table.items, [&](const ItemDifference& item) {
        write_item(json, item);
    });
    json.end_object();
}

void append_item_lines(std::string& text, const ItemDifference& item) {
    switch (item.kind) {
        case ItemDifference::Kind::Added: text.append("+ ").append(item.item).append("\n"); return;
        case ItemDifference::Kind::Removed:
            text.append("- ").append(item.item).append("\n");
            return;
        case ItemDifference::Kind::Changed: break;
    }
    text.append("~ ").append(item.key).append("\n");
    for (const PathDifference& path : item.paths) {
        text.append("    ").append(path.path).append(": ");
        text.append(path.before.empty() ? "nothing" : path.before).append(" -> ");
        text.append(path.after.empty() ? "nothing" : path.after).append("\n");
    }
}

void append_table_lines(
    std::string& text, const DifferenceReport& report, const TableDifference& table
) {
    using Presence = TableDifference::Presence;
    text.append(table.table).append(" (").append(table.region).append(")");
    if (!table.other_table.empty()) text.append(" and ").append(table.other_table);
    if (table.has_other_keys) {
        text.append(": other keys\n");
        return;
    }
    if (table.presence != Presence::Both) {
        const bool is_before = table.presence == Presence::OnlyBefore;
        const std::uint64_t items = is_before ? table.counts.removed : table.counts.added;
        text.append(": only in ").append(is_before ? report.before : report.after);
        text.append(", with ").append(std::to_string(items)).append(" items\n");
        return;
    }
    text.append(": ").append(std::to_string(table.counts.added)).append(" added, ");
    text.append(std::to_string(table.counts.removed)).append(" removed, ");
    text.append(std::to_string(table.counts.changed)).append(" changed\n");
    for (const ItemDifference& item : table.items) append_item_lines(text, item);
}

}  // namespace

DifferenceReport compare(
    const FrozenTables& before, const FrozenTables& after, bool is_one_table, std::size_t most_items
) {
    DifferenceReport report;
    Comparison comparison(report, most_items);
    if (is_one_table) {
        comparison.compare(before.front(), after.front());
        return report;
    }
    const auto order = [](const FrozenTable& left, const FrozenTable& right) {
        return place_of(left) <=> place_of(right);
    };
    engine::walk_together(
        before,
        after,
        order,
        [&](const FrozenTable* left, const FrozenTable* right) {
            if (right == nullptr) {
                comparison.note_only(*left, TableDifference::Presence::OnlyBefore);
            } else if (left == nullptr) {
                comparison.note_only(*right, TableDifference::Presence::OnlyAfter);
            } else {
                comparison.compare(*left, *right);
            }
        }
    );
    return report;
}

std::string report_json(const DifferenceReport& report) {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.string_member("a", report.before);
        json.string_member("b", report.after);
        json.boolean_member("equal", report.is_equal());
        if (report.is_cut) {
            json.boolean_member("cut", true);
        }
        json.array_member("tables", report.tables, [&](const TableDifference& table) {
            write_table(json, table);
        });
    });
}

std::string report_text(const DifferenceReport& report) {
    std::string text;
    for (const TableDifference& table : report.tables) append_table_lines(text, report, table);
    if (report.is_cut) text.append("More items differ; --limit shows more of them.\n");
    return text;
}

}  // namespace stator::emulator::laboratory::differences
