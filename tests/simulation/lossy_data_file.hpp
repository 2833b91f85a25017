// A data file whose journal holds back unsynced batches, so that a crash can lose them, and that
// can have seeded faults.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/persistence/data_file.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::simulation {

// Seeded faults of a journal.
enum class JournalFault : unsigned char {
    None,
    LosesLastBatch,     // of those that it should make durable
    TearsTransactions,  // writes only the first half of a batch of several rows
    SwapsRecords,       // two successive records of one item change places
    RepeatsDefinition,  // a table's definition follows its removal again
};

// Not thread-safe: the simulation has one thread.
class LossyJournal final : public engine::persistence::Journal {
public:
    LossyJournal(std::unique_ptr<engine::persistence::Journal> inner, JournalFault fault)
        : inner_(std::move(inner)), fault_(fault) {}

    engine::JournalTicket append(engine::persistence::ChangeBatch batch) override;

    bool is_healthy() const override { return inner_->is_healthy(); }

    engine::persistence::JournalProgress progress() const override { return inner_->progress(); }

    void on_progress(std::function<void(engine::persistence::JournalProgress)> callback) override {
        inner_->on_progress(std::move(callback));
    }

    // Makes everything durable.
    bool close() override;

    // Makes everything appended so far durable.
    void sync();

    // Loses all unsynced batches but the next `kept`. Returns the last ticket that is saved.
    std::uint64_t lose(std::size_t kept);

    // Batches with tickets above `first` up to `last` are kept or lost together.
    void keep_together(std::uint64_t first, std::uint64_t last) {
        if (last > first + 1) groups_.emplace_back(first, last);
    }

    std::uint64_t appended() const { return appended_; }

    // Tickets up to this one are durable.
    std::uint64_t synced() const { return synced_; }

private:
    void pass(std::size_t count);
    void apply_fault();
    void repeat_definition(const engine::persistence::ChangeBatch& batch);

    const std::unique_ptr<engine::persistence::Journal> inner_;
    const JournalFault fault_;
    std::deque<engine::persistence::ChangeBatch> held_;
    // For RepeatsDefinition: the last definition of each table.
    std::map<engine::TableNumber, engine::persistence::ChangeBatch> definitions_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> groups_;
    std::uint64_t appended_ = 0;
    std::uint64_t synced_ = 0;
};

class LossyDataFile final : public engine::persistence::DataFile {
public:
    LossyDataFile(std::unique_ptr<engine::persistence::DataFile> inner, JournalFault fault)
        : inner_(std::move(inner)), fault_(fault) {}

    std::vector<engine::persistence::StoredTable> tables() override { return inner_->tables(); }

    void each_item(engine::TableNumber table, const VisitRow& visit) override {
        inner_->each_item(table, visit);
    }

    void each_base_item(engine::persistence::BaseNumber base, const VisitRow& visit) override {
        inner_->each_base_item(base, visit);
    }

    std::vector<engine::persistence::StoredStream> streams() override { return inner_->streams(); }

    void each_record(
        engine::StreamNumber stream,
        const std::function<void(engine::persistence::StreamRecordRow row)>& visit
    ) override {
        inner_->each_record(stream, visit);
    }

    void each_change(
        engine::TableNumber table,
        const std::function<void(const engine::persistence::StoredChange& change)>& visit
    ) override {
        inner_->each_change(table, visit);
    }

    void each_entry(const std::function<void(engine::persistence::EntryRow row)>& visit) override {
        inner_->each_entry(visit);
    }

    engine::SequenceNumber last_sequence() override { return inner_->last_sequence(); }

    engine::TableNumber last_table_number() override { return inner_->last_table_number(); }

    std::unique_ptr<engine::persistence::Journal> start_journal(engine::persistence::JournalLog log
    ) override {
        return std::make_unique<LossyJournal>(inner_->start_journal(std::move(log)), fault_);
    }

private:
    const std::unique_ptr<engine::persistence::DataFile> inner_;
    const JournalFault fault_;
};

}  // namespace stator::simulation
