// DurabilityGate: replies wait here until their write is safe on disk.
//
// When the first reply on an io_context begins to wait, the gate schedules a flush after the
// requests that have already arrived, so that one group commit serves them all. The journal reports
// progress once for each group commit. Each io_context keeps its own waiting replies, ordered by
// ticket and accessed only by its own thread. The reporting thread posts at most one wake-up to an
// io_context at a time, and none to an io_context without waiting replies. A thread without an
// io_context blocks instead. The gate must outlive the journal's thread: close the journal first.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/http/network.hpp"
#include "engine/base/mutex.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

class DurabilityGate {
public:
    // wait() identifies a context by its position in `contexts`.
    DurabilityGate(
        engine::persistence::Journal& journal, const std::vector<asio::io_context*>& contexts
    );
    ~DurabilityGate();

    DurabilityGate(const DurabilityGate&) = delete;
    DurabilityGate& operator=(const DurabilityGate&) = delete;

    // Returns true if the ticket is durable, false if it failed, nullopt while neither is known.
    // Thread-safe.
    std::optional<bool> outcome(engine::JournalTicket ticket) const;

    // Waits for the outcome. Must be called on the thread of that io_context.
    http::Awaitable<bool> wait(std::size_t context, engine::JournalTicket ticket);

    // Flushes, and blocks until the outcome is known: for threads that run no io_context.
    bool block(engine::JournalTicket ticket);

private:
    class Lane;

    void on_progress(engine::persistence::JournalProgress progress);

    engine::persistence::Journal& journal_;
    std::atomic<engine::JournalTicket> durable_{};
    std::atomic<engine::JournalTicket> failed_{};
    std::vector<std::unique_ptr<Lane>> lanes_;
    // Number of blocked threads.
    std::atomic<std::size_t> blocked_{0};
    engine::Mutex progress_mutex_;
    std::condition_variable_any has_progressed_;
};

}  // namespace stator::emulator::server
