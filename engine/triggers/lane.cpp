#include "engine/triggers/lane.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "engine/stream/shard.hpp"

namespace stator::engine::triggers {
namespace {

// AWS: not documented. These values are LocalStack's, without their randomness.
constexpr double kFirstPauseMs = 500;
constexpr double kPauseGrowth = 1.5;
constexpr double kLongestPauseMs = 60'000;

// AWS: a window with a larger state ends early. [doc Lambda services-ddb-windows.html]
constexpr std::size_t kMostStateBytes = 1 << 20;

// The initial state of a tumbling window.
constexpr std::string_view kEmptyState = "{}";

std::int64_t pause_ms(std::int64_t tries) {
    return static_cast<std::int64_t>(
        std::min(kLongestPauseMs, kFirstPauseMs * std::pow(kPauseGrowth, tries))
    );
}

}  // namespace

std::string_view given_up_text(GivenUp reason) {
    switch (reason) {
        case GivenUp::RetryAttemptsExhausted: return "RetryAttemptsExhausted";
        case GivenUp::RecordAgeExceeded: return "RecordAgeExceeded";
    }
    return {};
}

Lane::Lane(const LaneRules& rules, LanePosition start)
    : rules_(rules),
      cursor_(start.next),
      window_(start.window),
      state_(start.state.empty() ? std::string(kEmptyState) : std::move(start.state)) {}

bool Lane::wants_records() const {
    return !has_ended_ && waiting_.size() < rules_.batch_size &&
           waiting_bytes_ < rules_.batch_bytes;
}

void Lane::add(LaneRecord record, Instant now) {
    cursor_ = stream::following(record.position);
    waiting_bytes_ += record.document.size();
    waiting_.push_back({std::move(record), now});
}

void Lane::skip_to(const StreamPosition& position) {
    cursor_ = std::max(cursor_, position);
}

std::optional<Instant> Lane::window_of(const LaneRecord& record) const {
    if (rules_.tumbling_ms == 0) return std::nullopt;
    return Instant(record.time.unix_ms() / rules_.tumbling_ms * rules_.tumbling_ms);
}

bool Lane::is_in_window(const LaneRecord& record) const {
    return rules_.tumbling_ms == 0 || window_of(record) == window_;
}

void Lane::gather_final(bool ends_early) {
    work_.push_back({{}, TumblingWindow{*window_, ends_early, true}, 0});
}

std::optional<Instant> Lane::gather(Instant now) {
    if (window_) {
        const Instant end = *window_ + rules_.tumbling_ms;
        const bool is_over =
            waiting_.empty() ? now >= end || has_ended_ : !is_in_window(waiting_.front().record);
        if (is_over) {
            gather_final(false);
            return std::nullopt;
        }
        if (waiting_.empty()) return end;
    }
    if (waiting_.empty()) return kNever;
    if (!window_) window_ = window_of(waiting_.front().record);
    std::size_t count = 0;
    std::size_t bytes = 0;
    bool is_full = has_ended_ || now >= waiting_.front().seen + rules_.window_ms;
    for (const Waiting& next : waiting_) {
        bytes += next.record.document.size();
        const bool fits = count == 0 || bytes <= rules_.batch_bytes;
        if (count == rules_.batch_size || !fits || !is_in_window(next.record)) {
            is_full = true;
            break;
        }
        ++count;
    }
    if (count == rules_.batch_size) is_full = true;
    if (!is_full && waiting_bytes_ < rules_.batch_bytes) {
        return waiting_.front().seen + rules_.window_ms;
    }
    LaneBatch batch;
    for (std::size_t i = 0; i < count; ++i) {
        waiting_bytes_ -= waiting_.front().record.document.size();
        batch.records.push_back(std::move(waiting_.front().record));
        waiting_.pop_front();
    }
    if (window_) batch.window = TumblingWindow{*window_};
    work_.push_back(std::move(batch));
    return std::nullopt;
}

void Lane::split_front(std::size_t at) {
    LaneBatch& front = work_.front();
    const auto middle = front.records.begin() + static_cast<std::ptrdiff_t>(at);
    LaneBatch rest{{}, front.window, front.failures};
    rest.records.assign(
        std::make_move_iterator(middle), std::make_move_iterator(front.records.end())
    );
    front.records.erase(middle, front.records.end());
    work_.insert(work_.begin() + 1, std::move(rest));
}

bool Lane::splits_off_old(Instant now) {
    const LaneBatch& front = work_.front();
    std::size_t old = 0;
    while (old < front.records.size() && now - front.records[old].time > rules_.most_age_ms) ++old;
    if (old == 0) return false;
    if (old < front.records.size()) split_front(old);
    return true;
}

Lane::Step Lane::next(Instant now) {
    if (is_busy_) return {};
    if (work_.empty()) {
        if (const auto until = gather(now)) {
            if (*until == kNever) return {};
            return {Step::Kind::Wait, *until};
        }
    }
    if (!given_up_ && splits_off_old(now)) {
        give_up(GivenUp::RecordAgeExceeded);
    }
    if (retry_at_ && now < *retry_at_) {
        // The earlier of the next try and the expiry of the first record.
        Instant until = *retry_at_;
        const auto& records = work_.front().records;
        if (!given_up_ && !records.empty()) {
            until = std::min(until, records.front().time + rules_.most_age_ms + 1);
        }
        return {Step::Kind::Wait, until};
    }
    is_busy_ = true;
    if (given_up_) return {Step::Kind::Report, kNever, *given_up_};
    return {Step::Kind::Call};
}

void Lane::try_later(Instant now) {
    retry_at_ = now + pause_ms(tries_);
    ++tries_;
}

void Lane::succeed(const LaneOutcome& outcome) {
    const auto window = work_.front().window;
    work_.pop_front();
    tries_ = 0;
    retry_at_.reset();
    if (!window) return;
    if (window->is_final) {
        window_.reset();
        state_ = kEmptyState;
        return;
    }
    const bool is_too_large = outcome.state.size() > kMostStateBytes;
    if (!is_too_large) state_ = outcome.state.empty() ? kEmptyState : outcome.state;
    if (is_too_large) work_.push_front({{}, TumblingWindow{window->start, true, true}, 0});
}

void Lane::give_up(GivenUp reason) {
    given_up_ = reason;
    tries_ = 0;
    retry_at_.reset();
}

void Lane::failed(Instant now) {
    LaneBatch& front = work_.front();
    try_later(now);
    if (rules_.bisects && front.records.size() > 1) {
        // AWS: splitting a batch is not a retry. [doc Lambda services-ddb-errors.html]
        split_front(front.records.size() / 2);
        return;
    }
    ++front.failures;
    const bool is_last = rules_.most_retries && front.failures > *rules_.most_retries;
    if (!is_last) return;
    give_up(GivenUp::RetryAttemptsExhausted);
}

void Lane::answered(const LaneOutcome& outcome, Instant now) {
    is_busy_ = false;
    switch (outcome.kind) {
        case LaneOutcome::Kind::Success: succeed(outcome); return;
        case LaneOutcome::Kind::Unavailable: try_later(now); return;
        case LaneOutcome::Kind::Failure: failed(now); return;
        case LaneOutcome::Kind::Partial: break;
    }
    LaneBatch& front = work_.front();
    const auto is_done = [&](const LaneRecord& record) {
        return record.position < outcome.failed_from;
    };
    const auto rest = std::ranges::find_if_not(front.records, is_done);
    const bool made_progress = rest != front.records.begin();
    front.records.erase(front.records.begin(), rest);
    if (front.records.empty()) {
        succeed(outcome);
    } else if (made_progress && rules_.bisects) {
        // AWS: the batch is split where it failed.
        // [doc Lambda services-ddb-batchfailurereporting.html]
        try_later(now);
    } else {
        failed(now);
    }
}

void Lane::reported(bool arrived, Instant now) {
    is_busy_ = false;
    if (!arrived) {
        try_later(now);
        return;
    }
    given_up_.reset();
    const auto window = work_.front().window;
    work_.pop_front();
    tries_ = 0;
    retry_at_.reset();
    // The last call of a window is not repeated.
    if (window && window->is_final) {
        window_.reset();
        state_ = kEmptyState;
    }
}

LanePosition Lane::position() const {
    LanePosition position{cursor_, window_, window_ ? state_ : std::string()};
    if (!waiting_.empty()) position.next = waiting_.front().record.position;
    for (const LaneBatch& batch : work_) {
        if (batch.records.empty()) continue;
        position.next = batch.records.front().position;
        break;
    }
    return position;
}

std::optional<Instant> Lane::oldest() const {
    for (const LaneBatch& batch : work_) {
        if (!batch.records.empty()) return batch.records.front().time;
    }
    if (waiting_.empty()) return std::nullopt;
    return waiting_.front().record.time;
}

std::size_t Lane::record_count() const {
    std::size_t count = waiting_.size();
    for (const LaneBatch& batch : work_) count += batch.records.size();
    return count;
}

}  // namespace stator::engine::triggers
