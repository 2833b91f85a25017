#include "conformance/base/json.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>

namespace stator::conformance {
namespace {

std::string position_in(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n');
    const std::size_t column =
        line_start == std::string_view::npos ? offset + 1 : offset - line_start;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Longer runs of one character are abbreviated.
constexpr std::size_t kRunShownMax = 64;

/// Returns how often the first byte is repeated, if it is an ASCII character.
std::size_t run_length(std::string_view text) {
    if (static_cast<unsigned char>(text.front()) >= 0x80U) return 1;
    return std::min(text.find_first_not_of(text.front()), text.size());
}

}  // namespace

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

JsonDocument parse_json(std::string_view text) {
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag |
                                rapidjson::kParseFullPrecisionFlag |
                                rapidjson::kParseValidateEncodingFlag;
    JsonDocument document;
    document.Parse<kFlags>(text.data(), text.size());
    if (!document.HasParseError()) return document;
    const std::string reason = rapidjson::GetParseError_En(document.GetParseError());
    throw JsonError(position_in(text, document.GetErrorOffset()) + ": " + reason);
}

std::string to_text(const Json& value) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    value.Accept(writer);
    return {buffer.GetString(), buffer.GetSize()};
}

std::string_view text_of(const Json& string) {
    return {string.GetString(), string.GetStringLength()};
}

Json make_string(std::string_view text, JsonAllocator& allocator) {
    return Json(text.data(), static_cast<rapidjson::SizeType>(text.size()), allocator);
}

const Json* find_member(const Json& object, std::string_view name) {
    if (!object.IsObject()) return nullptr;
    for (const auto& member : object.GetObject()) {
        if (text_of(member.name) == name) return &member.value;
    }
    return nullptr;
}

bool numbers_equal(const Json& left, const Json& right) {
    if (left.IsInt64() && right.IsInt64()) return left.GetInt64() == right.GetInt64();
    if (left.IsUint64() && right.IsUint64()) return left.GetUint64() == right.GetUint64();
    return !(left.GetDouble() < right.GetDouble()) && !(left.GetDouble() > right.GetDouble());
}

std::string abbreviate(std::string_view text, std::size_t length_max) {
    std::string result;
    std::size_t at = 0;
    while (at < text.size() && result.size() < length_max) {
        const std::size_t run = run_length(text.substr(at));
        if (run > kRunShownMax) {
            result.append("‹").append(1, text[at]).append(" × ");
            result.append(std::to_string(run)).append("›");
            at += run;
        } else {
            result += text[at++];
        }
    }
    if (at == text.size()) return result;
    for (; is_continuation(text[at]); --at) result.pop_back();
    return result + "… (" + std::to_string(text.size()) + " bytes)";
}

}  // namespace stator::conformance
