// Why no wake-up is lost. A waiter first enters its lane and says so (waiting_), then looks at
// the progress; the writer first publishes the progress, then looks at waiting_. Whichever is
// later sees the other. In the same way a lane lowers wake_posted_ before it reads the progress,
// and the writer publishes before it raises the flag. All of these are sequentially consistent. A
// thread that blocks is a waiter too: it counts itself (blocked_), then looks at the progress.
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

    // Any thread: asks the lane's own thread to wake who is done.
    void notify() {
        if (!waiting_.load() || wake_posted_.exchange(true)) return;
        asio::post(context_, [this] { wake(); });
    }

    // The rest on the io_context's thread.
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
    std::priority_queue<Waiter> waiters_;  // the lowest ticket on top
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
    // `failed_` first: who sees a failure also sees the `durable_` published before it.
    const engine::JournalTicket failed = failed_.load();
    if (ticket <= durable_.load()) return true;
    if (ticket <= failed) return false;
    return std::nullopt;
}

http::Awaitable<bool> DurabilityGate::wait(std::size_t context, engine::JournalTicket ticket) {
    Lane& lane = *lanes_[context];
    http::SteadyTimer timer(lane.context(), http::SteadyTimer::time_point::max());
    lane.enter(ticket, timer);
    // Progress may have come before anybody knew that we wait, hence the look before each wait.
    while (!outcome(ticket)) co_await timer.async_wait(http::kAwait);
    lane.wake();  // leaves the lane, if nobody has taken us out yet
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
    // Never backwards, whatever the journal says: who was told an outcome has left.
    durable_.store(std::max(durable_.load(), progress.durable));
    failed_.store(std::max(failed_.load(), progress.failed));
    for (const auto& lane : lanes_) lane->notify();
    if (blocked_ == 0) return;
    // Whoever has looked in vain sleeps by the time that the mutex is free.
    { const engine::MutexLock lock(progress_mutex_); }
    has_progressed_.notify_all();
}

}  // namespace stator::emulator::server
