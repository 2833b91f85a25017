#include "emulator/laboratory/declaration/item_file.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "emulator/base/file_text.hpp"
#include "emulator/base/header_text.hpp"
#include "emulator/http/compression.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::declaration {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

// The maximum size of a file after decompression.
constexpr std::size_t kMaxUnpackedBytes = std::size_t{4} << 30U;

// An attribute with the name "Item" contains {"S":"x"}, which is not an object of objects, unless
// it is a map; and a key cannot be a map.
JsonView unwrapped(JsonView item) {
    if (!item.is_object() || item.size() != 1) return item;
    const auto inner = item.find("Item");
    if (!inner || !inner->is_object()) return item;
    const auto members = inner->members();
    const bool is_item = std::all_of(members.begin(), members.end(), [](const auto& member) {
        return member.value.IsObject();
    });
    return is_item ? *inner : item;
}

Accepted<std::string> unpacked_text(const std::string& path) {
    STATOR_TRY(std::string text, file_text(path, "The items' file"));
    const bool is_packed = text.starts_with("\x1f\x8b");
    if (is_packed && http::decompress("gzip", kMaxUnpackedBytes, text)) {
        return Refusal{
            "The items' file '" + path + "' cannot be unpacked; pack it again, or not at all."};
    }
    return Accepted<std::string>(boost::system::in_place_value, std::move(text));
}

}  // namespace

Accepted<void> for_each_item(const std::string& path, const VisitItem& visit) {
    STATOR_TRY(std::string text, unpacked_text(path));
    std::size_t number = 0;
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start != std::string::npos && text[start] == '[') {
        const auto document = JsonDocument::parse(std::move(text));
        if (!document || !document->root().is_array()) {
            return Refusal{
                "The items' file '" + path +
                "' is no JSON array; write [{\"pk\":{\"S\":\"x\"}}], or one item a line."};
        }
        for (const auto& element : document->root().elements()) {
            STATOR_CHECK(visit(unwrapped(JsonView(element)), ++number));
        }
        return {};
    }
    std::size_t line_number = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = trimmed(take_until(rest, '\n'));
        ++line_number;
        if (line.empty()) continue;
        const auto document = JsonDocument::parse(std::string(line));
        if (!document) {
            return Refusal{
                "Line " + std::to_string(line_number) + " of the items' file '" + path +
                "' is not JSON; write one item a line, such as {\"pk\":{\"S\":\"x\"}}."};
        }
        STATOR_CHECK(visit(unwrapped(document->root()), ++number));
    }
    return {};
}

}  // namespace stator::emulator::laboratory::declaration
