#include "protocol/base/time_text.hpp"

#include <chrono>

#include "protocol/base/number_text.hpp"

namespace stator::protocol {
namespace {

// Appends a separator and a number with at least `digits` digits.
void append_part(std::string& text, char separator, std::int64_t value, std::size_t digits = 2) {
    text.push_back(separator);
    append_padded(text, static_cast<std::uint64_t>(value), digits);
}

}  // namespace

std::string utc_text(Instant instant) {
    using std::chrono::milliseconds;
    const std::chrono::sys_time<milliseconds> time{milliseconds(instant.unix_ms())};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date{day};
    const std::chrono::hh_mm_ss clock{time - day};
    std::string text;
    append_padded(text, static_cast<std::uint64_t>(int{date.year()}), 4);
    append_part(text, '-', unsigned{date.month()});
    append_part(text, '-', unsigned{date.day()});
    append_part(text, 'T', clock.hours().count());
    append_part(text, ':', clock.minutes().count());
    append_part(text, ':', clock.seconds().count());
    append_part(text, '.', clock.subseconds().count(), 3);
    return text;
}

}  // namespace stator::protocol
