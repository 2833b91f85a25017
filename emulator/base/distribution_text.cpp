#include "emulator/base/distribution_text.hpp"

#include <cstdint>
#include <vector>

#include "protocol/base/number_text.hpp"

namespace stator::emulator {
namespace {

using engine::Distribution;

// Reads the whole text as a number of milliseconds.
std::optional<std::int64_t> milliseconds(std::string_view text) {
    const auto value = protocol::parse_number<std::int64_t>(text);
    if (!value || *value < 0 || *value > Distribution::kLongestMs) return std::nullopt;
    return value;
}

}  // namespace

std::optional<Distribution> parse_distribution(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        const auto fixed = milliseconds(text);
        return fixed ? std::optional(Distribution::fixed(*fixed)) : std::nullopt;
    }
    const std::string_view kind = text.substr(0, colon);
    const std::string_view rest = text.substr(colon + 1);
    if (kind == "uniform") {
        const std::size_t second = rest.find(':');
        if (second == std::string_view::npos) return std::nullopt;
        const auto least = milliseconds(rest.substr(0, second));
        const auto most = milliseconds(rest.substr(second + 1));
        if (!least || !most || *most < *least) return std::nullopt;
        return Distribution::uniform(*least, *most);
    }
    const auto value = milliseconds(rest);
    if (!value) return std::nullopt;
    if (kind == "fixed") return Distribution::fixed(*value);
    if (kind == "exponential" && *value <= Distribution::kLongestMeanMs)
        return Distribution::exponential(*value);
    return std::nullopt;
}

}  // namespace stator::emulator
