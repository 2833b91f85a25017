#include "engine/replication/global_tables.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace stator::engine::replication {
namespace {

// The parts of "change/{id}/{version}". The version is "" for a definition.
struct EntryKey {
    std::string_view kind;
    std::string_view id;
    std::string_view version;
};

EntryKey parse_key(std::string_view key) {
    const std::size_t kind_end = std::min(key.find('/'), key.size());
    EntryKey parsed{key.substr(0, kind_end), {}, {}};
    key.remove_prefix(std::min(kind_end + 1, key.size()));
    const std::size_t id_end = std::min(key.find('/'), key.size());
    parsed.id = key.substr(0, id_end);
    key.remove_prefix(std::min(id_end + 1, key.size()));
    parsed.version = key;
    return parsed;
}

}  // namespace

void GlobalTables::set_links(LinkSettings settings) {
    links_.set_settings(std::move(settings));
    for (const auto& table : all()) table->reschedule();
}

std::vector<std::shared_ptr<GlobalTable>> GlobalTables::all() const {
    if (is_empty()) return {};
    const MutexLock lock(mutex_);
    return tables_;
}

std::shared_ptr<GlobalTable> GlobalTables::find(std::string_view region, std::string_view table)
    const {
    auto found = find_any(region, table);
    if (found != nullptr && !found->definition().is_replicated()) return nullptr;
    return found;
}

std::vector<std::string> GlobalTables::others(std::string_view region, std::string_view table)
    const {
    const auto group = find_any(region, table);
    return group == nullptr ? std::vector<std::string>() : group->definition().others(region);
}

std::shared_ptr<GlobalTable> GlobalTables::find_any(std::string_view region, std::string_view table)
    const {
    for (const auto& candidate : all()) {
        const auto definition = candidate->definition();
        if (definition.table == table && definition.find(region) != nullptr) return candidate;
    }
    return nullptr;
}

std::shared_ptr<const Membership> GlobalTables::membership(
    std::string_view region, std::string_view table
) const {
    const auto group = find_any(region, table);
    if (group == nullptr) return nullptr;
    group->settle();
    const bool is_strong = group->definition().is_strong;
    return std::make_shared<const Membership>(Membership{group, group->slot(region), is_strong});
}

std::shared_ptr<GlobalTable> GlobalTables::find_or_make(
    const std::string& id, const std::string& region, const std::string& table, Rows* rows
) {
    if (const auto found = find_any(region, table)) return found;
    const MutexLock lock(mutex_);
    const auto made = named(id);
    made->begin(table, region, rows);
    return made;
}

void GlobalTables::leave(std::string_view region, std::string_view table, Rows* rows) {
    const auto group = find_any(region, table);
    if (group == nullptr || group->remove(region, rows)) return;
    erase(group);
}

bool GlobalTables::dissolve(std::string_view region, std::string_view table, Rows* rows) {
    const auto group = find_any(region, table);
    if (group == nullptr || !group->dissolve(rows)) return false;
    erase(group);
    return true;
}

void GlobalTables::erase(const std::shared_ptr<GlobalTable>& group) {
    const MutexLock lock(mutex_);
    std::erase(tables_, group);
    count_.store(tables_.size());
}

bool GlobalTables::adapt(persistence::EntryRow& row) const {
    const EntryKey key = parse_key(row.key);
    if (!row.value || key.id.empty()) return false;
    if (key.kind == "group") return model::decode_global_table(*row.value).has_value();
    if (!parse_version(key.version)) return false;
    return key.kind == "applied" || (key.kind == "change" && decode_change(*row.value));
}

void GlobalTables::restore(const persistence::EntryRow& row) {
    const EntryKey key = parse_key(row.key);
    const MutexLock lock(mutex_);
    const auto table = named(std::string(key.id));
    if (key.kind == "group") {
        auto definition = model::decode_global_table(*row.value);
        if (definition) table->restore_definition(*std::move(definition));
        return;
    }
    const auto version = parse_version(key.version);
    if (!version) return;
    if (key.kind == "applied") return table->restore_applied(row.place.region, *version);
    auto change = decode_change(*row.value);
    if (!change) return;
    change->version = *version;
    change->region = row.place.region;
    table->restore_change(*std::move(change));
}

std::vector<persistence::EntryRow> GlobalTables::contents(std::string_view) const {
    std::vector<persistence::EntryRow> rows;
    for (const auto& table : all()) std::ranges::move(table->contents(), std::back_inserter(rows));
    return rows;
}

std::vector<persistence::EntryRow> GlobalTables::forget(std::string_view universe) {
    std::vector<persistence::EntryRow> rows = contents(universe);
    const MutexLock lock(mutex_);
    for (const auto& table : tables_) table->retire();
    tables_.clear();
    count_.store(0);
    return rows;
}

std::shared_ptr<GlobalTable> GlobalTables::named(const std::string& id) {
    const auto found = std::ranges::find(tables_, id, [](const auto& table) -> const std::string& {
        return table->id();
    });
    if (found != tables_.end()) return *found;
    tables_.push_back(std::make_shared<GlobalTable>(universe_, id, links_));
    count_.store(tables_.size());
    return tables_.back();
}

}  // namespace stator::engine::replication
