// SharedServices: the services that all universes of a process share. Outlives all universes.
// Thread-safe once loading is over.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "engine/base/background.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/identifiers.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/stream/change_signal.hpp"
#include "engine/transfer/object_store.hpp"

namespace stator::engine::universes {

struct SharedServices {
    SharedServices(
        const Clock& machine_clock, std::uint64_t history_limit_bytes, Background::Run run
    )
        : clock(machine_clock),
          background(std::move(run)),
          history_limit(std::make_shared<storage::HistoryLimit>(history_limit_bytes)) {}

    // System time, from which each universe derives its clock.
    const Clock& clock;
    // Runs background work that no request waits for.
    Background background;
    // Notified when a request has found due work that it leaves to the thread that calls run_due().
    stream::ChangeSignal due;
    // Notified when streams have grown, and when time has moved.
    stream::ChangeSignal changes;
    // Notified when records are queued for Kinesis.
    stream::ChangeSignal outgoing;
    // Null with in-memory data, and while the data file is being loaded.
    persistence::Journal* journal = nullptr;
    // The memory limit for the histories of all tables.
    const std::shared_ptr<storage::HistoryLimit> history_limit;
    // Null if S3 is not configured.
    std::shared_ptr<transfer::ObjectStore> object_store = nullptr;
    // Runs long work on another thread. If empty, the caller runs it inline.
    std::function<void(std::function<void()> work)> long_work = {};
    // Receives each line of an import's error log, with the import's id.
    std::function<void(const std::string& id, const std::string& line)> log_import_error = {};
    // Set when the process ends: running transfers must be abandoned.
    std::atomic<bool> ends_transfers{false};
    // Table numbers are unique in the data file, which contains all universes.
    std::atomic<std::uint32_t> last_table_number{0};
    std::atomic<std::uint32_t> last_stream_number{0};

    TableNumber next_table_number() { return TableNumber{++last_table_number}; }

    StreamNumber next_stream_number() { return StreamNumber{++last_stream_number}; }
};

}  // namespace stator::engine::universes
