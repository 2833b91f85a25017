#include "engine/catalog/catalog.hpp"

#include <algorithm>

#include "engine/definition/table_creation.hpp"
#include "engine/definition/table_update.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/replication.hpp"
#include "protocol/errors/table_state.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/model/resource_policy.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::engine::catalog {

using model::TableDescription;
using requests::tables::DescribedTable;
using values::TableStatus;

namespace {

// A new index of a small table gets all items immediately.
constexpr int kFirstSlices = 4;

bool serves_data(const TableDescription& table) {
    return table.status == TableStatus::Active || table.status == TableStatus::Updating;
}

DescribedTable described(const table::Table& table) {
    return {table.snapshot()->description, table.statistics()};
}

}  // namespace

Catalog::Catalog(CatalogSettings settings, std::shared_ptr<CatalogHost> host)
    : settings_(std::move(settings)),
      host_(std::move(host)),
      scope_{settings_.place.region, settings_.account},
      streams_(host_) {}

Result<std::shared_ptr<table::Table>> Catalog::active_table(
    std::string_view name, std::string_view operation
) const {
    STATOR_TRY(const std::string_view plain, model::resolve_table_name(name, scope_, operation));
    const ReaderLock lock(mutex_);
    const Entry* entry = find(plain);
    if (entry == nullptr || !entry->serves_data) return errors::resource_not_found();
    return entry->table;
}

Result<DescribedTable> Catalog::create_table(
    const requests::tables::CreateTableRequest& request, Instant now, const errors::Region& region
) {
    const WriterLock lock(mutex_);
    STATOR_CHECK(host_->check_live());
    if (const Entry* existing = find(request.table_name)) {
        const auto snapshot = existing->table->snapshot();
        if (snapshot->description.restore) return errors::table_being_used(request.table_name);
        if (snapshot->description.status == TableStatus::Creating) {
            return errors::table_exists_while_creating(region, request.table_name);
        }
        return errors::table_already_exists(request.table_name);
    }
    STATOR_TRY(TableDescription description, make_table(request, false, now));
    return DescribedTable{std::move(description)};
}

Result<TableDescription> Catalog::make_table(
    const requests::tables::CreateTableRequest& request, bool is_importing, Instant now
) {
    STATOR_CHECK(definition::check_account_limits(request, scope_));
    const TableNumber number = host_->next_table_number();
    TableDescription description = definition::new_table(request, scope_, next_table_id(), now);
    description.is_importing = is_importing;
    description.partitions = settings_.partitions;
    for (auto& index : description.global_indexes) index.partitions = settings_.partitions;
    // AWS: no two streams of a table's name have one ARN. [case streams/deleted_table]
    for (Instant label = now; streams_.find(description.latest_stream_arn); ++label) {
        definition::enable_stream(description, description.stream.view_type, label);
    }
    record(number, &description);
    auto stream = follow_stream(description, now);
    add(std::make_shared<table::Table>(number, description, std::move(stream), now), now);
    return description;
}

// A table from a data file may already have the next id, if both runs have the same seed.
std::string Catalog::next_table_id() {
    std::string id;
    const auto has_id = [&id](const auto& entry) {
        return entry.second.table->snapshot()->description.table_id == id;
    };
    do {
        id = definition::table_id(host_->identifier_seed(), ++tables_made_);
    } while (std::any_of(tables_.begin(), tables_.end(), has_id));
    return id;
}

Result<std::optional<TableDescription>> Catalog::edited(
    const definition::TableChange& change, const Entry* entry, Instant now
) const {
    if (entry == nullptr) return change.target.missing;
    const auto snapshot = entry->table->snapshot();
    const std::string& name = snapshot->description.name;
    return change.edit(
        {snapshot->description,
         scope_,
         streams_,
         !other_members(name).empty(),
         is_strong(name),
         now}
    );
}

Result<TableDescription> Catalog::apply(const definition::TableChange& change, Instant now) {
    const WriterLock lock(mutex_);
    Entry* const entry = find(change.target.name);
    STATOR_TRY(std::optional<TableDescription> next, edited(change, entry, now));
    if (next) install(*entry, *std::move(next), now);
    return entry->table->snapshot()->description;
}

Result<void> Catalog::check(const definition::TableChange& change, Instant now) const {
    const ReaderLock lock(mutex_);
    const auto next = edited(change, find(change.target.name), now);
    return next.has_error() ? Result<void>(next.error()) : Result<void>();
}

Result<std::shared_ptr<table::Table>> Catalog::look_up(const definition::TableTarget& target
) const {
    const ReaderLock lock(mutex_);
    const Entry* const entry = find(target.name);
    if (entry == nullptr) return target.missing;
    return entry->table;
}

