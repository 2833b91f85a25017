#include "load/workloads/answer.hpp"

#include <charconv>

namespace stator::bench {

std::optional<std::uint64_t> count_in(std::string_view body) noexcept {
    constexpr std::string_view kMember = "Count\"";
    // `"ScannedCount"` ends in the same word, so check the quote before it.
    std::size_t at = body.find(kMember);
    while (at != std::string_view::npos && (at == 0 || body[at - 1] != '"')) {
        at = body.find(kMember, at + kMember.size());
    }
    if (at == std::string_view::npos) return std::nullopt;
    const std::size_t digits = body.find_first_not_of(": \t\r\n", at + kMember.size());
    if (digits == std::string_view::npos) return std::nullopt;
    std::uint64_t count = 0;
    const char* const end = body.data() + body.size();
    const bool read = std::from_chars(body.data() + digits, end, count).ec == std::errc{};
    return read ? std::optional(count) : std::nullopt;
}

std::string_view last_evaluated_key_in(std::string_view body) noexcept {
    const std::size_t member = body.find("LastEvaluatedKey\"");
    if (member == std::string_view::npos) return {};
    const std::size_t begin = body.find('{', member);
    unsigned depth = 0;
    for (std::size_t at = begin; at < body.size(); ++at) {
        if (body[at] == '{') ++depth;
        if (body[at] == '}' && --depth == 0) return body.substr(begin, at - begin + 1);
    }
    return {};
}

}  // namespace stator::bench
