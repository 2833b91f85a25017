#include "tools/copy/progress.hpp"

#include <algorithm>
#include <ostream>

namespace stator::tools::copy {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kLineInterval = 10 * kSecond;
constexpr std::string_view kLineStart = "\r\x1b[K";

}  // namespace

std::string duration_text(std::int64_t milliseconds) {
    constexpr std::int64_t kMinute = 60;
    const std::int64_t seconds = milliseconds / kSecond;
    if (seconds < kMinute) return std::to_string(seconds) + " s";
    const std::int64_t minutes = seconds / kMinute;
    if (minutes < kMinute) {
        return std::to_string(minutes) + " min " + std::to_string(seconds % kMinute) + " s";
    }
    return std::to_string(minutes / kMinute) + " h " + std::to_string(minutes % kMinute) + " min";
}

std::string progress_text(const ProgressFigures& figures) {
    std::string text = figures.what + ": " + std::to_string(figures.items);
    const bool is_expected = figures.expected >= figures.items && figures.expected > 0;
    if (is_expected) text.append(" of about ").append(std::to_string(figures.expected));
    text.append(" items");
    if (is_expected) {
        constexpr std::uint64_t kPercent = 100;
        const std::uint64_t percent = figures.items * kPercent / figures.expected;
        text.append(", ").append(std::to_string(percent)).append(" %");
    }
    if (figures.elapsed_ms < kSecond || figures.items_now == 0) return text;
    const auto elapsed = static_cast<std::uint64_t>(figures.elapsed_ms);
    text.append(", ").append(std::to_string(figures.items_now * kSecond / elapsed));
    text.append(" a second");
    if (!is_expected) return text;
    const std::uint64_t left = figures.expected - figures.items;
    const auto left_ms = static_cast<std::int64_t>(left * elapsed / figures.items_now);
    return text.append(", ").append(duration_text(left_ms)).append(" to go");
}

void Progress::begin(std::string what, std::uint64_t expected, std::uint64_t already) {
    what_ = std::move(what);
    expected_ = expected;
    already_ = already;
    items_ = already;
    began_ = clock_.now();
    next_line_ = began_ + (is_terminal_ ? 0 : kLineInterval);
}

void Progress::tick() {
    const engine::Instant now = clock_.now();
    if (now < next_line_) return;
    if (!is_terminal_) next_line_ = now + kLineInterval;
    const std::uint64_t items = items_;
    const std::string text =
        progress_text({what_, items, expected_, items - already_, now - began_});
    if (is_terminal_) {
        out_ << kLineStart << text << std::flush;
        has_line_ = true;
    } else {
        out_ << text << std::endl;
    }
}

void Progress::say(const std::string& line) {
    if (has_line_) out_ << kLineStart;
    has_line_ = false;
    out_ << line << std::endl;
}

}  // namespace stator::tools::copy
