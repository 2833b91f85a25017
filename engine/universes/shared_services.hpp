// SharedServices: what the universes of one process have in common. Outlives all of them.
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

    // The machine's own; each universe derives its clock from it.
    const Clock& clock;
    // Work that no request waits for.
    Background background;
    // Rings when a request has met due work that it leaves to the thread that calls run_due().
    stream::ChangeSignal due;
    // Rings when streams have grown, and when time has moved.
    stream::ChangeSignal changes;
    // Rings when there is something to send to Kinesis.
    stream::ChangeSignal outgoing;
    // Null in memory, and while the data file is loaded.
    persistence::Journal* journal = nullptr;
    // How much the histories of all tables may take.
    const std::shared_ptr<storage::HistoryLimit> history_limit;
    // Null where there is no S3.
    std::shared_ptr<transfer::ObjectStore> object_store = nullptr;
    // Does what takes long on another thread; what is due does it itself without.
    std::function<void(std::function<void()> work)> long_work = {};
    // Gets each line of an import's log of errors, with the import's id.
    std::function<void(const std::string& id, const std::string& line)> log_import_error = {};
    // Set when the process ends: what is under way is to be left as it is.
    std::atomic<bool> ends_transfers{false};
    // Numbers are unique in the data file, which holds all universes.
    std::atomic<std::uint32_t> last_table_number{0};
    std::atomic<std::uint32_t> last_stream_number{0};

    TableNumber next_table_number() { return TableNumber{++last_table_number}; }

    StreamNumber next_stream_number() { return StreamNumber{++last_stream_number}; }
};

}  // namespace stator::engine::universes
