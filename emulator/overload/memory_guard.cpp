#include "emulator/overload/memory_guard.hpp"

#include <algorithm>

#include "emulator/overload/memory.hpp"

namespace stator::emulator::overload {
namespace {

using std::chrono::milliseconds;

// No machine fills memory faster than this, so the interval between checks is short enough.
constexpr std::size_t kBytesInAMillisecond = 1'000'000;

constexpr std::int64_t kShortestMs = 5;
constexpr std::int64_t kLongestMs = 500;

// Interval of the checks while memory is full, so that deletes are noticed soon.
constexpr milliseconds kWhileFull{100};

// Writes are accepted again after 1/kFreePart of the limit is free. Otherwise, they would be
// rejected and accepted in quick alternation.
constexpr std::size_t kFreePart = 50;

// Returning memory takes at most 1/kPartOfTime of the time.
constexpr int kPartOfTime = 50;

// One byte in kUsualGaps allocated bytes is assumed to be lost in gaps.
constexpr std::size_t kUsualGaps = 8;

std::string megabytes(std::size_t bytes) {
    return std::to_string(bytes >> 20U) + " MB";
}

}  // namespace

MemoryProbe MemoryGuard::system_probe() {
    return {resident_bytes, allocated_bytes, return_free_memory, std::chrono::steady_clock::now};
}

MemoryGuard::MemoryGuard(
    std::size_t limit_bytes, MemoryProbe probe, std::function<void(const std::string& line)> log
)
    : limit_(limit_bytes), probe_(std::move(probe)), log_(std::move(log)) {}

milliseconds MemoryGuard::check() {
    const std::size_t resident = probe_.resident_bytes();
    const std::size_t enough = limit_ - limit_ / kFreePart;
    const std::size_t used = resident < enough ? resident : reduced(resident);
    if (is_full() ? used < enough : used >= limit_) become(!is_full(), used);
    if (is_full()) return kWhileFull;
    const std::size_t room = limit_ - std::min(used, limit_);
    const auto wait_ms = static_cast<std::int64_t>(room / kBytesInAMillisecond);
    return milliseconds(std::clamp(wait_ms, kShortestMs, kLongestMs));
}

std::size_t MemoryGuard::reduced(std::size_t resident) {
    const auto begin = probe_.now();
    if (begin < next_return_) {
        return used_at_return_ + (std::max(resident, resident_at_return_) - resident_at_return_);
    }
    probe_.return_free_memory();
    const std::size_t allocated = probe_.allocated_bytes();
    resident_at_return_ = probe_.resident_bytes();
    const auto end = probe_.now();
    next_return_ = end + (end - begin) * kPartOfTime;
    used_at_return_ = allocated == 0
                          ? resident_at_return_
                          : std::min(resident_at_return_, allocated + allocated / kUsualGaps);
    return used_at_return_;
}

void MemoryGuard::become(bool full, std::size_t used) {
    is_full_.store(full, std::memory_order_relaxed);
    if (!log_) return;
    const std::string figures =
        megabytes(used) + " of the " + megabytes(limit_) + " that --max-memory allows are used";
    log_(
        full ? figures +
                   ": writes are refused with ItemCollectionSizeLimitExceededException, "
                   "reads and deletes go on; delete items, or give it more."
             : figures + ": writes are accepted again."
    );
}

}  // namespace stator::emulator::overload
