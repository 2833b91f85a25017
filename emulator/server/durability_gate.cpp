// Why no wake-up is lost: a waiter first enters its lane and sets waiting_, then reads the
// progress; the writer first publishes the progress, then reads waiting_. The later of the two sees
// the other's change. In the same way, a lane clears wake_posted_ before it reads the progress, and
// the writer publishes before it sets the flag. All of these operations are sequentially
// consistent. A blocking thread is also a waiter: it first increments blocked_, then reads the
// progress.
#include "emulator/server/durability_gate.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <queue>
#include <utility>

namespace stator::emulator::server {

// The waiting replies of one io_context.
class DurabilityGate::Lane {
public:
    Lane(const DurabilityGate& gate, asio::io_context& context) : gate_(gate), context_(context) {}

    asio::io_context& context() { return context_; }

    // Thread-safe: asks the lane's own thread to wake waiters with a known outcome.
    void notify() {
        if (!waiting_.load() || wake_posted_.exchange(true)) return;
        asio::post(context_, [this] { wake(); });
    }

    // The other functions must be called on the io_context's thread.
    void enter(engine::JournalTicket ticket, http::SteadyTimer& timer) {
        waiters_.push({ticket, &timer});
        waiting_.store(true);
        if (std::exchange(flush_posted_, true)) return;
        asio::post(context_, [this] {
            flush_posted_ = false;
            gate_.journal_.flush();
        });
    }

    void wake() {
        wake_posted_.store(false);
        while (!waiters_.empty() && gate_.outcome(waiters_.top().ticket)) {
            waiters_.top().timer->cancel();
            waiters_.pop();
        }
        waiting_.store(!waiters_.empty());
    }

private:
    struct Waiter {
        engine::JournalTicket ticket;
        http::SteadyTimer* timer;

        bool operator<(const Waiter& other) const { return ticket > other.ticket; }
    };

    const DurabilityGate& gate_;
    asio::io_context& context_;
    std::atomic<bool> waiting_{false};
    std::atomic<bool> wake_posted_{false};
    bool flush_posted_ = false;
    std::priority_queue<Waiter> waiters_;  // the lowest ticket is on top
};

DurabilityGate::DurabilityGate(
    engine::persistence::Journal& journal, const std::vector<asio::io_context*>& contexts
)
    : journal_(journal) {
    journal.leave_flushing_to_callers();
    lanes_.reserve(contexts.size());
    for (asio::io_context* const context : contexts) {
        lanes_.push_back(std::make_unique<Lane>(*this, *context));
    }
    journal.on_progress([this](engine::persistence::JournalProgress progress) {
        on_progress(progress);
    });
}

DurabilityGate::~DurabilityGate() = default;

std::optional<bool> DurabilityGate::outcome(engine::JournalTicket ticket) const {
    // Reads `failed_` first: a thread that sees a failure also sees the `durable_` published before
    // it.
    const engine::JournalTicket failed = failed_.load();
    if (ticket <= durable_.load()) return true;
    if (ticket <= failed) return false;
    return std::nullopt;
}

http::Awaitable<bool> DurabilityGate::wait(std::size_t context, engine::JournalTicket ticket) {
    Lane& lane = *lanes_[context];
    http::SteadyTimer timer(lane.context(), http::SteadyTimer::time_point::max());
    lane.enter(ticket, timer);
    // The progress may have been published before this waiter was registered, so check before each
    // wait.
    while (!outcome(ticket)) co_await timer.async_wait(http::kAwait);
    lane.wake();  // leaves the lane, unless the waiter has been removed
    co_return *outcome(ticket);
}

bool DurabilityGate::block(engine::JournalTicket ticket) {
    if (const auto known = outcome(ticket)) return *known;
    journal_.flush();
    engine::MutexLock lock(progress_mutex_);
    ++blocked_;
    while (!outcome(ticket)) has_progressed_.wait(progress_mutex_);
    --blocked_;
    return *outcome(ticket);
}

void DurabilityGate::on_progress(engine::persistence::JournalProgress progress) {
    // The values never decrease, even if the journal's do, because waiters with a known outcome
    // have left.
    durable_.store(std::max(durable_.load(), progress.durable));
    failed_.store(std::max(failed_.load(), progress.failed));
    for (const auto& lane : lanes_) lane->notify();
    if (blocked_ == 0) return;
    // A thread that has found no outcome is waiting by the time the mutex is free.
    { const engine::MutexLock lock(progress_mutex_); }
    has_progressed_.notify_all();
}

}  // namespace stator::emulator::server
