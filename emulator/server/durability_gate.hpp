// DurabilityGate: replies wait here until their write is safe on disk.
//
// The first reply that begins to wait on an io_context asks for a flush once the requests that
// have come are worked off, so that one group commit serves them all. The journal reports progress
// once per group commit. Each io_context keeps its own waiting replies, ordered by ticket, touched
// by its own thread only; the reporting thread posts at most one wake-up per io_context at a time,
// and none to an io_context where nobody waits. The gate must outlive the journal's thread: close
// the journal first.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/http/network.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

class DurabilityGate {
public:
    // `contexts` are named by their position from here on.
    DurabilityGate(
        engine::persistence::Journal& journal, const std::vector<asio::io_context*>& contexts
    );
    ~DurabilityGate();

    DurabilityGate(const DurabilityGate&) = delete;
    DurabilityGate& operator=(const DurabilityGate&) = delete;

    // True when the ticket is durable, false when it failed, nothing when that is still open.
    // Thread-safe.
    std::optional<bool> outcome(engine::JournalTicket ticket) const;

    // Waits for the outcome. On the thread of that io_context only.
    http::Awaitable<bool> wait(std::size_t context, engine::JournalTicket ticket);

private:
    class Lane;

    void on_progress(engine::persistence::JournalProgress progress);

    engine::persistence::Journal& journal_;
    std::atomic<engine::JournalTicket> durable_{};
    std::atomic<engine::JournalTicket> failed_{};
    std::vector<std::unique_ptr<Lane>> lanes_;
};

}  // namespace stator::emulator::server
