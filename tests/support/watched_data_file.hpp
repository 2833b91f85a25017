// A data file without contents that keeps nothing, for tests of the batches appended to its journal
// and their times.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/persistence/data_file.hpp"

namespace stator::testing {

// Called with each batch during its append, while the changed objects are locked.
using WatchBatch = std::function<void(const engine::persistence::ChangeBatch& batch)>;
// Called in each request for the last ticket, after the result is determined.
using WatchLastTicket = std::function<void()>;

// Treats every appended batch as durable.
class WatchedJournal final : public engine::persistence::Journal {
public:
    WatchedJournal(WatchBatch watch, WatchLastTicket asked)
        : watch_(std::move(watch)), asked_(std::move(asked)) {}

    engine::JournalTicket append(engine::persistence::ChangeBatch batch) override {
        watch_(batch);
        return {++appended_};
    }

    engine::JournalTicket last_ticket() const override {
        const engine::JournalTicket last{appended_};
        if (asked_) asked_();
        return last;
    }

    bool is_healthy() const override { return true; }

    engine::persistence::JournalProgress progress() const override { return {{appended_}, {}}; }

    void on_progress(std::function<void(engine::persistence::JournalProgress)> callback) override {
        callback(progress());
    }

    bool close() override { return true; }

private:
    const WatchBatch watch_;
    const WatchLastTicket asked_;
    std::atomic<std::uint64_t> appended_{0};
};

class WatchedDataFile final : public engine::persistence::DataFile {
    using VisitRecord = std::function<void(engine::persistence::StreamRecordRow row)>;
    using VisitChange = std::function<void(const engine::persistence::StoredChange& change)>;

public:
    explicit WatchedDataFile(WatchBatch watch, WatchLastTicket asked = {})
        : watch_(std::move(watch)), asked_(std::move(asked)) {}

    std::vector<engine::persistence::StoredTable> tables() override { return {}; }

    void each_item(engine::TableNumber, const VisitRow&) override {}

    void each_base_item(engine::persistence::BaseNumber, const VisitRow&) override {}

    std::vector<engine::persistence::StoredStream> streams() override { return {}; }

    void each_record(engine::StreamNumber, const VisitRecord&) override {}

    void each_change(engine::TableNumber, const VisitChange&) override {}

    void each_entry(const std::function<void(engine::persistence::EntryRow)>&) override {}

    engine::SequenceNumber last_sequence() override { return {}; }

    engine::TableNumber last_table_number() override { return {}; }

    std::unique_ptr<engine::persistence::Journal> start_journal(engine::persistence::JournalLog
    ) override {
        return std::make_unique<WatchedJournal>(watch_, asked_);
    }

private:
    const WatchBatch watch_;
    const WatchLastTicket asked_;
};

}  // namespace stator::testing
