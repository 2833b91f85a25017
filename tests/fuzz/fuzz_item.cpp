// JSON as an item: decoded to an image, printed, decoded again; the image's order, sizes and
// look-ups against the JSON itself.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/limits.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::values::AttributeType;
using protocol::values::AttributeValueView;
using protocol::values::Dialect;
using protocol::values::Entry;
using protocol::values::ItemImage;
using protocol::values::ItemImagePtr;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

// The bytes that DynamoDB bills for a value of canonical JSON, computed only from the JSON.
std::size_t billed_bytes(JsonView value);

std::size_t billed_number(JsonView text) {
    std::string encoded;
    const auto result = protocol::values::encode_number(text.string(), Dialect::Current, encoded);
    require(result.has_value(), "a printed number parses", text.string());
    return protocol::values::number_size_bytes(encoded);
}

std::size_t billed_base64(JsonView text) {
    const std::string_view shown = text.string();
    const auto padding = std::count(shown.begin(), shown.end(), '=');
    return shown.size() / 4 * 3 - static_cast<std::size_t>(padding);
}

std::size_t billed_text(JsonView text) {
    return text.string().size();
}

std::size_t billed_members(JsonView list, std::size_t (*billed)(JsonView)) {
    std::size_t bytes = 0;
    for (const auto& member : list.elements()) bytes += billed(JsonView(member));
    return bytes;
}

std::size_t billed_attributes(JsonView map) {
    std::size_t bytes = 0;
    for (const auto& member : map.members()) {
        bytes += protocol::wire::member_name(member).size() + billed_bytes(JsonView(member.value));
    }
    return bytes;
}

std::size_t billed_bytes(JsonView value) {
    constexpr std::size_t kContainer = 3;
    const auto& member = *value.members().begin();
    const std::string_view type = protocol::wire::member_name(member);
    const JsonView content(member.value);
    if (type == "S") return billed_text(content);
    if (type == "N") return billed_number(content);
    if (type == "B") return billed_base64(content);
    if (type == "SS") return billed_members(content, billed_text);
    if (type == "NS") return billed_members(content, billed_number);
    if (type == "BS") return billed_members(content, billed_base64);
    if (type == "L") return kContainer + content.size() + billed_members(content, billed_bytes);
    if (type == "M") return kContainer + content.size() + billed_attributes(content);
    return 1;
}

void check_value(AttributeValueView value);

void check_entries(protocol::values::EntryRange entries, std::size_t count) {
    std::optional<std::string_view> before;
    for (const Entry entry : entries) {
        require(!entry.name.empty(), "no name is empty");
        require(!before || *before < entry.name, "names ascend", entry.name);
        before = entry.name;
        check_value(entry.value);
        --count;
    }
    require(count == 0, "number of entries");
}

void check_members(AttributeValueView set) {
    require(set.count() > 0, "no set is empty");
    std::size_t count = 0;
    std::optional<std::string_view> before;
    for (const std::string_view member : set.members()) {
        require(!before || *before < member, "members ascend");
        before = member;
        ++count;
    }
    require(count == set.count(), "number of members");
}

void check_elements(AttributeValueView list) {
    std::size_t count = 0;
    for (const AttributeValueView element : list.elements()) {
        check_value(element);
        ++count;
    }
    require(count == list.count(), "number of elements");
}

// Checks the structure below a value, and its JSON by itself: printed and read back, it has the
// same bytes.
void check_value(AttributeValueView value) {
    require(value.depth() <= protocol::kMaxNestingLevels, "nesting");
    if (protocol::values::is_set(value.type())) check_members(value);
    if (value.type() == AttributeType::List) check_elements(value);
    if (value.type() == AttributeType::Map) check_entries(value.entries(), value.count());
}

// Checks that the JSON is a document that decodes to the image and bills the same.
void check_printed(const ItemImage& image, const std::string& json) {
    const auto document = JsonDocument::parse(json);
    require(document.has_value(), "printed JSON parses", json);
    const JsonView root = document->root();
    const auto types =
        protocol::wire::check_types(root, protocol::operations::shapes::kAttributeMap);
    require(types.has_value(), "printed JSON has the right types", json);
    const auto again = protocol::wire::decode_item(root, Dialect::Current);
    require(again.has_value(), "printed JSON decodes", json);
    require((*again)->payload() == image.payload(), "the same image", json);
    require((*again)->item_size() == image.item_size(), "the same size", json);
    require(billed_attributes(root) == image.item_size(), "billed size", json);
    std::string text;
    protocol::wire::append_item(text, **again);
    require(text == json, "printed alike", text, json);
}

void check_image(const ItemImage& image) {
    check_entries(image.attributes(), image.attribute_count());
    std::size_t bytes = 0;
    for (const Entry attribute : image.attributes()) {
        const auto found = image.find(attribute.name);
        require(found && *found == attribute.value, "found by name", attribute.name);
        bytes += attribute.name.size() + attribute.value.size_bytes();
    }
    require(bytes == image.item_size(), "size of the item");
    require(!image.find(""), "nothing has an empty name");
    std::string json;
    protocol::wire::append_item(json, image);
    require(is_utf8(json), "printed JSON is UTF-8", json);
    check_printed(image, json);
}

// The item built again from its attributes is the same one.
void check_builder(const ItemImage& image) {
    protocol::values::ItemBuilder builder;
    for (const Entry attribute : image.attributes()) builder.add(attribute.name, attribute.value);
    const auto built = builder.build();
    require(built->payload() == image.payload(), "built again");
    require(built->item_size() == image.item_size(), "billed again");
}

// The older dialect rejects everything that the current one rejects, perhaps more, and reads the
// same values.
void check_older(JsonView root, const ItemImagePtr& current, std::string_view input) {
    const auto older = protocol::wire::decode_item(root, Dialect::Older);
    if (older.has_error()) {
        require_client_error(older.error(), input);
        return;
    }
    require(current && current->payload() == (*older)->payload(), "older dialect", input);
}

// Regardless of spacing and repeated members, the text is the same item.
void check_repeated(std::string_view input, const ItemImage& image) {
    const std::size_t open = input.find('{');
    const std::size_t close = input.rfind('}');
    const std::string_view members = input.substr(open + 1, close - open - 1);
    if (image.attribute_count() == 0) return;
    std::string twice("\n{ ");
    twice.append(members).append("\t,\r").append(members).append("}\n");
    const auto document = JsonDocument::parse(twice);
    require(document.has_value(), "repeated members parse", twice);
    const auto again = protocol::wire::decode_item(document->root(), Dialect::Current);
    require(again.has_value(), "repeated members decode", twice);
    require((*again)->payload() == image.payload(), "the last one wins", twice);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(item) {
    using namespace stator::fuzz;
    const std::string input(reinterpret_cast<const char*>(data), size);
    const auto document = JsonDocument::parse(input);
    if (!document) return 0;
    require(is_utf8(input), "JSON is UTF-8", input);
    const JsonView root = document->root();
    const auto types = stator::protocol::wire::check_types(
        root, stator::protocol::operations::shapes::kAttributeMap
    );
    if (types.has_error()) {
        require_client_error(types.error(), input);
        return 0;
    }
    const auto item = stator::protocol::wire::decode_item(root, Dialect::Current);
    if (item.has_error()) {
        require_client_error(item.error(), input);
        check_older(root, nullptr, input);
        return 0;
    }
    check_older(root, *item, input);
    check_image(**item);
    check_builder(**item);
    check_repeated(input, **item);
    return 0;
}
