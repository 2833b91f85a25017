#include "tests/simulation/plant.hpp"

#include <array>
#include <utility>

#include "engine/schema/item_keys.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/storage/expiry_index.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/vector_effects.hpp"
#include "protocol/values/number.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

constexpr std::array<std::pair<std::string_view, Plant>, 16> kPlants{{
    {"drop_index_delete", Plant::DroppedIndexDelete},
    {"swap_stream_records", Plant::SwappedStreamRecords},
    {"half_transaction", Plant::HalfTransaction},
    {"forget_expiry_check", Plant::ForgottenExpiryCheck},
    {"lose_last_batch", Plant::LostJournalBatch},
    {"overwriting_insert", Plant::OverwritingInsert},
    {"lose_bulk_item", Plant::LostBulkItem},
    {"lose_policy", Plant::LostPolicy},
    {"leaky_fork", Plant::LeakyFork},
    {"leaky_backup", Plant::LeakyBackup},
    {"lose_replication", Plant::LostReplication},
    {"lose_kinesis_record", Plant::LostKinesisRecord},
    {"keep_vector", Plant::KeptVector},
    {"hollow_change", Plant::HollowChange},
    {"swallow_failure", Plant::SwallowedFailure},
    {"torn_export", Plant::TornExport},
}};

}  // namespace

std::optional<Plant> plant_from(std::string_view name) {
    for (const auto& [known, plant] : kPlants) {
        if (known == name) return plant;
    }
    return std::nullopt;
}

std::vector<std::string> plant_names() {
    std::vector<std::string> names;
    names.reserve(kPlants.size());
    for (const auto& [name, plant] : kPlants) names.emplace_back(name);
    return names;
}

JournalFault journal_fault_of(Plant plant) {
    switch (plant) {
        case Plant::None:
        case Plant::DroppedIndexDelete:
        case Plant::ForgottenExpiryCheck:
        case Plant::OverwritingInsert:
        case Plant::LostBulkItem:
        case Plant::LostPolicy:
        case Plant::LeakyFork:
        case Plant::LeakyBackup:
        case Plant::LostReplication:
        case Plant::TornExport:
        case Plant::LostKinesisRecord:
        case Plant::KeptVector:
        case Plant::SwallowedFailure:
        case Plant::HollowChange: break;
        case Plant::SwappedStreamRecords: return JournalFault::SwapsRecords;
        case Plant::HalfTransaction: return JournalFault::TearsTransactions;
        case Plant::LostJournalBatch: return JournalFault::LosesLastBatch;
    }
    return JournalFault::None;
}

bool needs_persistence(Plant plant) {
    return journal_fault_of(plant) != JournalFault::None;
}

protocol::values::ItemImagePtr Saboteur::stored_image(const Key& key) const {
    const auto table = system_.table(key.table);
    const bool has_sort_key = table_definitions()[key.table].has_sort_key;
    const std::string sk = has_sort_key ? protocol::values::encode_integer(key.sk) : "";
    for (engine::storage::Partition* partition : table->partitions().all()) {
        const engine::MutexLock lock(partition->mutex());
        for (const engine::storage::Slot& slot : partition->items()) {
            const engine::storage::Record record = slot.current();
            if (record && record.pk() == key.pk && record.sk() == sk) return record.shared_image();
        }
    }
    return nullptr;
}

void Saboteur::before(const Operation& operation) {
    bulk_before_ = system_.universe().transfers().bulk_operations.totals();
    if (plant_ == Plant::OverwritingInsert) return clear_way(operation);
    const auto* single = std::get_if<SingleWrite>(&operation);
    const bool needs_image = plant_ == Plant::DroppedIndexDelete ||
                             plant_ == Plant::ForgottenExpiryCheck ||
                             plant_ == Plant::LeakyBackup || plant_ == Plant::HollowChange ||
                             plant_ == Plant::KeptVector;
    image_ = needs_image && single != nullptr ? stored_image(single->write.key) : nullptr;
    if (plant_ == Plant::HollowChange && image_ != nullptr) hollow_out(single->write.key);
}

void Saboteur::after(const Operation& operation) {
    if (plant_ == Plant::LeakyFork) return leak(operation);
    if (plant_ == Plant::LostBulkItem) return lose_bulk_item(operation);
    if (plant_ == Plant::LostPolicy) return lose_policy(operation);
    if (plant_ == Plant::LostReplication) return lose_replication();
    if (plant_ == Plant::LostKinesisRecord) return lose_kinesis_record(operation);
    if (image_ == nullptr) return;
    const Key& key = std::get<SingleWrite>(operation).write.key;
    const protocol::values::ItemImagePtr now = stored_image(key);
    if (plant_ == Plant::DroppedIndexDelete && now == nullptr) restore_index_entries();
    if (plant_ == Plant::KeptVector && now == nullptr) restore_vector(key);
    if (plant_ == Plant::ForgottenExpiryCheck && now != nullptr) delete_extended(now, key);
    if (plant_ == Plant::LeakyBackup && now != nullptr) leak_into_backups(now, key);
}

void Saboteur::clear_way(const Operation& operation) {
    const auto* statement = std::get_if<StatementWrite>(&operation);
    if (statement == nullptr || statement->write.kind != WriteKind::Put) return;
    const SingleWrite removal{{WriteKind::Delete, statement->write.key, {}, {}, {}}};
    static_cast<void>(system_.run(request_of(removal)));
}

