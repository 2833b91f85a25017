#include "conformance/matching/difference.hpp"

#include <algorithm>

namespace stator::conformance {
namespace {

constexpr std::size_t kShownValueBytes = 300;

/// Length of the common beginning that is shown before the first difference.
constexpr std::size_t kContextBytes = 40;

}  // namespace

std::string shown(const Json* value) {
    return value == nullptr ? std::string(kNothing) : abbreviate(to_text(*value), kShownValueBytes);
}

Difference text_difference(std::string path, std::string_view expected, std::string_view got) {
    const auto parting = static_cast<std::size_t>(
        std::mismatch(expected.begin(), expected.end(), got.begin(), got.end()).first -
        expected.begin()
    );
    std::string note;
    if (parting > kContextBytes && std::max(expected.size(), got.size()) > kShownValueBytes) {
        const std::size_t skipped = parting - kContextBytes;
        expected.remove_prefix(skipped);
        got.remove_prefix(skipped);
        note = "(after " + std::to_string(skipped) + " equal bytes) …";
    }
    return {
        std::move(path),
        note + '"' + abbreviate(expected, kShownValueBytes) + '"',
        note + '"' + abbreviate(got, kShownValueBytes) + '"'};
}

std::string pointer_part(std::string_view name) {
    std::string part("/");
    for (const char c : name) {
        if (c == '~') {
            part += "~0";
        } else if (c == '/') {
            part += "~1";
        } else {
            part += c;
        }
    }
    return part;
}

std::string describe(const std::vector<Difference>& differences) {
    std::string text;
    for (const Difference& difference : differences) {
        text += "at " + (difference.path.empty() ? "the root" : difference.path) + "\n";
        text += "  expected " + difference.expected + "\n";
        text += "  got      " + difference.got + "\n";
    }
    if (differences.size() >= kDifferencesMax) text += "(there may be more differences)\n";
    return text;
}

}  // namespace stator::conformance
