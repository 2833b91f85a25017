#include "emulator/base/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace stator::emulator {
namespace {

using protocol::wire::JsonView;

// A view contains only a pointer to its value, so its bytes can be compared.
static_assert(std::has_unique_object_representations_v<JsonView>);

bool are_same(JsonView one, JsonView other) {
    return std::memcmp(&one, &other, sizeof(JsonView)) == 0;
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_bracket(char c) {
    return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Returns the position after the digits at `at`; `at` itself if it is not at a digit.
std::size_t behind_digits(std::string_view text, std::size_t at) {
    while (at < text.size() && is_digit(text[at])) ++at;
    return at;
}

bool is_number(std::string_view text) {
    std::size_t at = text.starts_with('-') ? 1 : 0;
    const std::size_t whole = at;
    at = behind_digits(text, at);
    if (at == whole || (text[whole] == '0' && at > whole + 1)) return false;
    if (at < text.size() && text[at] == '.') {
        const std::size_t fraction = at + 1;
        at = behind_digits(text, fraction);
        if (at == fraction) return false;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
        const std::size_t exponent = at;
        at = behind_digits(text, exponent);
        if (at == exponent) return false;
    }
    return at == text.size();
}

// Splits a text into tokens: brackets, commas, colons, strings with their quotes, words.
class Tokens {
public:
    explicit Tokens(std::string_view text) : text_(text) {}

    // Returns "" at the end.
    std::string_view next() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
        begin_ = at_;
        if (at_ == text_.size()) return {};
        if (is_bracket(text_[at_])) {
            ++at_;
        } else if (text_[at_] == '"') {
            take_string();
        } else {
            while (at_ < text_.size() && !is_blank(text_[at_]) && !is_bracket(text_[at_]) &&
                   text_[at_] != '"') {
                ++at_;
            }
        }
        return text_.substr(begin_, at_ - begin_);
    }

    // The start of the last token.
    std::size_t begin() const { return begin_; }

private:
    // A string token ends at the end of its line, so that a missing quote is reported in its line.
    void take_string() {
        ++at_;
        while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
            at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
        }
        if (at_ < text_.size() && text_[at_] == '"') ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t begin_ = 0;
};

// Returns the value of four hexadecimal digits; nullopt for other characters.
std::optional<unsigned> code_unit(std::string_view digits) {
    unsigned unit = 0;
    if (digits.size() < 4) return std::nullopt;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + 4, unit, 16);
    if (error != std::errc() || end != digits.data() + 4) return std::nullopt;
    return unit;
}

// Returns the length of the escape at the start of `rest`; 0 if it is not a valid escape.
std::size_t escape_length(std::string_view rest) {
    constexpr std::size_t kUnit = 6;
    if (rest.size() < 2 || rest[1] != 'u') {
        const bool is_known = rest.size() > 1 && std::string_view("\"\\/bfnrt").find(rest[1]) !=
                                                     std::string_view::npos;
        return is_known ? 2 : 0;
    }
    const auto unit = code_unit(rest.substr(2));
    if (!unit) return 0;
    const bool is_first_half = *unit >= 0xD800 && *unit < 0xDC00;
    const bool is_second_half = *unit >= 0xDC00 && *unit < 0xE000;
    if (!is_first_half) return is_second_half ? 0 : kUnit;
    rest.remove_prefix(kUnit);
    const auto other = rest.starts_with("\\u") ? code_unit(rest.substr(2)) : std::nullopt;
    return other && *other >= 0xDC00 && *other < 0xE000 ? 2 * kUnit : 0;
}

// Returns the problem with a string that begins with a quote; "" for none.
std::string string_problem(std::string_view token) {
    for (std::size_t at = 1; at < token.size();) {
        if (token[at] == '"') return {};
        if (static_cast<unsigned char>(token[at]) < 0x20) {
            return "a text may hold no tab or other control character; write \\t";
        }
        const std::size_t length = token[at] == '\\' ? escape_length(token.substr(at)) : 1;
        if (length == 0 && at + 1 < token.size()) {
            return "'" + std::string(token.substr(at, 2)) +
                   "' is no escape; write \\\\ for a backslash";
        }
        at += std::max<std::size_t>(length, 1);
    }
    return "this text is not closed in its line; end it with '\"'";
}

std::string word_problem(std::string_view token) {
    if (token == "true" || token == "false" || token == "null" || is_number(token)) return {};
    if (token.starts_with("//") || token.starts_with("/*") || token.starts_with('#')) {
        return "JSON has no comments; take this one away";
    }
    if (token.starts_with('\'')) return "texts stand in double quotes, not in single ones";
    return "'" + std::string(token.substr(0, 40)) +
           "' is no JSON value; texts stand in double quotes";
}

// Checks a whole text against JSON's grammar, without recursion.
class Grammar {
public:
    explicit Grammar(std::string_view text) : text_(text), tokens_(text) {}

    std::optional<JsonFault> find_fault() {
        while (true) {
            const std::string_view token = tokens_.next();
            if (token.empty()) return fault_of_end();
            std::string problem = take(token);
            if (!problem.empty()) return JsonFault{tokens_.begin(), std::move(problem)};
        }
    }

private:
    // The kind of token that may follow.
    enum class Next : unsigned char { Value, FirstValue, Name, FirstName, Colon, Comma, End };

