#include "protocol/formats/transfer/ion_text.hpp"

#include <algorithm>
#include <array>

#include "protocol/base/number_text.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::formats::transfer {
namespace {

using values::AttributeType;
using values::AttributeValueView;

// Ion's keywords. As names they must be quoted.
constexpr std::array<std::string_view, 4> kKeywords{"null", "true", "false", "nan"};

bool is_letter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           character == '_' || character == '$';
}

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

bool is_identifier(std::string_view name) {
    if (name.empty() || !is_letter(name.front())) return false;
    if (std::ranges::find(kKeywords, name) != kKeywords.end()) return false;
    // A dollar sign with digits is a symbol number, and $ion_1_0 is the version marker.
    const bool is_number =
        name.size() > 1 && name.front() == '$' && std::ranges::all_of(name.substr(1), is_digit);
    if (is_number || name == "$ion_1_0") return false;
    return std::ranges::all_of(name, [](char character) {
        return is_letter(character) || is_digit(character);
    });
}

void append_escaped(std::string& out, char character) {
    switch (character) {
        case '\n': out.append("\\n"); return;
        case '\r': out.append("\\r"); return;
        case '\t': out.append("\\t"); return;
        case '\0': out.append("\\0"); return;
        default: break;
    }
    constexpr unsigned char kFirstPrintable = 0x20;
    constexpr unsigned char kDelete = 0x7F;
    const auto byte = static_cast<unsigned char>(character);
    if (byte < kFirstPrintable || byte == kDelete) {
        out.append("\\x");
        append_hex(out, byte, 2);
    } else {
        out.push_back(character);
    }
}

void append_quoted(std::string& out, std::string_view text, char quote) {
    out.push_back(quote);
    for (const char character : text) {
        if (character == quote || character == '\\') out.push_back('\\');
        append_escaped(out, character);
    }
    out.push_back(quote);
}

void append_blob(std::string& out, std::string_view bytes) {
    out.append("{{").append(values::base64_text(bytes)).append("}}");
}

void append_plain(std::string& out, AttributeType type, std::string_view payload) {
    if (type == AttributeType::String) return append_quoted(out, payload, '"');
    if (type == AttributeType::Binary) return append_blob(out, payload);
    append_ion_decimal(out, values::number_text(payload));
}

void append_set(
    std::string& out, std::string_view annotation, AttributeType held, AttributeValueView set
) {
    out.append(annotation).append("::[");
    bool is_first = true;
    for (const std::string_view member : set.members()) {
        if (!is_first) out.push_back(',');
        is_first = false;
        append_plain(out, held, member);
    }
    out.push_back(']');
}

void append_entries(std::string& out, values::EntryRange entries) {
    out.push_back('{');
    bool is_first = true;
    for (const values::Entry& entry : entries) {
        if (!is_first) out.push_back(',');
        is_first = false;
        append_ion_symbol(out, entry.name);
        out.push_back(':');
        append_ion_value(out, entry.value);
    }
    out.push_back('}');
}

void append_list(std::string& out, AttributeValueView list) {
    out.push_back('[');
    bool is_first = true;
    for (const AttributeValueView element : list.elements()) {
        if (!is_first) out.push_back(',');
        is_first = false;
        append_ion_value(out, element);
    }
    out.push_back(']');
}

}  // namespace

void append_ion_string(std::string& out, std::string_view text) {
    append_quoted(out, text, '"');
}

// Appends a decimal as Ion writers print it, without loss of digits.
void append_ion_decimal(std::string& out, std::string_view plain_digits) {
    if (plain_digits.starts_with('-')) {
        out.push_back('-');
        plain_digits.remove_prefix(1);
    }
    const std::size_t point = plain_digits.find('.');
    const std::string_view whole = plain_digits.substr(0, point);
    const std::string_view fraction =
        point == std::string_view::npos ? std::string_view() : plain_digits.substr(point + 1);
    std::string digits = std::string(whole).append(fraction);
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) {
        out.append("0.");
        return;
    }
    auto exponent = -static_cast<std::int64_t>(fraction.size());
    while (digits.ends_with('0')) {
        digits.pop_back();
        ++exponent;
    }
    const auto count = static_cast<std::int64_t>(digits.size());
    constexpr std::int64_t kMostZeros = 6;
    if (exponent > 0 || count - 1 + exponent < -kMostZeros) {
        out.append(digits).append("d");
        append_integer(out, exponent);
    } else if (count + exponent > 0) {
        const auto before = static_cast<std::size_t>(count + exponent);
        out.append(digits, 0, before).append(".").append(digits, before);
    } else {
        out.append("0.").append(static_cast<std::size_t>(-exponent - count), '0').append(digits);
    }
}

void append_ion_symbol(std::string& out, std::string_view name) {
    if (is_identifier(name)) {
        out.append(name);
    } else {
        append_quoted(out, name, '\'');
    }
}

void append_ion_value(std::string& out, AttributeValueView value) {
    switch (value.type()) {
        case AttributeType::String:
        case AttributeType::Number:
        case AttributeType::Binary: return append_plain(out, value.type(), value.scalar());
        case AttributeType::StringSet:
            return append_set(out, "$dynamodb_SS", AttributeType::String, value);
        case AttributeType::NumberSet:
            return append_set(out, "$dynamodb_NS", AttributeType::Number, value);
        case AttributeType::BinarySet:
            return append_set(out, "$dynamodb_BS", AttributeType::Binary, value);
        case AttributeType::List: return append_list(out, value);
        case AttributeType::Map: return append_entries(out, value.entries());
        case AttributeType::Null: out.append("null"); return;
        case AttributeType::Boolean: out.append(value.boolean() ? "true" : "false"); return;
    }
}

void append_ion_item(std::string& out, const values::ItemImage& item) {
    append_entries(out, item.attributes());
}

}  // namespace stator::protocol::formats::transfer
