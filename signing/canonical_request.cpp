#include "signing/canonical_request.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "transport/header_text.hpp"
#include "transport/percent_encoding.hpp"

namespace stator::signing {
namespace {

using transport::ascii_lower;

std::string normalized(std::string_view path) {
    std::vector<std::string_view> segments;
    const bool ends_with_slash =
        path.ends_with('/') || path.ends_with("/.") || path.ends_with("/..");
    while (!path.empty()) {
        const std::string_view segment = transport::take_until(path, '/');
        if (segment.empty() || segment == ".") continue;
        if (segment != "..") {
            segments.push_back(segment);
        } else if (!segments.empty()) {
            segments.pop_back();
        }
    }
    std::string text;
    for (const std::string_view segment : segments) text.append("/").append(segment);
    if (ends_with_slash || text.empty()) text.append("/");
    return text;
}

void append_path(std::string& text, const SignedParts& parts) {
    if (parts.path.size() <= 1) {
        text.append("/");
        return;
    }
    switch (parts.path_rule) {
        case PathRule::AsSent: text.append(parts.path); break;
        case PathRule::Encoded: text.append(transport::percent_encoded_path(parts.path)); break;
        case PathRule::Normalized:
            text.append(transport::percent_encoded_path(normalized(parts.path)));
            break;
    }
}

// Appends the value, trimmed and with each run of whitespace as one space. The line breaks of
// folded lines count as whitespace.
void append_value(std::string& text, std::string_view value) {
    constexpr std::string_view kBlanks = " \t\r\n";
    bool is_first = true;
    while (true) {
        const std::size_t begin = value.find_first_not_of(kBlanks);
        if (begin == std::string_view::npos) return;
        value.remove_prefix(begin);
        const std::string_view word = value.substr(0, value.find_first_of(kBlanks));
        if (!std::exchange(is_first, false)) text.push_back(' ');
        text.append(word);
        value.remove_prefix(word.size());
    }
}

void append_header(std::string& text, std::string_view name, std::span<const HeaderField> headers) {
    text.append(name).push_back(':');
    bool is_first = true;
    for (const HeaderField& header : headers) {
        if (!transport::equals_ignoring_case(header.name, name)) continue;
        if (!std::exchange(is_first, false)) text.push_back(',');
        append_value(text, header.value);
    }
    text.push_back('\n');
}

bool is_lower_case(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return ascii_lower(c) == c; });
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        if (!text.empty()) text.push_back(';');
        text.append(name);
    }
    return text;
}

std::string sorted_names(std::vector<std::string> names) {
    for (std::string& name : names) std::ranges::transform(name, name.begin(), ascii_lower);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return joined(names);
}

bool are_sorted(std::string_view names) {
    std::string_view last;
    while (!names.empty()) {
        const std::string_view name = transport::take_until(names, ';');
        if (name <= last) return false;
        last = name;
    }
    return true;
}

// Returns the names in lower case and sorted. Nearly all clients send them in this form, and then
// nothing is copied; otherwise, the result is in `buffer`.
std::string_view sorted_names(std::string_view signed_headers, std::string& buffer) {
    if (is_lower_case(signed_headers) && are_sorted(signed_headers)) return signed_headers;
    std::vector<std::string> names;
    for (std::string_view rest = signed_headers; !rest.empty();) {
        names.emplace_back(transport::take_until(rest, ';'));
    }
    buffer = sorted_names(std::move(names));
    return buffer;
}

}  // namespace

std::string canonical_query(std::string_view query) {
    std::vector<std::pair<std::string, std::string>> parameters;
    const auto encoded = [](std::string_view text) {
        return transport::percent_encoded(transport::percent_decoded_where_possible(text));
    };
    while (!query.empty()) {
        std::string_view value = transport::take_until(query, '&');
        const bool is_empty = value.empty();
        const std::string_view name = transport::take_until(value, '=');
        if (is_empty || name == "X-Amz-Signature") continue;
        parameters.emplace_back(encoded(name), encoded(value));
    }
    std::ranges::sort(parameters);
    std::string text;
    for (const auto& [name, value] : parameters) {
        if (!text.empty()) text.push_back('&');
        text.append(name).append("=").append(value);
    }
    return text;
}

std::string header_names(std::span<const HeaderField> headers) {
    std::vector<std::string> names;
    for (const HeaderField& header : headers) names.emplace_back(header.name);
    return sorted_names(std::move(names));
}

std::string canonical_request(const SignedParts& parts) {
    constexpr std::size_t kUsualBytes = 1'024;
    std::string text;
    text.reserve(kUsualBytes);
    text.append(parts.method).append("\n");
    append_path(text, parts);
    text.append("\n").append(canonical_query(parts.query)).append("\n");
    std::string buffer;
    const std::string_view names = sorted_names(parts.signed_headers, buffer);
    for (std::string_view rest = names; !rest.empty();) {
        append_header(text, transport::take_until(rest, ';'), parts.headers);
    }
    return text.append("\n").append(names).append("\n").append(parts.payload_hash);
}

}  // namespace stator::signing
