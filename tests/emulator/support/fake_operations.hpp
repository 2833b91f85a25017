// A small operation table and a journal under the test's control.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <mutex>
#include <string_view>

#include "emulator/operations/operation_table.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::testing {

// A journal whose batches become durable only when the test decides.
class FakeJournal final : public engine::persistence::Journal {
public:
    engine::JournalTicket append(engine::persistence::ChangeBatch) override {
        return {++appended_};
    }

    bool is_healthy() const override { return true; }

    bool close() override { return true; }

    engine::persistence::JournalProgress progress() const override {
        const std::lock_guard lock(mutex_);
        return progress_;
    }

    void on_progress(std::function<void(engine::persistence::JournalProgress)> callback) override {
        callback_ = std::move(callback);
        callback_(progress());
    }

    // Like the writer thread.
    void advance(engine::persistence::JournalProgress progress) {
        {
            const std::lock_guard lock(mutex_);
            progress_ = progress;
        }
        if (callback_) callback_(progress);
    }

    engine::JournalTicket last_ticket() const override { return {appended_}; }

private:
    mutable std::mutex mutex_;
    engine::persistence::JournalProgress progress_;
    std::function<void(engine::persistence::JournalProgress)> callback_;
    std::atomic<std::uint64_t> appended_{0};
};

// The objects that the handlers use; a test sets those that its operations need.
struct FakeWorld {
    FakeJournal* journal = nullptr;
    // Block, Change: set once the handler runs.
    std::promise<void>* entered = nullptr;
    // Block, Change: the handler returns when this is ready.
    std::shared_future<void>* release = nullptr;
};

inline FakeWorld fake_world;

// Echo: the request · Who: access key, region and host · Empty: no body · Big: 5,000 bytes ·
// Huge: 8 MiB · Refuse: a failed condition · Throw: a bug · Write: one ticket of the journal ·
// Block: see FakeWorld · Change: the same, as an operation that changes tables · Echo also as a
// streams operation called Records.
const emulator::operations::Operation* find_fake_operation(std::string_view name, bool streams);

}  // namespace stator::testing
