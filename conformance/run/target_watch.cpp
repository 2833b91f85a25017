#include "conformance/run/target_watch.hpp"

#include <utility>

#include "conformance/base/patience.hpp"

namespace stator::conformance {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kProbeTimeout{5'000};
constexpr milliseconds kQuickProbeTimeout{1'000};

/// Time limits for a server started by the run, and for other servers to respond again.
constexpr milliseconds kStartPatience{30'000};
constexpr milliseconds kRevivalPatience{3'000};

}  // namespace

TargetWatch::TargetWatch(
    const Target& target, const std::string& command, std::function<void()> on_outage
)
    : target_(target), on_outage_(std::move(on_outage)) {
    if (!command.empty()) process_ = std::make_unique<ServerProcess>(command);
}

void TargetWatch::start() {
    if (process_ != nullptr) {
        process_->restart();
        answers_within(kStartPatience);
    }
    Target target = target_;
    target.timeout = kProbeTimeout;
    ApiClient(target).call("ListTables", "{}");
}

std::optional<std::size_t> TargetWatch::epoch() {
    const std::lock_guard lock(mutex_);
    if (is_gone_) is_gone_ = !answers(kQuickProbeTimeout);
    if (is_gone_) return std::nullopt;
    return epoch_;
}

void TargetWatch::inspect(Loss loss) {
    const std::lock_guard lock(mutex_);
    if (loss == Loss::None || is_gone_ || !has_failed(loss)) return;
    ++epoch_;
    on_outage_();
    if (process_ != nullptr) process_->restart();
    is_gone_ = !answers_within(process_ != nullptr ? kStartPatience : kRevivalPatience);
}

/// Returns true if the server must be assumed to have been restarted, or to require a restart. A
/// server that the run does not control may have been restarted so fast that it already responds.
bool TargetWatch::has_failed(Loss loss) {
    if (process_ != nullptr && process_->has_ended()) return true;
    if (process_ == nullptr && loss == Loss::Connection) return true;
    return !answers(kProbeTimeout);
}

/// Any HTTP reply counts.
bool TargetWatch::answers(milliseconds timeout) const {
    Target target = target_;
    target.timeout = timeout;
    try {
        ApiClient(target).call("ListTables", "{}");
        return true;
    } catch (const transport::TransportError&) {
        return false;
    }
}

bool TargetWatch::answers_within(milliseconds patience) const {
    Patience left(patience);
    while (!answers(kQuickProbeTimeout)) {
        if (!left.pause()) return false;
    }
    return true;
}

}  // namespace stator::conformance