Result<DescribedTable> Catalog::delete_table(std::string_view name, Instant now) {
    const WriterLock lock(mutex_);
    STATOR_TRY(Entry * entry, find_named(name, "DeleteTable"));
    TableDescription description = entry->table->snapshot()->description;
    STATOR_CHECK(definition::check_deletable(description));
    if (is_strong(description.name)) return errors::one_strong_replica_deleted();
    STATOR_CHECK(check_leaving(description.name, now));
    leave_slowly(std::move(description), now);
    return described(*entry->table);
}

Result<DescribedTable> Catalog::describe_table(std::string_view name) const {
    std::shared_ptr<table::Table> table;
    {
        const ReaderLock lock(mutex_);
        STATOR_TRY(const Entry* entry, find_named(name, "DescribeTable"));
        table = entry->table;
    }
    return described(*table);
}

requests::tables::ListTablesReply Catalog::list_tables(
    const requests::tables::ListTablesRequest& request
) const {
    requests::tables::ListTablesReply reply;
    const auto limit = static_cast<std::size_t>(request.limit);
    const ReaderLock lock(mutex_);
    auto position = tables_.upper_bound(request.exclusive_start_table_name);
    for (; position != tables_.end() && reply.table_names.size() < limit; ++position) {
        reply.table_names.push_back(position->first);
    }
    if (position != tables_.end()) reply.last_evaluated_table_name = reply.table_names.back();
    return reply;
}

std::vector<std::shared_ptr<table::Table>> Catalog::tables_with_time_to_live() const {
    std::vector<std::shared_ptr<table::Table>> tables;
    const ReaderLock lock(mutex_);
    for (const auto& [name, entry] : tables_) {
        const bool expires = !entry.table->snapshot()->schema.time_to_live_attribute.empty();
        if (expires && entry.serves_data) tables.push_back(entry.table);
    }
    return tables;
}

Instant Catalog::run_due(Instant now) {
    if (now < next_deadline_.load()) return next_deadline_.load();
    const WriterLock lock(mutex_);
    for (const std::string& name : due_tables_.due(now)) {
        const auto found = tables_.find(name);
        if (!advance(found->second, now)) tables_.erase(found);
    }
    drop_expired_backups(now);
    if (stream_deadline_ <= now) {
        stream_deadline_ = streams_.run_due(now);
        for (const auto& [name, entry] : tables_) {
            stream_deadline_ = std::min(stream_deadline_, entry.table->roll_shards(now));
        }
    }
    refresh_deadline();
    return next_deadline_.load();
}

void Catalog::complete_changes(std::string_view name, Instant now) {
    const WriterLock lock(mutex_);
    const auto found = tables_.find(name);
    if (found == tables_.end()) return;
    // A completed change may be followed by another one with a delay of its own.
    bool is_there = true;
    while (is_there && !found->second.lifecycle.pending().empty()) {
        while (found->second.table->fill_some()) continue;
        found->second.lifecycle.hasten(now);
        is_there = advance(found->second, now);
    }
    if (!is_there) tables_.erase(found);
    refresh_deadline();
}

void Catalog::finish_filling(const table::Table& table, Instant now) {
    const WriterLock lock(mutex_);
    const auto found = tables_.find(table.snapshot()->description.name);
    if (found == tables_.end() || found->second.table.get() != &table) return;
    found->second.lifecycle.resume(now);
    if (!advance(found->second, now)) tables_.erase(found);
    refresh_deadline();
}

std::shared_ptr<table::Table> Catalog::restore(
    TableNumber number, TableDescription description, Instant now
) {
    const WriterLock lock(mutex_);
    ++tables_made_;
    // The description may be from a snapshot of another account.
    own_arns(description);
    auto stream = follow_stream(description, now);
    auto table =
        std::make_shared<table::Table>(number, std::move(description), std::move(stream), now);
    follow_history(*table, table->snapshot()->description);
    add(table, now);
    return table;
}

void Catalog::finish_restoring(Instant now) {
    const WriterLock lock(mutex_);
    std::vector<std::shared_ptr<stream::Stream>> followed;
    for (const auto& [name, entry] : tables_) followed.push_back(entry.table->stream());
    streams_.end_all_but(followed, now);
}

const Catalog::Entry* Catalog::find(std::string_view name) const {
    const auto found = tables_.find(name);
    return found == tables_.end() ? nullptr : &found->second;
}

Catalog::Entry* Catalog::find(std::string_view name) {
    const auto found = tables_.find(name);
    return found == tables_.end() ? nullptr : &found->second;
}

Result<const Catalog::Entry*> Catalog::find_named(std::string_view name, std::string_view operation)
    const {
    STATOR_TRY(const std::string_view plain, model::resolve_table_name(name, scope_, operation));
    const Entry* entry = find(plain);
    if (entry == nullptr) return errors::table_not_found(plain);
    return entry;
}

Result<Catalog::Entry*> Catalog::find_named(std::string_view name, std::string_view operation) {
    STATOR_TRY(const Entry* entry, static_cast<const Catalog*>(this)->find_named(name, operation));
    return const_cast<Entry*>(entry);
}

