#include "signing/request_signing.hpp"

#include <charconv>
#include <cstdio>

#include "signing/canonical_request.hpp"
#include "transport/percent_encoding.hpp"

namespace stator::signing {
namespace {

constexpr std::size_t kDayDigits = 8;

std::vector<HeaderField> fields_of(const Message& message) {
    std::vector<HeaderField> fields;
    for (const auto& [name, value] : message.headers) fields.push_back({name, value});
    return fields;
}

// Reads a number of `digits` digits; nullopt if another character is among them.
std::optional<unsigned> number_at(std::string_view text, std::size_t at, std::size_t digits) {
    unsigned number = 0;
    const char* const begin = text.data() + at;
    const auto [end, error] = std::from_chars(begin, begin + digits, number);
    if (error != std::errc() || end != begin + digits) return std::nullopt;
    return number;
}

}  // namespace

std::string time_text(Time time) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::string text(sizeof("20261125T164500Z"), '\0');
    const int length = std::snprintf(
        text.data(),
        text.size(),
        "%04d%02u%02uT%02d%02d%02dZ",
        static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()),
        static_cast<int>(clock.hours().count()),
        static_cast<int>(clock.minutes().count()),
        static_cast<int>(clock.seconds().count())
    );
    text.resize(static_cast<std::size_t>(length));
    return text;
}

std::string day_text(Time time) {
    return time_text(time).substr(0, kDayDigits);
}

std::optional<Time> parse_time(std::string_view text) {
    constexpr std::size_t kLength = sizeof("20261125T164500Z") - 1;
    if (text.size() != kLength || text[kDayDigits] != 'T' || text.back() != 'Z') {
        return std::nullopt;
    }
    const auto year = number_at(text, 0, 4);
    const auto month = number_at(text, 4, 2);
    const auto day = number_at(text, 6, 2);
    const auto hour = number_at(text, 9, 2);
    const auto minute = number_at(text, 11, 2);
    const auto second = number_at(text, 13, 2);
    if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
    const std::chrono::year_month_day date(
        std::chrono::year(static_cast<int>(*year)),
        std::chrono::month(*month),
        std::chrono::day(*day)
    );
    if (!date.ok() || *hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
    return Time(std::chrono::sys_days(date)) + std::chrono::hours(*hour) +
           std::chrono::minutes(*minute) + std::chrono::seconds(*second);
}

std::string query_text(const Message& message) {
    std::string text;
    for (const auto& [name, value] : message.query) {
        if (!text.empty()) text.push_back('&');
        text.append(transport::percent_encoded(name)).append("=");
        text.append(transport::percent_encoded(value));
    }
    return canonical_query(text);
}

std::string scope_text(std::string_view day, const Scope& scope) {
    std::string text(day);
    text.append("/").append(scope.region).append("/").append(scope.service);
    return text.append("/").append(kTerminator);
}

Hmac signing_key(std::string_view secret_key, std::string_view day, const Scope& scope) {
    Digest key = Hmac(std::string("AWS4").append(secret_key)).of(day);
    key = Hmac(key).of(scope.region);
    key = Hmac(key).of(scope.service);
    return Hmac(Hmac(key).of(kTerminator));
}

std::string string_to_sign(
    std::string_view time, std::string_view scope, std::string_view canonical_request
) {
    std::string text(kAlgorithm);
    text.append("\n").append(time).append("\n").append(scope).append("\n");
    return text.append(hex_sha256(canonical_request));
}

std::string signature(const Hmac& signing_key, std::string_view string_to_sign) {
    return hexadecimal(signing_key.of(string_to_sign));
}

std::string canonical_request(const Message& message, const Scope& scope) {
    const std::vector<HeaderField> fields = fields_of(message);
    const std::string names = header_names(fields);
    const std::string query = query_text(message);
    return canonical_request(
        {message.method,
         message.path,
         query,
         fields,
         names,
         message.payload_hash,
         scope.service == "s3" ? PathRule::AsSent : PathRule::Encoded}
    );
}

std::string signature(
    const Message& message, const Scope& scope, std::string_view secret_key, Time time
) {
    const std::string day = day_text(time);
    return signature(
        signing_key(secret_key, day, scope),
        string_to_sign(time_text(time), scope_text(day, scope), canonical_request(message, scope))
    );
}

std::string authorization(
    const Message& message, const Scope& scope, const Secrets& secrets, Time time
) {
    std::string value(kAlgorithm);
    value.append(" Credential=").append(secrets.access_key).append("/");
    value.append(scope_text(day_text(time), scope));
    value.append(", SignedHeaders=").append(header_names(fields_of(message)));
    value.append(", Signature=").append(signature(message, scope, secrets.secret_key, time));
    return value;
}

}  // namespace stator::signing
