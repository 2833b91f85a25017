#include "emulator/access/iam/condition_values.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "emulator/access/iam/pattern.hpp"
#include "protocol/values/base64.hpp"

namespace stator::emulator::access::iam {
namespace {

bool is_figure(char c) {
    return c >= '0' && c <= '9';
}

// Takes exactly `count` digits.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
    if (text.size() < count) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_figure(text[i])) return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(count);
    return value;
}

bool take(std::string_view& text, char c) {
    if (text.empty() || text.front() != c) return false;
    text.remove_prefix(1);
    return true;
}

// Takes ".123" or nothing, as milliseconds. Drops the digits after the third.
std::optional<int> take_fraction_ms(std::string_view& text) {
    if (!take(text, '.')) return 0;
    int ms = 0;
    std::size_t count = 0;
    while (!text.empty() && is_figure(text.front())) {
        if (count < 3) ms = ms * 10 + (text.front() - '0');
        ++count;
        text.remove_prefix(1);
    }
    if (count == 0) return std::nullopt;
    for (; count < 3; ++count) ms *= 10;
    return ms;
}

// Takes "Z", "+01:00" or "-01:00", as minutes ahead of UTC.
std::optional<int> take_zone_minutes(std::string_view& text) {
    if (take(text, 'Z')) return 0;
    const bool is_behind = take(text, '-');
    if (!is_behind && !take(text, '+')) return std::nullopt;
    const auto hours = take_digits(text, 2);
    if (!hours || !take(text, ':')) return std::nullopt;
    const auto minutes = take_digits(text, 2);
    if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
    const int ahead = *hours * 60 + *minutes;
    return is_behind ? -ahead : ahead;
}

// Takes the text after the T, as milliseconds since midnight in UTC.
std::optional<std::int64_t> take_time_ms(std::string_view& text) {
    const auto hours = take_digits(text, 2);
    if (!hours || !take(text, ':')) return std::nullopt;
    const auto minutes = take_digits(text, 2);
    if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
    int seconds = 0;
    int ms = 0;
    if (take(text, ':')) {
        const auto given = take_digits(text, 2);
        if (!given || *given > 59) return std::nullopt;
        const auto fraction = take_fraction_ms(text);
        if (!fraction) return std::nullopt;
        seconds = *given;
        ms = *fraction;
    }
    const auto zone = take_zone_minutes(text);
    if (!zone) return std::nullopt;
    return (std::int64_t{*hours} * 60 + *minutes - *zone) * 60'000 + seconds * 1'000 + ms;
}

std::optional<std::int64_t> parse_calendar(std::string_view text) {
    const auto year = take_digits(text, 4);
    if (!year) return std::nullopt;
    int month = 1;
    int day = 1;
    std::int64_t time_ms = 0;
    if (take(text, '-')) {
        const auto given = take_digits(text, 2);
        if (!given) return std::nullopt;
        month = *given;
        if (take(text, '-')) {
            const auto given_day = take_digits(text, 2);
            if (!given_day) return std::nullopt;
            day = *given_day;
            if (take(text, 'T')) {
                const auto time = take_time_ms(text);
                if (!time) return std::nullopt;
                time_ms = *time;
            }
        }
    }
    const std::chrono::year_month_day date{
        std::chrono::year(*year),
        std::chrono::month(static_cast<unsigned>(month)),
        std::chrono::day(static_cast<unsigned>(day))};
    if (!text.empty() || !date.ok()) return std::nullopt;
    const auto days = std::chrono::sys_days(date).time_since_epoch().count();
    return std::int64_t{days} * 86'400'000 + time_ms;
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || value != value) return std::nullopt;
    return value;
}

std::optional<std::int64_t> parse_moment(std::string_view text) {
    if (const auto calendar = parse_calendar(text)) return calendar;
    constexpr double kMostSeconds = 1e12;
    const auto seconds = parse_decimal(text);
    if (!seconds || *seconds < -kMostSeconds || *seconds > kMostSeconds) return std::nullopt;
    return static_cast<std::int64_t>(*seconds * 1'000);
}

std::optional<bool> parse_truth(std::string_view text) {
    const std::string word = lower(text);
    if (word == "true") return true;
    if (word == "false") return false;
    return std::nullopt;
}

std::optional<std::string> parse_base64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    const std::string bytes = protocol::values::bytes_of_base64(text);
    if (protocol::values::base64_text(bytes) != text) return std::nullopt;
    return bytes;
}

bool AddressRange::contains(const AddressRange& address) const {
    if (address.is_v6 != is_v6 || address.bits < bits) return false;
    const auto whole = static_cast<std::size_t>(bits / 8);
    if (!std::equal(bytes.begin(), bytes.begin() + bits / 8, address.bytes.begin())) return false;
    const int rest = bits % 8;
    if (rest == 0) return true;
    const int mask = 0xFF << (8 - rest) & 0xFF;
    return (bytes[whole] & mask) == (address.bytes[whole] & mask);
}

std::optional<AddressRange> parse_addresses(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::string address(text.substr(0, slash));
    AddressRange range;
    if (address.find('\0') != std::string::npos) return std::nullopt;  // C would stop reading there
    range.is_v6 = address.find(':') != std::string::npos;
    if (::inet_pton(range.is_v6 ? AF_INET6 : AF_INET, address.c_str(), range.bytes.data()) != 1) {
        return std::nullopt;
    }
    range.bits = range.is_v6 ? 128 : 32;
    if (slash != std::string_view::npos) {
        const std::string_view given = text.substr(slash + 1);
        int bits = 0;
        const auto [stop, error] = std::from_chars(given.data(), given.data() + given.size(), bits);
        const bool is_number = error == std::errc() && stop == given.data() + given.size();
        if (!is_number || bits < 0 || bits > range.bits) return std::nullopt;
        range.bits = bits;
    }
    constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    const bool is_mapped = std::equal(kMapped.begin(), kMapped.end(), range.bytes.begin());
    if (range.is_v6 && is_mapped && range.bits >= 96) {
        range.is_v6 = false;
        range.bits -= 96;
        std::copy(range.bytes.begin() + 12, range.bytes.end(), range.bytes.begin());
        std::fill(range.bytes.begin() + 4, range.bytes.end(), std::uint8_t{0});
    }
    return range;
}

}  // namespace stator::emulator::access::iam