Result<const Catalog::Entry*> Catalog::find_restored(
    std::string_view name, std::string_view operation
) const {
    STATOR_TRY(const Entry* entry, find_named(name, operation));
    STATOR_CHECK(definition::check_restored(entry->table->snapshot()->description));
    return entry;
}

void Catalog::own_arn(std::string& arn) const {
    arn = model::arn_of_account(arn, scope_.account);
}

void Catalog::own_arns(TableDescription& table) const {
    const auto parts = model::split_arn(table.table_arn);
    if (parts && parts->account != scope_.account) {
        const std::string from(parts->account);
        model::change_account(table.policies, from, scope_.account);
        for (auto& destination : table.kinesis_destinations) {
            const auto stream = model::split_arn(destination.stream_arn);
            if (stream && stream->account == from) own_arn(destination.stream_arn);
        }
    }
    own_arn(table.table_arn);
    own_arn(table.latest_stream_arn);
}

void Catalog::add(std::shared_ptr<table::Table> added, Instant now) {
    auto table = host_->background().released_last(std::move(added));
    const auto snapshot = table->snapshot();
    const TableDescription& description = snapshot->description;
    follow_membership(*table);
    Entry entry{std::move(table), definition::TableLifecycle(settings_.delays)};
    entry.lifecycle.follow(description, now);
    due_tables_.note(description.name, entry.lifecycle.deadline());
    entry.serves_data = serves_data(description);
    tables_.insert_or_assign(description.name, std::move(entry));
    refresh_deadline();
}

void Catalog::install(Entry& entry, TableDescription description, Instant now) {
    entry.lifecycle.follow(description, now);
    due_tables_.note(description.name, entry.lifecycle.deadline());
    amend(entry, std::move(description), now);
    refresh_deadline();
}

void Catalog::amend(Entry& entry, TableDescription description, Instant now) {
    entry.serves_data = serves_data(description);
    const bool drops_indexes = forget_indexes(*entry.table, description);
    // Recorded together with the description, and only after changes have stopped: otherwise the
    // next history would find leftovers of this one.
    const bool ends_history = !description.recovery && entry.table->history() != nullptr;
    if (ends_history) entry.table->keep_history(nullptr);
    record(entry.table->number(), &description, ends_history);
    follow_history(*entry.table, description);
    auto stream = follow_stream(description, now);
    auto former = entry.table->snapshot();
    const auto splits = entry.table->publish(std::move(description), std::move(stream), now);
    host_->note_change(*entry.table, splits, now);
    for (int i = 0; i < kFirstSlices && entry.table->fill_some(); ++i) continue;
    if (drops_indexes) host_->background().release(std::move(former));
}

bool Catalog::forget_indexes(const table::Table& table, const TableDescription& next) {
    bool has_missing = false;
    const auto forget_missing = [&](const auto& before, const auto& after) {
        for (const auto& index : before) {
            const bool stays = std::any_of(after.begin(), after.end(), [&](const auto& other) {
                return other.name == index.name;
            });
            if (stays) continue;
            has_missing = true;
            host_->forget_index(table.number(), index.name);
        }
    };
    const auto snapshot = table.snapshot();
    forget_missing(snapshot->description.global_indexes, next.global_indexes);
    forget_missing(snapshot->description.vector_indexes, next.vector_indexes);
    return has_missing;
}

void Catalog::record(TableNumber number, const TableDescription* description, bool ends_history) {
    if (description == nullptr) host_->forget(number);
    if (!host_->is_durable()) return;
    persistence::ChangeBatch batch;
    batch.definitions.push_back({number, settings_.place, std::nullopt});
    if (description != nullptr) {
        batch.definitions.back().definition = model::encode_table_definition(*description);
    }
    if (ends_history) batch.ended_histories.push_back(number);
    last_ticket_.store(host_->append(std::move(batch)));
}

std::shared_ptr<stream::Stream> Catalog::follow_stream(const TableDescription& table, Instant now) {
    auto stream = streams_.follow(table, now);
    if (stream != nullptr)
        stream_deadline_ = std::min(stream_deadline_, now + stream::kShardLifeMs);
    return stream;
}

void Catalog::refresh_deadline() {
    next_deadline_.store(std::min({stream_deadline_, backups_.next_expiry(), due_tables_.next()}));
}

bool Catalog::advance(Entry& entry, Instant now) {
    const auto has_all_items = [&entry](const std::string& index) {
        return entry.table->has_all_items(index);
    };
    while (entry.lifecycle.deadline() <= now) {
        TableDescription description = entry.table->snapshot()->description;
        if (!entry.lifecycle.run_due(description, now, has_all_items)) {
            if (description.recovery) make_system_backup(entry.table, now);
            due_tables_.note(description.name, kNever);
            drop(*entry.table);
            return false;
        }
        amend(entry, std::move(description), now);
        if (!entry.table->is_filling()) entry.lifecycle.resume(now);
    }
    due_tables_.note(entry.table->snapshot()->description.name, entry.lifecycle.deadline());
    return true;
}

}  // namespace stator::engine::catalog