    std::optional<JsonFault> fault_of_end() const {
        if (next_ == Next::End) return std::nullopt;
        if (open_.empty()) return JsonFault{text_.size(), "there is nothing here; write an object"};
        const bool is_object = text_[open_.back()] == '{';
        std::string problem(is_object ? "the object" : "the list");
        problem.append(" that begins at ").append(line_and_column(text_, open_.back()));
        problem.append(" is never closed; end it with '").append(is_object ? "}'" : "]'");
        return JsonFault{text_.size(), std::move(problem)};
    }

    // Returns the problem with the token; "" if it may occur here.
    std::string take(std::string_view token) {
        switch (next_) {
            case Next::End: return "nothing may follow the document; take this away";
            case Next::Colon:
                if (token != ":") return "':' is missing before this, behind the member's name";
                next_ = Next::Value;
                return {};
            case Next::Name:
            case Next::FirstName: return take_name(token);
            case Next::Value:
            case Next::FirstValue: return take_value(token);
            case Next::Comma: return take_comma(token);
        }
        return {};
    }

    std::string take_name(std::string_view token) {
        if (token == "}" && next_ == Next::FirstName) return close();
        if (token == "}") return "a comma stands before this; take it away";
        if (token.front() != '"') return "a member's name in double quotes is missing here";
        next_ = Next::Colon;
        return string_problem(token);
    }

    std::string take_value(std::string_view token) {
        if (token == "]" && next_ == Next::FirstValue) return close();
        if (token == "]" && !open_.empty() && text_[open_.back()] == '[') {
            return "a comma stands before this; take it away";
        }
        if (token == "{" || token == "[") {
            open_.push_back(tokens_.begin());
            next_ = token == "{" ? Next::FirstName : Next::FirstValue;
            return {};
        }
        if (is_bracket(token.front())) return "a value is missing before this";
        next_ = open_.empty() ? Next::End : Next::Comma;
        return token.front() == '"' ? string_problem(token) : word_problem(token);
    }

    std::string take_comma(std::string_view token) {
        const bool is_object = text_[open_.back()] == '{';
        if (token == (is_object ? "}" : "]")) return close();
        if (token != ",") {
            return std::string("',' or '") + (is_object ? '}' : ']') + "' is missing before this";
        }
        next_ = is_object ? Next::Name : Next::Value;
        return {};
    }

    std::string close() {
        open_.pop_back();
        next_ = open_.empty() ? Next::End : Next::Comma;
        return {};
    }

    std::string_view text_;
    Tokens tokens_;
    Next next_ = Next::Value;
    std::vector<std::size_t> open_;  // start of each open array or object
};

// Returns how many values and names precede `value`.
std::optional<std::size_t> place_among_values(JsonView root, JsonView value) {
    std::vector<JsonView> waiting{root};
    for (std::size_t number = 0; !waiting.empty(); ++number) {
        const JsonView next = waiting.back();
        waiting.pop_back();
        if (are_same(next, value)) return number;
        const std::size_t first = waiting.size();
        if (next.is_object()) {
            for (const auto& member : next.members()) {
                waiting.emplace_back(member.name);
                waiting.emplace_back(member.value);
            }
        } else if (next.is_array()) {
            for (const auto& element : next.elements()) waiting.emplace_back(element);
        }
        std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(first), waiting.end());
    }
    return std::nullopt;
}

}  // namespace

std::string line_and_column(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const std::string_view line = before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
    const auto lines = std::ranges::count(before, '\n');
    const auto columns = std::ranges::count_if(line, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    });
    return std::to_string(lines + 1) + ":" + std::to_string(columns + 1);
}

std::optional<JsonFault> find_json_fault(std::string_view text) {
    return Grammar(text).find_fault();
}

std::optional<std::size_t> offset_of(std::string_view text, JsonView root, JsonView value) {
    auto before = place_among_values(root, value);
    if (!before) return std::nullopt;
    Tokens tokens(text);
    for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
        const bool begins_value = token == "{" || token == "[" || !is_bracket(token.front());
        if (begins_value && (*before)-- == 0) return tokens.begin();
    }
    return std::nullopt;
}

Refusal placed(const std::string& file, std::string_view text, JsonView root, Refusal refusal) {
    const auto offset = refusal.at ? offset_of(text, root, *refusal.at) : std::nullopt;
    refusal.at.reset();
    if (offset) {
        refusal.sentence = file + ":" + line_and_column(text, *offset) + ": " + refusal.sentence;
    }
    return refusal;
}

Accepted<protocol::wire::JsonDocument> parse_file(const std::string& file, std::string_view text) {
    auto document = protocol::wire::JsonDocument::parse(std::string(text));
    if (document) return *std::move(document);
    const auto fault = find_json_fault(text);
    if (!fault)
        return Refusal{file + ": this is not JSON in UTF-8; write it anew in that encoding."};
    return Refusal{
        file + ":" + line_and_column(text, fault->offset) +
        ": this is not JSON: " + fault->problem + "."};
}

}  // namespace stator::emulator
