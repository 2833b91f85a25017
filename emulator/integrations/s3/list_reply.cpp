#include "emulator/integrations/s3/list_reply.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/base/percent_encoding.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::emulator::integrations::s3 {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 5> kEscapes{
    {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};

std::string without_escapes(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const auto escape = std::ranges::find_if(kEscapes, [&](const auto& known) {
            return text.starts_with(known.first);
        });
        const bool is_escape = escape != kEscapes.end();
        plain.push_back(is_escape ? escape->second : text.front());
        text.remove_prefix(is_escape ? escape->first.size() : 1);
    }
    return plain;
}

// Returns the text between the tags of the first element with that name, and removes it from `xml`.
std::optional<std::string_view> take_element(std::string_view& xml, std::string_view name) {
    const std::string opening = "<" + std::string(name) + ">";
    const std::string closing = "</" + std::string(name) + ">";
    const std::size_t begin = xml.find(opening);
    if (begin == std::string_view::npos) return std::nullopt;
    const std::size_t end = xml.find(closing, begin);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inner = xml.substr(begin + opening.size(), end - begin - opening.size());
    xml.remove_prefix(end + closing.size());
    return inner;
}

// Form encoding: a plus sign can represent a space.
std::string key_of(std::string_view encoded) {
    std::string text(encoded);
    std::ranges::replace(text, '+', ' ');
    return percent_decoded_where_possible(text);
}

}  // namespace

std::optional<std::string> element_text(std::string_view xml, std::string_view name) {
    const auto inner = take_element(xml, name);
    if (!inner) return std::nullopt;
    return without_escapes(*inner);
}

ListReply read_list_reply(std::string_view xml) {
    ListReply reply;
    if (element_text(xml, "IsTruncated") == "true") {
        reply.continuation = element_text(xml, "NextContinuationToken").value_or("");
    }
    while (const auto object = take_element(xml, "Contents")) {
        const std::string size = element_text(*object, "Size").value_or("0");
        reply.objects.push_back(
            {key_of(element_text(*object, "Key").value_or("")),
             protocol::parse_number<std::uint64_t>(size).value_or(0)}
        );
    }
    return reply;
}

}  // namespace stator::emulator::integrations::s3