void Saboteur::lose_replication() {
    engine::Universe& universe = system_.universe();
    for (const auto& group : universe.global_tables().all()) {
        while (const auto lost = group->next_delivery(universe.now())) {
            group->note_delivered(lost->to, *lost->change, false, nullptr);
        }
    }
}

void Saboteur::lose_kinesis_record(const Operation& operation) {
    const auto* single = std::get_if<SingleWrite>(&operation);
    if (single == nullptr) return;
    auto batch = system_.world().waiting_for_kinesis(single->write.key.table);
    if (batch.records.size() > 1) batch.records.resize(1);
    system_.world().forget_sent(batch);
}

void Saboteur::lose_bulk_item(const Operation& operation) {
    const auto* bulk = std::get_if<BulkPut>(&operation);
    const bool has_put = system_.universe().transfers().bulk_operations.totals() != bulk_before_;
    if (bulk == nullptr || !has_put) return;
    const SingleWrite removal{{WriteKind::Delete, bulk->writes.back().key, {}, {}, {}}};
    static_cast<void>(system_.run(request_of(removal)));
}

void Saboteur::lose_policy(const Operation& operation) {
    const auto* change = std::get_if<PolicyChange>(&operation);
    if (change == nullptr) return;
    static_cast<void>(system_.run(request_of(PolicyChange{change->table})));
}

void Saboteur::leak(const Operation& operation) {
    const auto* single = std::get_if<SingleWrite>(&operation);
    const std::vector<std::string> others = system_.worlds_left_behind();
    if (single == nullptr || others.empty()) return;
    static_cast<void>(system_.world(others.front()).run(request_of(*single)));
}

void Saboteur::leak_into_backups(const protocol::values::ItemImagePtr& image, const Key& key) {
    const engine::catalog::Catalog& catalog = system_.universe().catalog(system_.context());
    const engine::Instant now = system_.context().now;
    const auto listed = catalog.list_backups({}, now).value();
    for (const protocol::model::BackupDescription& backup : listed.backups) {
        if (backup.table.name != table_name(key.table)) continue;
        const auto contents = catalog.backup_to_restore(backup.arn).value().contents;
        const engine::storage::KeyView place{
            engine::schema::item_hash(*image), image->pk(), image->sk()};
        const engine::storage::LockedPartition partition(contents->partitions(), place.hash);
        partition->items().install(
            place, engine::storage::Record(image), engine::storage::CommitStamp{}, false
        );
    }
}

void Saboteur::hollow_out(const Key& key) {
    const auto table = system_.table(key.table);
    const auto history = table->history();
    if (history == nullptr) return;
    const auto snapshot = table->snapshot();
    const auto keys = engine::schema::key_attributes(snapshot->schema, nullptr, *image_);
    const auto hollow = protocol::values::ItemImage::create(keys->payload());
    engine::schema::bind_item_keys(snapshot->schema, *hollow);
    history->add({system_.context().now, hollow, false});
}

void Saboteur::restore_index_entries() {
    const auto key = image_;
    for (std::size_t i = 0; i < table_definitions().size(); ++i) {
        const auto table = system_.table(i);
        const auto snapshot = table->snapshot();
        const engine::schema::TableSchema& schema = snapshot->schema;
        if (schema.range.has_value() != (key->find("sk").has_value())) continue;
        for (const engine::schema::IndexSchema& index : schema.indexes) {
            if (!index.global) continue;
            const engine::table::DerivedEntry entry =
                engine::table::derive_entry(schema, index, key);
            if (!entry.record) continue;
            const engine::storage::LockedPartition partition(
                snapshot->contents.of(index), entry.hash
            );
            partition->items().install(
                entry.key(), entry.record, engine::storage::CommitStamp{}, false
            );
        }
    }
}

void Saboteur::restore_vector(const Key& key) {
    const auto snapshot = system_.table(key.table)->snapshot();
    for (const auto& index : snapshot->schema.vector_indexes) {
        const auto entry = engine::table::derive_vector(snapshot->schema, index, image_);
        if (!entry) continue;
        engine::vectors::VectorIndex& vectors = snapshot->contents.of(index);
        const engine::vectors::VectorIndexLocks lock({&vectors});
        vectors.add(entry->hash, entry->row, {}, false);
    }
}

void Saboteur::delete_extended(const protocol::values::ItemImagePtr& image, const Key& key) {
    const auto table = system_.table(key.table);
    const auto snapshot = table->snapshot();
    const std::string& attribute = snapshot->schema.time_to_live_attribute;
    if (attribute.empty()) return;
    const auto before = engine::storage::expiry_time(*image_, attribute);
    const auto after = engine::storage::expiry_time(*image, attribute);
    if (!before || !after || *before >= *after) return;
    const auto keys = engine::schema::key_attributes(snapshot->schema, nullptr, *image);
    engine::write::WriteIntent intent = engine::write::make_intent(
        table,
        snapshot->schema,
        engine::write::WriteKind::Delete,
        protocol::values::ItemImage::create(keys->payload())
    );
    intent.cause = engine::write::WriteCause::TimeToLive;
    intent.expired_at = *after + 1;
    engine::RequestOutcome outcome;
    static_cast<void>(system_.universe().committer().apply(intent, system_.context(), outcome));
}

}  // namespace stator::simulation
