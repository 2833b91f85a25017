#include "emulator/base/time_text.hpp"

#include <charconv>
#include <chrono>
#include <cmath>

#include "protocol/base/time_text.hpp"

namespace stator::emulator {
namespace {

using namespace std::chrono;

constexpr double kLongestMs = 100.0 * 366 * 24 * 3'600'000;

// Reads digits from the front of the text.
class Digits {
public:
    explicit Digits(std::string_view text) : text_(text) {}

    // Reads a number of exactly `digits` digits.
    int number(std::size_t digits) {
        int value = 0;
        if (text_.size() < digits) return fail();
        for (std::size_t i = 0; i < digits; ++i) {
            if (text_[i] < '0' || text_[i] > '9') return fail();
            value = value * 10 + (text_[i] - '0');
        }
        text_.remove_prefix(digits);
        return value;
    }

    bool accept(char character) {
        if (text_.empty() || text_.front() != character) return false;
        text_.remove_prefix(1);
        return true;
    }

    void expect(char character) {
        if (!accept(character)) fail();
    }

    // Reads the milliseconds from a fraction of any length.
    int fraction() {
        int value = 0;
        int weight = 100;
        bool has_digit = false;
        while (!text_.empty() && text_.front() >= '0' && text_.front() <= '9') {
            value += (text_.front() - '0') * weight;
            weight /= 10;
            has_digit = true;
            text_.remove_prefix(1);
        }
        return has_digit ? value : fail();
    }

    // Whether the whole text was read without errors.
    bool is_whole() const { return !has_failed_ && text_.empty(); }

    bool is_at_end() const { return text_.empty(); }

private:
    int fail() {
        has_failed_ = true;
        return 0;
    }

    std::string_view text_;
    bool has_failed_ = false;
};

}  // namespace

std::string time_text(engine::Instant time) {
    return protocol::utc_text(time) + "Z";
}

std::optional<engine::Instant> parse_time(std::string_view text) {
    Digits digits(text);
    const int year_number = digits.number(4);
    digits.expect('-');
    const int month_number = digits.number(2);
    digits.expect('-');
    const int day_number = digits.number(2);
    int second = 0;
    int fraction_ms = 0;
    if (!digits.is_at_end()) {
        digits.expect('T');
        const int hour = digits.number(2);
        digits.expect(':');
        const int minute = digits.number(2);
        digits.expect(':');
        const int last = digits.number(2);
        if (digits.accept('.')) fraction_ms = digits.fraction();
        digits.expect('Z');
        if (hour > 23 || minute > 59 || last > 59) return std::nullopt;
        second = hour * 3600 + minute * 60 + last;
    }
    const year_month_day date{
        year(year_number),
        month(static_cast<unsigned>(month_number)),
        day(static_cast<unsigned>(day_number))};
    if (!digits.is_whole() || !date.ok() || year_number < 1970) return std::nullopt;
    const std::chrono::milliseconds since = sys_days(date).time_since_epoch() + seconds(second);
    return engine::Instant(since.count() + fraction_ms);
}

std::optional<std::int64_t> parse_duration_ms(std::string_view text) {
    double amount = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
    if (error != std::errc()) return std::nullopt;
    const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
    double unit_ms = 0;
    if (unit == "ms") unit_ms = 1;
    if (unit == "s") unit_ms = 1'000;
    if (unit == "m") unit_ms = 60'000;
    if (unit == "h") unit_ms = 3'600'000;
    if (unit == "d") unit_ms = 24.0 * 3'600'000;
    const double duration_ms = amount * unit_ms;
    const bool fits = unit_ms != 0 && duration_ms >= 0 && duration_ms <= kLongestMs;
    if (!fits) return std::nullopt;
    return static_cast<std::int64_t>(std::llround(duration_ms));
}

std::string unit_question(std::string_view number) {
    std::string question(number);
    question.append(" what? Write ");
    for (const std::string_view unit : {"ms, ", "s, ", "m, ", "h or ", "d"}) {
        question.append(number).append(unit);
    }
    return question;
}

}  // namespace stator::emulator
