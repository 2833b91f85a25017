#include "emulator/overload/load.hpp"

#include <algorithm>
#include <limits>

namespace stator::emulator::overload {
namespace {

// Memory of a connection with a request: buffers, headers, the state of its session.
constexpr std::size_t kActiveBytes = 24'576;

constexpr std::size_t kRestingBytes = 1'024;

// Less free memory than this is kept, because the next requests will need it.
constexpr std::size_t kWorthReturning = std::size_t{8} << 20U;

// When no client is waiting, smaller amounts are also worth returning.
constexpr std::size_t kWorthReturningAtRest = std::size_t{4} << 20U;

// After a flood, smaller amounts are returned: memory may have been returned during the flood,
// while the other part was still in use.
constexpr std::size_t kWorthAnother = std::size_t{1} << 20U;

// Returning memory takes at most 1/kShareOfTime of the time.
constexpr int kShareOfTime = 20;

constexpr std::chrono::seconds kShortestPause{2};

constexpr std::chrono::seconds kBetweenLines{10};

}  // namespace

LoadFigures Load::figures() const {
    LoadFigures figures;
    figures.connections = connections_;
    figures.active = active_;
    figures.bytes_in_flight = bytes_in_flight_;
    figures.refused_connections = refused_connections_;
    figures.displaced_connections = displaced_connections_;
    figures.timed_out_connections = timed_out_connections_;
    figures.refused_transfers = refused_transfers_;
    figures.returns = returns_;
    return figures;
}

void Load::wake() {
    active_.fetch_add(1);
    was_active_ = true;
    note_peak();
}

bool Load::keep(std::size_t before, std::size_t now) {
    if (now <= before) {
        bytes_in_flight_.fetch_sub(before - now);
        return true;
    }
    const std::size_t more = now - before;
    if (bytes_in_flight_.fetch_add(more) + more > limits_.bytes_in_flight) {
        bytes_in_flight_.fetch_sub(now);
        ++refused_transfers_;
        return false;
    }
    note_peak();
    return true;
}

std::size_t Load::in_use() const {
    return connections_ * kRestingBytes + active_ * kActiveBytes + bytes_in_flight_;
}

void Load::note_peak() {
    const std::size_t used = in_use();
    std::size_t peak = peak_.load(std::memory_order_relaxed);
    while (used > peak && !peak_.compare_exchange_weak(peak, used)) continue;
}

bool Load::should_tell(std::chrono::steady_clock::time_point now) {
    auto next = next_line_.load();
    if (now.time_since_epoch().count() < next) return false;
    return next_line_.compare_exchange_strong(
        next, (now + kBetweenLines).time_since_epoch().count()
    );
}

bool Load::has_calmed_down() {
    return active_ == 0 && was_active_.exchange(false);
}

bool Load::should_return_memory(
    std::chrono::steady_clock::time_point now, std::size_t (*resident)()
) {
    auto next = next_return_.load();
    if (now.time_since_epoch().count() < next) return false;
    const std::size_t used = in_use();
    const bool is_past_peak = peak_ >= used + kWorthReturning;
    const bool has_grown =
        has_calmed_down() && resident() >= resident_at_return_ + kWorthReturningAtRest;
    const bool is_over = active_ == 0 && used_at_return_ >= used + kWorthAnother;
    if (!is_past_peak && !has_grown && !is_over) return false;
    // If several threads get here, only one returns the memory.
    constexpr auto kNever = std::numeric_limits<std::chrono::steady_clock::rep>::max();
    if (!next_return_.compare_exchange_strong(next, kNever)) return false;
    peak_ = used;
    used_at_return_ = used;
    return true;
}

void Load::note_return(
    std::chrono::steady_clock::time_point end,
    std::chrono::steady_clock::duration duration,
    std::size_t resident
) {
    ++returns_;
    resident_at_return_ = resident;
    const auto pause =
        std::max<std::chrono::steady_clock::duration>(kShortestPause, duration * kShareOfTime);
    next_return_ = (end + pause).time_since_epoch().count();
}

}  // namespace stator::emulator::overload
