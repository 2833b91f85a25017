#include "tests/oracle/value.hpp"

#include <algorithm>
#include <array>

namespace stator::oracle {
namespace {

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty()) text += ",";
        text += part;
    }
    return text;
}

std::string in_quotes(std::string_view plain) {
    return std::string("\"").append(plain).append("\"");
}

// JSON of a value, either as a request sends it or as an answer says it.
class Writer {
public:
    explicit Writer(bool canonical) : canonical_(canonical) {}

    std::string members(const Map& map) const {
        std::vector<std::string> parts;
        for (const auto& [name, value] : map)
            parts.push_back(json_string(name) + ":" + json(value));
        return "{" + joined(parts) + "}";
    }

    std::string json(const Value& value) const {
        if (const auto* broken = value.as<Broken>()) return broken->json;
        return "{" + in_quotes(type_name(value.type())) + ":" + content(value) + "}";
    }

private:
    std::string content(const Value& value) const {
        if (const auto* text = value.as<std::string>()) return json_string(*text);
        if (const auto* number = value.as<Number>()) return digits(*number);
        if (const auto* binary = value.as<Binary>()) return in_quotes(base64(binary->bytes));
        if (const auto* boolean = value.as<bool>()) return *boolean ? "true" : "false";
        if (value.as<Null>() != nullptr) return "true";
        if (const auto* map = value.as<Map>()) return members(*map);
        return "[" + joined(elements(value)) + "]";
    }

    std::vector<std::string> elements(const Value& value) const {
        std::vector<std::string> parts;
        if (const auto* list = value.as<List>()) {
            for (const Value& element : *list) parts.push_back(json(element));
        } else if (const auto* strings = value.as<StringSet>()) {
            for (const std::string& member : sorted(strings->members)) {
                parts.push_back(json_string(member));
            }
        } else if (const auto* binaries = value.as<BinarySet>()) {
            for (const std::string& member : sorted(binaries->members)) {
                parts.push_back(in_quotes(base64(member)));
            }
        } else if (const auto* numbers = value.as<NumberSet>()) {
            for (const Number& member : sorted(numbers->members)) parts.push_back(digits(member));
        }
        return parts;
    }

    std::string digits(const Number& number) const {
        return canonical_ ? in_quotes(plain_text(number.value)) : json_string(number.spelling);
    }

    std::vector<std::string> sorted(std::vector<std::string> members) const {
        if (canonical_) std::sort(members.begin(), members.end());
        return members;
    }

    std::vector<Number> sorted(std::vector<Number> members) const {
        if (!canonical_) return members;
        std::sort(members.begin(), members.end(), [](const Number& left, const Number& right) {
            return compare(left.value, right.value) < 0;
        });
        return members;
    }

    bool canonical_;
};

std::string unicode_escape(unsigned unit) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text = "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U}) text.push_back(kHex[(unit >> shift) & 15U]);
    return text;
}

// The character that starts at `text[at]`, escaped; `at` moves behind it.
std::string escaped_character(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at++);
    if (first < 0x80U) return unicode_escape(first);
    const int more = first < 0xE0U ? 1 : first < 0xF0U ? 2 : 3;
    unsigned code = first & (0x3FU >> static_cast<unsigned>(more));
    for (int i = 0; i < more; ++i) code = (code << 6U) | (byte(at++) & 0x3FU);
    if (code < 0x10000U) return unicode_escape(code);
    code -= 0x10000U;
    return unicode_escape(0xD800U + (code >> 10U)) + unicode_escape(0xDC00U + (code & 0x3FFU));
}

}  // namespace

std::string_view type_name(Type type) {
    constexpr std::array<std::string_view, 11> kNames = {
        "S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M", "nothing"};
    return kNames[static_cast<std::size_t>(type)];
}

Value number_value(const Decimal& number) {
    return {Number{plain_text(number), number}};
}

std::string request_json(const Value& value) {
    return Writer(false).json(value);
}

std::string request_json(const Item& item) {
    return Writer(false).members(item);
}

std::string canonical_json(const Value& value) {
    return Writer(true).json(value);
}

std::string canonical_json(const Item& item) {
    return Writer(true).members(item);
}

bool equal(const Value& left, const Value& right) {
    return left.type() == right.type() && canonical_json(left) == canonical_json(right);
}

std::optional<int> order(const Value& left, const Value& right) {
    if (left.type() != right.type()) return std::nullopt;
    if (const auto* text = left.as<std::string>()) return text->compare(*right.as<std::string>());
    if (const auto* binary = left.as<Binary>()) {
        return binary->bytes.compare(right.as<Binary>()->bytes);
    }
    if (const auto* number = left.as<Number>()) {
        return compare(number->value, right.as<Number>()->value);
    }
    return std::nullopt;
}

std::string json_string(std::string_view utf8) {
    const bool all_ascii_out = utf8.size() % 2 == 1;
    std::string text = "\"";
    for (std::size_t at = 0; at < utf8.size();) {
        const char c = utf8[at];
        const auto byte = static_cast<unsigned char>(c);  // char has no sign on every processor
        if (c == '"' || c == '\\') {
            text.append("\\").push_back(c);
            ++at;
        } else if (c == '\n') {
            text.append("\\n");
            ++at;
        } else if (byte < ' ' || (byte >= 0x80 && all_ascii_out)) {
            text.append(escaped_character(utf8, at));
        } else {
            text.push_back(c);
            ++at;
        }
    }
    return text + "\"";
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        unsigned group = 0;
        for (std::size_t i = at; i < at + 3; ++i) {
            group = (group << 8U) | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
        }
        const std::size_t length = std::min<std::size_t>(bytes.size() - at, 3);
        for (unsigned digit = 0; digit < 4; ++digit) {
            text.push_back(digit <= length ? kDigits[(group >> (18U - 6U * digit)) & 63U] : '=');
        }
    }
    return text;
}

const Broken* first_broken(const Value& value) {
    if (const auto* broken = value.as<Broken>()) return broken;
    if (const auto* list = value.as<List>()) {
        for (const Value& element : *list) {
            if (const Broken* broken = first_broken(element)) return broken;
        }
    }
    if (const auto* map = value.as<Map>()) {
        for (const auto& [name, element] : *map) {
            if (const Broken* broken = first_broken(element)) return broken;
        }
    }
    return nullptr;
}

std::size_t levels(const Value& value) {
    std::size_t deepest = 0;
    if (const auto* list = value.as<List>()) {
        for (const Value& element : *list) deepest = std::max(deepest, levels(element));
    }
    if (const auto* map = value.as<Map>()) {
        for (const auto& [name, element] : *map) deepest = std::max(deepest, levels(element));
    }
    return deepest + 1;
}

}  // namespace stator::oracle
