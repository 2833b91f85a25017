#include "tests/simulation/model/model.hpp"

#include <algorithm>
#include <utility>

namespace stator::simulation {
namespace {

constexpr std::int64_t kRetentionMs = 24 * 3'600'000LL;
constexpr std::int64_t kMaxExpiredAgeMs = 5 * 365 * 24 * 3'600'000LL;

std::optional<std::int64_t> expiry_ms(const Item& item) {
    const auto found = item.find(kExpiryAttribute);
    if (found == item.end() || !found->second.is_number) return std::nullopt;
    return found->second.number() * 1'000;
}

bool is_key_of(const IndexDefinition& index, const std::string& name) {
    return std::ranges::any_of(index.keys, [&](const IndexKey& key) { return key.name == name; });
}

bool is_included(const IndexDefinition& index, const std::string& name) {
    return std::ranges::find(index.included, name) != index.included.end();
}

}  // namespace

bool shows(std::size_t table, const IndexDefinition& index, const std::string& name) {
    const bool has_sort_key = table_definitions()[table].has_sort_key;
    const bool is_table_key = name == "pk" || (has_sort_key && name == "sk");
    return index.projection == Projection::All || is_table_key || is_key_of(index, name) ||
           is_included(index, name);
}

Item index_entry(std::size_t table, const IndexDefinition& index, const Item& item) {
    for (const IndexKey& key : index.keys) {
        const auto found = item.find(key.name);
        if (found == item.end() || found->second.is_number != key.is_number) return {};
    }
    if (index.projection == Projection::All) return item;
    Item entry;
    for (const auto& [name, value] : item) {
        if (shows(table, index, name)) entry[name] = value;
    }
    return entry;
}

Model::Model(const Delays& delays, bool keeps_history, bool limits_recovery)
    : delays_(delays), keeps_history_(keeps_history), limits_recovery_(limits_recovery) {
    for (const TableDefinition& definition : table_definitions()) {
        ExpectedTable table;
        table.global_indexes.resize(definition.global_indexes.size());
        for (std::size_t i = 0; i < definition.initial_global_indexes; ++i) {
            table.global_indexes[i].stage = IndexStage::Active;
        }
        table.streams.emplace_back();
        tables_.push_back(std::move(table));
    }
}

std::unique_ptr<Model> Model::copy() const {
    auto copy = std::make_unique<Model>(delays_, false, limits_recovery_);
    copy->now_ms_ = now_ms_;
    copy->tables_ = tables_;
    copy->backups_ = backups_;
    copy->restored_ = restored_;
    copy->tokens_ = tokens_;
    return copy;
}

void Model::run_due(std::int64_t now_ms) {
    now_ms_ = now_ms;
    for (std::size_t table = 0; table < tables_.size(); ++table) run_changes(table);
    for (const ExpectedTable& table : tables_) {
        if (table.expires) expire_items(table);
    }
}

void Model::expire_items(const ExpectedTable& table) {
    std::vector<Key> expired;
    for (const auto& [key, item] : table.items) {
        const auto at_ms = expiry_ms(item);
        if (!at_ms || *at_ms <= now_ms_ - kMaxExpiredAgeMs) continue;
        if (*at_ms < now_ms_ - delays_.time_to_live_ms) expired.push_back(key);
    }
    for (const Key& key : expired) {
        begin_commit();
        change_item(key, {}, true);
    }
}

Expectation Model::apply(const TimeToLiveChange& change) {
    bool& expires = tables_[change.table].expires;
    if (expires == change.enables) return {"ValidationException", {}, {}};
    begin_commit();
    expires = change.enables;
    remember([&expires, change] { expires = !change.enables; });
    return {};
}

Expectation Model::apply(const PolicyChange& change) {
    std::optional<std::size_t>& policy = tables_[change.table].policy;
    if (policy == change.policy) return {};
    begin_commit();
    const std::optional<std::size_t> before = policy;
    policy = change.policy;
    remember([&policy, before] { policy = before; });
    return {};
}

const Item& Model::item(const Key& key) const {
    static const Item kNone;
    const auto& items = tables_[key.table].items;
    const auto found = items.find(key);
    return found == items.end() ? kNone : found->second;
}

std::vector<const IndexDefinition*> Model::indexes(std::size_t table) const {
    const TableDefinition& definition = table_definitions()[table];
    std::vector<const IndexDefinition*> indexes;
    for (std::size_t i = 0; i < definition.global_indexes.size(); ++i) {
        if (tables_[table].global_indexes[i].is_maintained())
            indexes.push_back(&definition.global_indexes[i]);
    }
    for (const IndexDefinition& index : definition.local_indexes) indexes.push_back(&index);
    return indexes;
}

std::vector<Item> Model::entries(std::size_t table, const IndexDefinition& index) const {
    std::vector<Item> entries;
    for (const auto& [key, item] : tables_[table].items) {
        Item entry = index_entry(table, index, item);
        if (!entry.empty()) entries.push_back(std::move(entry));
    }
    return entries;
}

void Model::begin_commit() {
    if (!keeps_history_) return;
    history_.emplace_back();
    ++ticketless_commits_;
}

void Model::remember(Undo undo) {
    if (keeps_history_) history_.back().undo.push_back(std::move(undo));
}

void Model::change_item(const Key& key, const Item& after, bool by_time_to_live) {
    ExpectedTable& table = tables_[key.table];
    const Item before = item(key);
    if (before == after) return;
    if (after.empty()) {
        table.items.erase(key);
    } else {
        table.items[key] = after;
    }
    const bool recorded = !table.streams.empty() && !table.streams.back().disabled_ms;
    const ExpectedRecord record{
        item_json(key_item(key)),
        before.empty() ? "" : item_json(before),
        after.empty() ? "" : item_json(after),
        by_time_to_live,
        now_ms_};
    if (recorded) {
        table.streams.back().records.push_back(record);
        table.triggering.push_back(record);
    }
    table.outgoing.push_back(record);
    if (table.recovery) table.recovery->changes.push_back({now_ms_, key, before});
    remember([&table, key, before, recorded] {
        if (table.recovery) table.recovery->changes.pop_back();
        table.outgoing.pop_back();
        if (recorded) table.triggering.pop_back();
        if (before.empty()) {
            table.items.erase(key);
        } else {
            table.items[key] = before;
        }
        if (recorded && !table.streams.back().records.empty()) {
            table.streams.back().records.pop_back();
        }
    });
}

void Model::note_tickets(std::uint64_t before, std::uint64_t after) {
    for (; ticketless_commits_ > 0; --ticketless_commits_) {
        Commit& commit = history_[history_.size() - ticketless_commits_];
        commit.before_ticket = before;
        commit.last_ticket = after;
    }
}

void Model::lose_commits_above(std::uint64_t saved_ticket) {
    while (!history_.empty() && history_.back().before_ticket >= saved_ticket) undo_last_commit();
    std::size_t saved = 0;
    while (saved < history_.size() && history_[saved].last_ticket <= saved_ticket) ++saved;
    forget_commits(saved);
}

void Model::forget_commits(std::size_t count) {
    history_.erase(history_.begin(), history_.begin() + static_cast<std::ptrdiff_t>(count));
    if (history_.empty()) trim_streams();
}

void Model::undo_last_commit() {
    const Commit commit = std::move(history_.back());
    history_.pop_back();
    if (ticketless_commits_ > 0) --ticketless_commits_;
    for (auto undo = commit.undo.rbegin(); undo != commit.undo.rend(); ++undo) (*undo)();
}

void Model::forget_outgoing() {
    for (ExpectedTable& table : tables_) table.outgoing.clear();
}

void Model::forget_triggering() {
    for (ExpectedTable& table : tables_) table.triggering.clear();
}

void Model::trim_streams() {
    for (ExpectedTable& table : tables_) {
        for (ExpectedStream& stream : table.streams) {
            auto& records = stream.records;
            while (!records.empty() && records.front().time_ms < now_ms_ - kRetentionMs) {
                records.pop_front();
                stream.is_complete = false;
            }
        }
        while (!table.streams.empty() && table.streams.front().disabled_ms &&
               *table.streams.front().disabled_ms + kRetentionMs <= now_ms_) {
            table.streams.erase(table.streams.begin());
        }
    }
}

}  // namespace stator::simulation
