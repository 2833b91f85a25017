#include "emulator/journal/redaction.hpp"

#include <algorithm>
#include <array>

namespace stator::emulator::journal {

using protocol::wire::JsonView;
using protocol::wire::JsonWriter;
using protocol::wire::member_name;

namespace {

constexpr std::string_view kHidden = "***";

// Items nest 32 levels, each an object within an object, below a few members of the request.
constexpr int kMaxDepth = 100;

// The values of these members are data in any form.
constexpr std::array<std::string_view, 16> kValueMembers = {
    "Attributes",
    "AttributeValueList",
    "ExclusiveStartKey",
    "ExpressionAttributeValues",
    "Item",
    "ItemCollectionKey",
    "Items",
    "Key",
    "Keys",
    "LastEvaluatedKey",
    "NewImage",
    "NextToken",
    "OldImage",
    "Parameters",
    "Value",
    "message"};

// The types of an AttributeValue whose content is data itself. M and L contain further values.
constexpr std::array<std::string_view, 6> kRedactedTypes = {"S", "N", "B", "SS", "NS", "BS"};

template <class Names>
bool contains(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// An object below S, N and so on cannot be that value, so the member's name is an attribute name.
bool holds_data(std::string_view name, JsonView value) {
    if (contains(kValueMembers, name) || name == "Message") return true;
    return contains(kRedactedTypes, name) && !value.is_object();
}

class Redaction {
public:
    explicit Redaction(std::string& out) : json_(out) {}

    void write(JsonView value, bool is_data, int depth) {
        const bool is_datum = is_data && (value.is_string() || value.is_number());
        if (is_datum || depth > kMaxDepth) {
            json_.string(kHidden);
        } else if (value.is_object()) {
            write_members(value, is_data, depth);
        } else if (value.is_array()) {
            json_.begin_array();
            for (const auto& element : value.elements()) {
                write(JsonView(element), is_data, depth + 1);
            }
            json_.end_array();
        } else {
            json_.raw(value.text());
        }
    }

private:
    void write_members(JsonView object, bool is_data, int depth) {
        json_.begin_object();
        for (const auto& member : object.members()) {
            const std::string_view name = member_name(member);
            const JsonView value(member.value);
            json_.key(name);
            if (name == "Statement" && value.is_string()) {
                json_.string(is_data ? std::string(kHidden) : redacted_statement(value.string()));
            } else {
                write(value, is_data || holds_data(name, value), depth + 1);
            }
        }
        json_.end_object();
    }

    JsonWriter json_;
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_name_character(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

// The length of the quotation at the start of `text`. A doubled quote does not end it.
std::size_t quotation_length(std::string_view text) {
    const char quote = text.front();
    std::size_t at = 1;
    while ((at = text.find(quote, at)) != std::string_view::npos) {
        if (at + 1 >= text.size() || text[at + 1] != quote) return at + 1;
        at += 2;
    }
    return std::string_view::npos;
}

std::size_t name_length(std::string_view text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_name_character);
    return static_cast<std::size_t>(end - text.begin());
}

// 12, 1.5, .5, 1e-7.
std::size_t number_length(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const bool is_sign = text[at] == '-' || text[at] == '+';
        const bool is_exponent = is_sign && at > 0 && (text[at - 1] | 0x20) == 'e';
        if (!is_exponent && text[at] != '.' && !is_name_character(text[at])) break;
        ++at;
    }
    return at;
}

std::size_t comment_length(std::string_view text) {
    const std::string_view end = text.starts_with("--") ? "\n" : "*/";
    const std::size_t found = text.find(end, 2);
    return found == std::string_view::npos ? found : found + end.size();
}

bool begins_number(std::string_view text) {
    return is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1]));
}

}  // namespace

std::string redacted(JsonView body) {
    std::string out;
    Redaction(out).write(body, false, 0);
    return out;
}

std::string redacted_statement(std::string_view statement) {
    std::string out;
    while (!statement.empty()) {
        const char first = statement.front();
        std::size_t length = 1;
        std::string_view shown = statement.substr(0, 1);
        if (first == '\'' || first == '`') {
            length = quotation_length(statement);
            shown = "?";
        } else if (first == '"') {
            length = quotation_length(statement);
            shown = length == std::string_view::npos ? "" : statement.substr(0, length);
        } else if (statement.starts_with("--") || statement.starts_with("/*")) {
            length = comment_length(statement);
            shown = " ";
        } else if (begins_number(statement)) {
            length = number_length(statement);
            shown = "?";
        } else if (is_name_character(first)) {
            length = name_length(statement);
            shown = statement.substr(0, length);
        }
        out.append(shown);
        statement.remove_prefix(std::min(length, statement.size()));
    }
    return out;
}

}  // namespace stator::emulator::journal
