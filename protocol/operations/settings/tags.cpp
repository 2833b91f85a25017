#include "protocol/operations/settings/tags.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "protocol/base/limits.hpp"
#include "protocol/errors/constraints.hpp"
#include "protocol/errors/tags.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::settings {
namespace {

using wire::JsonView;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

// Lengths and absence of members of a Tag have their own messages, so these shapes have no
// constraints.
constexpr Shape kText{.type = ShapeType::String};
constexpr Shape kArn{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxResourceArnBytes};
constexpr Member kTagMembers[] = {{"Key", &kText}, {"Value", &kText}};
constexpr Shape kTag{.class_name = "Tag", .members = kTagMembers};
constexpr Shape kTags{.type = ShapeType::List, .element = &kTag};
constexpr Shape kTagKeys{.type = ShapeType::List, .element = &kText};
constexpr Member kArnMembers[] = {{"ResourceArn", &kArn, true}};
constexpr Member kTagResourceMembers[] = {
    {"ResourceArn", &kArn, true},
    {"Tags", &kTags},
};
constexpr Member kUntagResourceMembers[] = {
    {"ResourceArn", &kArn, true},
    {"TagKeys", &kTagKeys},
};
constexpr Member kListTagsMembers[] = {
    {"ResourceArn", &kArn, true},
    {"NextToken", &kText},
};
constexpr Shape kTagResourceForm{.members = kTagResourceMembers};
constexpr Shape kUntagResourceForm{.members = kUntagResourceMembers};
constexpr Shape kListTags{.members = kListTagsMembers};
constexpr Shape kResource{.members = kArnMembers};

struct CodePointRange {
    char32_t first;
    char32_t last;
};

// Characters beyond ASCII that are not letters, digits or spaces: the blocks of punctuation,
// symbols, private use and emoji. An approximation by block, not the Unicode database.
constexpr std::array kForbidden{
    CodePointRange{0x80, 0x9F},        CodePointRange{0xA1, 0xA9},
    CodePointRange{0xAB, 0xB1},        CodePointRange{0xB4, 0xB4},
    CodePointRange{0xB6, 0xB8},        CodePointRange{0xBB, 0xBB},
    CodePointRange{0xBF, 0xBF},        CodePointRange{0xD7, 0xD7},
    CodePointRange{0xF7, 0xF7},        CodePointRange{0x200B, 0x2027},
    CodePointRange{0x202A, 0x202E},    CodePointRange{0x2030, 0x205E},
    CodePointRange{0x2060, 0x206F},    CodePointRange{0x20A0, 0x20FF},
    CodePointRange{0x2190, 0x245F},    CodePointRange{0x249C, 0x24E9},
    CodePointRange{0x2500, 0x2775},    CodePointRange{0x2794, 0x2BFF},
    CodePointRange{0x3001, 0x3004},    CodePointRange{0x3008, 0x3020},
    CodePointRange{0xE000, 0xF8FF},    CodePointRange{0xFE00, 0xFE6F},
    CodePointRange{0xFF01, 0xFF0F},    CodePointRange{0xFF1A, 0xFF20},
    CodePointRange{0xFF3B, 0xFF40},    CodePointRange{0xFF5B, 0xFF65},
    CodePointRange{0xFFE0, 0xFFFF},    CodePointRange{0x1F000, 0x1FAFF},
    CodePointRange{0xE0000, 0x10FFFF},
};

bool is_tag_character(char32_t c) {
    if (c < 0x80) {
        constexpr std::string_view kOthers = " +-=._:/@";
        const bool alphanumeric =
            (c >= U'0' && c <= U'9') || (c >= U'A' && c <= U'Z') || (c >= U'a' && c <= U'z');
        return alphanumeric || kOthers.find(static_cast<char>(c)) != std::string_view::npos;
    }
    return std::ranges::none_of(kForbidden, [&](CodePointRange range) {
        return c >= range.first && c <= range.last;
    });
}

// Removes the first code point from `text` and returns it. Precondition: well-formed UTF-8, which
// the JSON parser guarantees.
char32_t take_code_point(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t point = size == 1 ? lead : lead & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size && i < text.size(); ++i) {
        point = (point << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    text.remove_prefix(std::min(size, text.size()));
    return point;
}

bool is_tag_text(std::string_view text, std::size_t min_characters, std::size_t max_characters) {
    std::size_t count = 0;
    while (!text.empty()) {
        if (!is_tag_character(take_code_point(text))) return false;
        ++count;
    }
    return count >= min_characters && count <= max_characters;
}

bool is_reserved(std::string_view key) {
    constexpr std::string_view kPrefix = "aws:";
    const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    return key.size() >= kPrefix.size() &&
           std::ranges::equal(key.substr(0, kPrefix.size()), kPrefix, same);
}

Result<void> check_tag_key(std::optional<JsonView> key) {
    if (!key) return errors::tag_key_invalid("null");
    const std::string_view text = key->string();
    if (!is_tag_text(text, 1, kMaxTagKeyCharacters)) return errors::tag_key_invalid(text);
    // AWS: ignores the case of letters. [case tags/reserved_prefix]
    if (is_reserved(text)) return errors::tag_key_reserved(text);
    return {};
}

Result<void> check_tag_value(std::optional<JsonView> value) {
    if (!value) return errors::tag_value_invalid("null");
    const std::string_view text = value->string();
    if (!is_tag_text(text, 0, kMaxTagValueCharacters)) return errors::tag_value_invalid(text);
    return {};
}

// Checks the shape, then the form of the ARN. Both precede all checks of tags.
Result<std::string> read_resource_arn(JsonView json, const Shape& shape) {
    STATOR_CHECK(wire::check_types(json, shape));
    STATOR_CHECK(wire::check_constraints(json, kResource));
    const std::string_view arn = json.string_or_empty("ResourceArn");
    if (!model::is_arn(arn)) return errors::arn_without_prefix(arn);
    const auto parts = model::split_arn(arn);
    if (!parts || parts->service != "dynamodb") return errors::not_a_dynamodb_arn(arn);
    const std::string_view table = taggable_table(parts->resource);
    // AWS: rejects a name that is too short for a table. [case tags/malformed_arn]
    if (!table.empty() && table.size() < kMinTableNameCharacters) {
        return errors::malformed_resource_arn(arn);
    }
    if (!table.empty()) return std::string(arn);
    // AWS: rejects the ARN of a backup as if it were not a DynamoDB resource.
    // [case tags/malformed_arn]
    const bool index = parts->resource.starts_with("table/") &&
                       parts->resource.find("/index/") != std::string_view::npos;
    if (index) return errors::not_a_taggable_arn(arn);
    return errors::not_a_dynamodb_arn(arn);
}

ApiError missing_member(std::string_view path) {
    const std::string violation = errors::null_member(path);
    return errors::constraint_violated(violation);
}

}  // namespace

const wire::Shape kTagResourceShape = kTagResourceForm;
const wire::Shape kUntagResourceShape = kUntagResourceForm;
const wire::Shape kListTagsShape = kListTags;

std::string_view taggable_table(std::string_view arn_resource) {
    const std::size_t stream = arn_resource.find("/stream/");
    return model::table_of_resource(arn_resource.substr(0, stream));
}

Result<Tags> decode_tags(JsonView list) {
    Tags tags;
    for (const auto& element : list.elements()) {
        if (element.IsNull()) continue;
        const JsonView tag(element);
        const auto key = tag.find("Key");
        const auto value = tag.find("Value");
        STATOR_CHECK(check_tag_key(key));
        STATOR_CHECK(check_tag_value(value));
        const auto [position, fresh] = tags.emplace(key->string(), value->string());
        if (!fresh) return errors::tag_key_duplicated(position->first);
    }
    if (tags.size() > kMaxTags) return errors::too_many_tags();
    return tags;
}

Result<TagResourceRequest> decode_tag_resource(JsonView json) {
    STATOR_TRY(std::string arn, read_resource_arn(json, kTagResourceForm));
    const auto list = json.find("Tags");
    if (!list) return missing_member("tags");
    if (list->size() == 0) return errors::no_tags();
    STATOR_TRY(Tags tags, decode_tags(*list));
    return TagResourceRequest{std::move(arn), std::move(tags)};
}

Result<UntagResourceRequest> decode_untag_resource(JsonView json) {
    STATOR_TRY(std::string arn, read_resource_arn(json, kUntagResourceForm));
    const auto list = json.find("TagKeys");
    if (!list) return missing_member("tagKeys");
    if (list->size() == 0) return errors::no_tag_keys();
    UntagResourceRequest request{std::move(arn), {}};
    for (const auto& element : list->elements()) {
        if (element.IsNull()) return errors::tag_key_invalid("null");
        STATOR_CHECK(check_tag_key(JsonView(element)));
        request.tag_keys.emplace_back(JsonView(element).string());
    }
    if (request.tag_keys.size() > kMaxTags) return errors::too_many_tags();
    return request;
}

// AWS: ignores NextToken. [case tags/next_token]
Result<ListTagsRequest> decode_list_tags(JsonView json) {
    STATOR_TRY(std::string arn, read_resource_arn(json, kListTags));
    return ListTagsRequest{std::move(arn)};
}

std::string encode_list_tags(const Tags& tags) {
    return wire::object_text([&](wire::JsonWriter& json) {
        json.begin_array("Tags");
        for (const auto& [key, value] : tags) {
            json.begin_object();
            json.string_member("Key", key);
            json.string_member("Value", value);
            json.end_object();
        }
        json.end_array();
    });
}

}  // namespace stator::protocol::operations::settings
