#include "protocol/errors/serialization.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace stator::protocol {
namespace {

ApiError serialization(std::string message) {
    ApiError error;
    error.type = ErrorType::SerializationException;
    error.message = std::move(message);
    return error;
}

// The six bits a base64 character stands for, or -1.
int base64_bits(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    if (c == '/') return 63;
    return -1;
}

// The character at the front of `text`, all of its bytes.
std::string_view first_character(std::string_view text) {
    std::size_t length = 1;
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) {
        ++length;
    }
    return text.substr(0, length);
}

}  // namespace

std::optional<bool> boolean_from_text(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    if (lower == "true" || lower == "1" || lower == "yes") return true;
    if (lower == "false" || lower == "0" || lower == "no") return false;
    return std::nullopt;
}

Result<void> check_base64(std::string_view text) {
    if (text.size() % 4 != 0) {
        return serialization(
            "Base64 encoded length is expected a multiple of 4 bytes but found: " +
            std::to_string(text.size())
        );
    }
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') {
        ++padding;
    }
    const std::string_view digits = text.substr(0, text.size() - padding);
    // AWS: the end is looked at first. [case wire/serialization]
    const int unused_mask = padding == 1 ? 0x3 : padding == 2 ? 0xF : 0;
    const int last = digits.empty() ? 0 : base64_bits(digits.back());
    if (last > 0 && (last & unused_mask) != 0) {
        return serialization("Invalid last non-pad Base64 character dectected");
    }
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (base64_bits(digits[i]) >= 0) continue;
        const std::string_view offender = first_character(digits.substr(i));
        return serialization(
            std::string("Invalid base 64 character: '").append(offender).append("'")
        );
    }
    return {};
}

namespace errors {

ApiError not_a_request() {
    return serialization("");
}

ApiError cannot_convert(std::string_view kind, std::string_view target) {
    return serialization(std::string(kind).append(" cannot be converted to ").append(target));
}

ApiError unrecognized_collection(std::string_view java_class) {
    return serialization(std::string("Unrecognized collection type class ").append(java_class));
}

ApiError unrecognized_class(std::string_view class_name) {
    return unrecognized_collection(
        std::string("com.amazonaws.dynamodb.v20120810.").append(class_name)
    );
}

ApiError unrecognized_map(std::string_view value_class) {
    return serialization(std::string("Unrecognized collection type java.util.Map<java.lang.String, "
    )
                             .append(value_class)
                             .append(">"));
}

ApiError unexpected_structure() {
    return serialization("Start of structure or map found where not expected");
}

ApiError unexpected_token() {
    return serialization("Unexpected token received from parser");
}

ApiError unexpected_scalar(bool as_element) {
    return serialization(as_element ? "Unexpected value type in payload" : "Unexpected field type");
}

ApiError nested_list_cast() {
    return serialization(
        "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to "
        "class "
        "java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
        "java.lang.Class are in module java.base of loader 'bootstrap')"
    );
}

ApiError not_base64() {
    return serialization("only base-64-encoded strings are convertible to bytes");
}

}  // namespace errors
}  // namespace stator::protocol
