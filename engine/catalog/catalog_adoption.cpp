// Operations on the whole catalog: visiting it, and replacing its contents with another's.
#include <algorithm>
#include <cassert>

#include "engine/catalog/all_held.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/catalog/table_rows.hpp"
#include "engine/storage/change_history.hpp"
#include "protocol/model/backup_definition.hpp"
#include "protocol/model/stream_definition.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::engine::catalog {
namespace {

void add_history(
    const table::Table& table,
    const storage::ChangeHistory& history,
    persistence::ChangeBatch& batch
) {
    for (const auto& [position, change] : history.changes()) {
        batch.history.push_back(
            storage::history_row(table.number(), table.schema_under_lock(), change, {position, 0})
        );
    }
}

}  // namespace

std::vector<std::shared_ptr<table::Table>> Catalog::tables() const {
    std::vector<std::shared_ptr<table::Table>> tables;
    const ReaderLock lock(mutex_);
    for (const auto& [name, entry] : tables_) tables.push_back(entry.table);
    return tables;
}

void Catalog::visit(const VisitTables& visit) const {
    const ReaderLock lock(mutex_);
    std::vector<std::shared_ptr<table::Table>> tables;
    for (const auto& [name, entry] : tables_) tables.push_back(entry.table);
    ++visits_;
    visit(tables);
    --visits_;
}

void Catalog::assert_visited() const {
    assert(visits_ > 0);
}

void Catalog::copy_tables(
    const Catalog& original,
    const std::vector<std::shared_ptr<table::Table>>& tables,
    Instant now,
    persistence::ChangeBatch& copies
) {
    const WriterLock lock(mutex_);
    const auto own = [this](std::string& arn) { own_arn(arn); };
    const std::uint64_t last_commit = original.host_->last_sequence().value;
    for (const auto& [from, to] : streams_.copy(original.streams_, own)) {
        copies.stream_copies.push_back({from, to, last_commit});
    }
    for (const auto& table : tables) {
        const auto recorded = table->stream();
        std::string arn = recorded == nullptr ? "" : recorded->arn();
        own(arn);
        auto description = table->snapshot()->description;
        own_arns(description);
        auto stream = recorded == nullptr ? nullptr : streams_.find(arn);
        const TableNumber number = host_->next_table_number();
        copies.table_copies.push_back({table->number(), number, table->history() != nullptr});
        const std::string name = description.name;
        add(table->copy(number, std::move(description), std::move(stream)), now);
        // Changes in progress keep their due times.
        Entry& entry = *find(name);
        entry.lifecycle = original.find(name)->lifecycle;
        due_tables_.note(name, entry.lifecycle.deadline());
    }
    for (const auto& [arn, backup] : original.backups_.all()) {
        backup::Backup copy = backup;
        copy.number = host_->next_table_number();
        copies.table_copies.push_back({backup.number, copy.number});
        own(copy.description.arn);
        own_arns(copy.description.table);
        backups_.add(std::move(copy));
    }
    refresh_deadline();
    tables_made_ = original.tables_made_;
    backups_made_ = original.backups_made_;
}

JournalTicket Catalog::adopt(
    std::span<const Adoption> adoptions,
    Recorded recorded,
    Afterwards afterwards,
    Instant now,
    const EntryReplacement& entries
) {
    if (adoptions.empty()) return {};
    std::vector<Catalog*> all;
    for (const auto& [catalog, staging] : adoptions) all.push_back(&catalog);
    const AllHeld held(std::move(all));
    // Writes in progress reach the journal before the batch below; later ones are rejected.
    for (const auto& [catalog, staging] : adoptions) {
        held.covers(catalog);
        for (const auto& [name, entry] : catalog.tables_) entry.table->end();
    }
    persistence::ChangeBatch batch;
    // Before the new tables can be used, so that these entries become durable with them.
    batch.entries = entries.begin();
    for (const auto& [catalog, staging] : adoptions) {
        held.covers(catalog);
        if (afterwards == Afterwards::StartsOver) {
            catalog.tables_made_ = 0;
            catalog.backups_made_ = 0;
        }
        catalog.adopt_locked(staging, recorded, now, batch);
    }
    const JournalTicket ticket = adoptions.front().catalog.host_->append_turn(std::move(batch));
    entries.finish(ticket);
    for (const auto& [catalog, staging] : adoptions) {
        catalog.last_ticket_.store(ticket);
        if (afterwards == Afterwards::Retires) catalog.host_->set_live(false);
    }
    return ticket;
}

void Catalog::adopt_locked(
    Catalog& staging, Recorded recorded, Instant now, persistence::ChangeBatch& batch
) {
    for (const auto& [name, entry] : tables_) {
        const TableNumber number = entry.table->number();
        host_->forget(number);
        batch.definitions.push_back({number, settings_.place, {}});
    }
    for (const auto& [arn, backup] : backups_.all()) {
        batch.definitions.push_back({backup.number, settings_.place, {}});
    }
    for (const auto& stream : streams_.all()) {
        stream->retire();
        batch.streams.push_back({stream->number(), settings_.place, {}, {}});
    }
    staging.host_->set_live(true);
    const WriterLock lock(staging.mutex_);
    tables_ = std::move(staging.tables_);
    staging.tables_.clear();
    due_tables_ = std::exchange(staging.due_tables_, {});
    streams_.take(staging.streams_);
    backups_.take(staging.backups_);
    tables_made_ = std::max(tables_made_, staging.tables_made_);
    backups_made_ = std::max(backups_made_, staging.backups_made_);
    for (const auto& [name, entry] : tables_) follow_membership(*entry.table);
    if (host_->is_durable()) {
        add_definitions_locked(batch);
        if (recorded == Recorded::Nothing) add_rows_locked(batch);
    }
    stream_deadline_ = streams_.all().empty() ? kNever : now;
    refresh_deadline();
}

void Catalog::add_contents(persistence::ChangeBatch& batch) const {
    const ReaderLock lock(mutex_);
    add_definitions_locked(batch);
    add_rows_locked(batch);
}

void Catalog::add_rows(persistence::ChangeBatch& batch) const {
    const ReaderLock lock(mutex_);
    add_rows_locked(batch);
}

void Catalog::add_definitions_locked(persistence::ChangeBatch& batch) const {
    for (const auto& [name, entry] : tables_) {
        batch.definitions.push_back(
            {entry.table->number(),
             settings_.place,
             model::encode_table_definition(entry.table->snapshot()->description)}
        );
    }
    for (const auto& [arn, backup] : backups_.all()) {
        batch.definitions.push_back(
            {backup.number,
             settings_.place,
             model::encode_backup_definition(backup.description),
             true}
        );
    }
    for (const auto& stream : streams_.all()) {
        batch.streams.push_back(
            {stream->number(),
             settings_.place,
             model::encode_stream_definition(stream->description()),
             {}}
        );
    }
}

void Catalog::add_rows_locked(persistence::ChangeBatch& batch) const {
    for (const auto& [name, entry] : tables_) {
        const table::Table& table = *entry.table;
        add_items(table, table.number(), batch);
        if (const auto history = table.history()) add_history(table, *history, batch);
    }
    for (const auto& [arn, backup] : backups_.all()) {
        add_items(*backup.contents, backup.number, batch);
    }
    for (const auto& stream : streams_.all()) {
        for (const auto& shard : stream->shards()) {
            for (auto& record : shard->records()) {
                batch.records.push_back({stream->number(), shard->id(), std::move(record)});
            }
        }
    }
}

}  // namespace stator::engine::catalog
