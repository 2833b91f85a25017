#include "protocol/formats/transfer/ion_json.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {
namespace {

// Higher than the nesting limit of items, but low enough that no text overflows the stack.
constexpr int kMaxDepth = 64;

bool is_ion_blank(char character) {
    return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

bool is_decimal_digit(char character) {
    return character >= '0' && character <= '9';
}

bool is_word(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           is_decimal_digit(character) || character == '_' || character == '$';
}

// The ranges of UTF-16 surrogates.
constexpr std::uint32_t kFirstHigh = 0xD800;
constexpr std::uint32_t kFirstLow = 0xDC00;
constexpr std::uint32_t kLastLow = 0xDFFF;
constexpr std::uint32_t kLastPoint = 0x10FFFF;

constexpr bool is_surrogate(std::uint32_t unit) {
    return unit >= kFirstHigh && unit <= kLastLow;
}

void append_utf8(std::string& out, std::uint32_t point) {
    const auto push = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (point < 0x80) return push(point);
    if (point < 0x800) {
        push(0xC0 | point >> 6U);
    } else if (point < 0x10000) {
        push(0xE0 | point >> 12U);
        push(0x80 | (point >> 6U & 0x3FU));
    } else {
        push(0xF0 | point >> 18U);
        push(0x80 | (point >> 12U & 0x3FU));
        push(0x80 | (point >> 6U & 0x3FU));
    }
    push(0x80 | (point & 0x3FU));
}

class Parser {
public:
    Parser(std::string& out, std::string_view text) : out_(out), text_(text) {}

    // Converts a struct whose members are written unchanged, or as those of a map.
    void item() {
        pass_blanks();
        expect('{');
        entries();
        end();
    }

    void wrapped(std::string_view member) {
        pass_blanks();
        expect('{');
        pass_blanks();
        const std::string name = symbol();
        if (name != member) fail("it has no " + std::string(member) + " at its beginning");
        pass_blanks();
        expect(':');
        pass_blanks();
        expect('{');
        out_.push_back('{');
        wire::append_json_string(out_, member);
        out_.push_back(':');
        entries();
        out_.push_back('}');
        pass_blanks();
        if (peek() == ',') ++at_;
        pass_blanks();
        expect('}');
        end();
    }

    // Converts the members of a line of a bulk operation: an item and its condition.
    void bulk_line() {
        pass_blanks();
        expect('{');
        members([this](const std::string& name) {
            pass_blanks();
            if (name == "Item" || name == "ExpressionAttributeValues") {
                expect('{');
                entries();
            } else if (name == "ExpressionAttributeNames") {
                expect('{');
                members([this](const std::string&) { plain_text(); });
            } else {
                plain_text();
            }
        });
        end();
    }

    // The first error, if any.
    const std::optional<IonFault>& fault() const { return fault_; }

private:
    // Records the first error and skips the rest of the text.
    void fail(std::string sentence) {
        if (!fault_) fault_ = {std::move(sentence)};
        text_ = {};
        at_ = 0;
    }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    std::string_view rest() const { return text_.substr(std::min(at_, text_.size())); }

    void expect(char character) {
        if (peek() != character) {
            return fail("a '" + std::string(1, character) + "' is missing at " + place());
        }
        ++at_;
    }

    std::string place() const { return "character " + std::to_string(at_ + 1); }

    void end() {
        pass_blanks();
        if (at_ != text_.size()) fail("there is more than one value at " + place());
    }

    void pass_blanks() {
        for (;;) {
            while (is_ion_blank(peek())) ++at_;
            if (rest().starts_with("//")) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (rest().starts_with("/*")) {
                const std::size_t close = text_.find("*/", at_ + 2);
                if (close == std::string_view::npos) return fail("a comment has no end");
                at_ = close + 2;
            } else {
                return;
            }
        }
    }

    std::uint32_t hexadecimal(std::size_t digits) {
        std::uint32_t value = 0;
        const std::string_view text = rest().substr(0, digits);
        const auto read = std::from_chars(text.data(), text.data() + text.size(), value, 16);
        if (text.size() != digits || read.ptr != text.data() + digits) {
            fail("an escape is broken at " + place());
            return 0;
        }
        at_ += digits;
        return value;
    }

    // Reads the rest of an escape, after the backslash.
    void escape(std::string& text) {
        constexpr std::string_view kLetters = "0abtnfrv";
        constexpr std::string_view kMeanings("\0\a\b\t\n\f\r\v", 8);
        const char letter = peek();
        ++at_;
        if (const std::size_t known = kLetters.find(letter); known != std::string_view::npos) {
            text.push_back(kMeanings[known]);
            return;
        }
        switch (letter) {
            case 'x': return append_character(text, hexadecimal(2));
            case 'u': return append_character(text, code_point(hexadecimal(4)));
            case 'U': return append_character(text, hexadecimal(8));
            case '\n': return;  // a line continuation
            case '\r':
                if (peek() == '\n') ++at_;
                return;
            default: text.push_back(letter);
        }
    }

    // Appends a code point. Error: a lone surrogate, or a number beyond Unicode.
    void append_character(std::string& text, std::uint32_t point) {
        if (is_surrogate(point) || point > kLastPoint) {
            return fail("an escape stands for no character at " + place());
        }
        append_utf8(text, point);
    }

    // Returns the code point of a surrogate pair, as in JSON; `unit` itself if it does not begin a
    // pair.
    std::uint32_t code_point(std::uint32_t unit) {
        const bool begins_pair =
            is_surrogate(unit) && unit < kFirstLow && rest().starts_with("\\u");
        if (!begins_pair) return unit;
        at_ += 2;
        const std::uint32_t low = hexadecimal(4);
        if (!is_surrogate(low) || low < kFirstLow) return unit;
        return 0x10000 + ((unit - kFirstHigh) << 10U) + (low - kFirstLow);
    }

    std::string quoted(std::string_view quote) {
        std::string text;
        at_ += quote.size();
        while (!rest().starts_with(quote)) {
            if (at_ >= text_.size()) {
                fail("a text has no end");
                return text;
            }
            if (text_[at_] == '\\') {
                ++at_;
                escape(text);
            } else {
                text.push_back(text_[at_++]);
            }
        }
        at_ += quote.size();
        return text;
    }

    // Adjacent long strings are concatenated.
    std::string long_string() {
        std::string text;
        while (rest().starts_with("'''")) {
            text.append(quoted("'''"));
            pass_blanks();
        }
        return text;
    }

    std::string word() {
        const std::size_t begin = at_;
        while (is_word(peek())) ++at_;
        if (at_ == begin) {
            fail("a name or value is missing at " + place());
            return {};
        }
        return std::string(text_.substr(begin, at_ - begin));
    }

    // Reads the name of a member, or an annotation.
    std::string symbol() {
        if (peek() == '"') return quoted("\"");
        if (rest().starts_with("'''")) return long_string();
        return peek() == '\'' ? quoted("'") : word();
    }

    void string(std::string_view type, std::string_view text) {
        out_.append("{\"").append(type).append("\":");
        wire::append_json_string(out_, text);
        out_.push_back('}');
    }

    // Reads a decimal, integer or float. All become a JSON string.
    std::string number() {
        std::string text;
        const auto is_part = [](char character) {
            return is_decimal_digit(character) || character == '.' || character == '-' ||
                   character == '+' || character == '_' || character == 'd' || character == 'D' ||
                   character == 'e' || character == 'E';
        };
        while (is_part(peek())) {
            const char character = text_[at_++];
            const bool is_exponent = character == 'd' || character == 'D';
            if (character != '_') text.push_back(is_exponent ? 'e' : character);
        }
        // "103." is a decimal without a fraction.
        if (const std::size_t point = text.find('.'); point != std::string::npos) {
            const bool has_fraction = point + 1 < text.size() && is_decimal_digit(text[point + 1]);
            if (!has_fraction) text.erase(point, 1);
        }
        if (text.empty() || text == "-") fail("a value is missing at " + place());
        return text;
    }

    std::string blob() {
        at_ += 2;
        std::string text;
        while (!rest().starts_with("}}")) {
            if (at_ >= text_.size()) {
                fail("a blob has no end");
                return text;
            }
            const char character = text_[at_++];
            if (!is_ion_blank(character)) text.push_back(character);
        }
        at_ += 2;
        return text;
    }

    // Writes one member of a set as a JSON string.
    void set_member(std::string_view kind) {
        std::string text;
        if (kind == "SS") {
            text = peek() == '"' ? quoted("\"") : long_string();
        } else if (kind == "NS") {
            text = number();
        } else {
            if (!rest().starts_with("{{")) {
                return fail("a blob is missing at " + place());
            }
            text = blob();
        }
        wire::append_json_string(out_, text);
    }

    void set(std::string_view kind) {
        out_.append("{\"").append(kind).append("\":[");
        expect('[');
        list_members([&] { set_member(kind); });
        out_.append("]}");
    }

    template <class Member>
    void list_members(const Member& member) {
        bool is_first = true;
        for (pass_blanks(); peek() != ']' && !fault_; pass_blanks()) {
            if (!is_first) out_.push_back(',');
            is_first = false;
            member();
            pass_blanks();
            if (peek() == ',') {
                ++at_;
            } else if (peek() != ']') {
                fail("a ',' is missing at " + place());
            }
        }
        ++at_;
    }

    // Converts the entries of a map, from after the opening brace to the closing brace.
    void entries() {
        members([this](const std::string&) { value(); });
    }

    // Converts a string that is not an AttributeValue.
    void plain_text() {
        pass_blanks();
        const bool is_text = peek() == '"' || rest().starts_with("'''");
        if (!is_text) return fail("a text is missing at " + place());
        wire::append_json_string(out_, peek() == '"' ? quoted("\"") : long_string());
    }

    // Converts members from after the opening brace to the closing brace. `value_of` writes the
    // value of a name.
    template <class Value>
    void members(const Value& value_of) {
        out_.push_back('{');
        bool is_first = true;
        for (pass_blanks(); peek() != '}' && !fault_; pass_blanks()) {
            if (!is_first) out_.push_back(',');
            is_first = false;
            const std::string name = symbol();
            wire::append_json_string(out_, name);
            pass_blanks();
            expect(':');
            out_.push_back(':');
            value_of(name);
            pass_blanks();
            if (peek() == ',') {
                ++at_;
            } else if (peek() != '}') {
                fail("a ',' is missing at " + place());
            }
        }
        ++at_;
        out_.push_back('}');
    }

    void named_value() {
        const std::string name = symbol();
        pass_blanks();
        if (rest().starts_with("::")) {
            at_ += 2;
            pass_blanks();
            if (name == "$dynamodb_SS") return set("SS");
            if (name == "$dynamodb_NS") return set("NS");
            if (name == "$dynamodb_BS") return set("BS");
            return value();  // DynamoDB ignores other annotations
        }
        if (name == "true" || name == "false") {
            out_.append("{\"BOOL\":").append(name).append("}");
        } else if (name == "null") {
            // Typed nulls such as null.string.
            if (peek() == '.') {
                ++at_;
                word();
            }
            out_.append(R"({"NULL":true})");
        } else {
            fail("'" + name + "' is no value of DynamoDB's at " + place());
        }
    }

    void value() {
        pass_blanks();
        if (++depth_ > kMaxDepth) fail("it is nested too deeply");
        const std::string_view next = rest();
        if (next.starts_with("{{")) {
            string("B", blob());
        } else if (next.starts_with("{")) {
            ++at_;
            out_.append("{\"M\":");
            entries();
            out_.push_back('}');
        } else if (next.starts_with("[")) {
            ++at_;
            out_.append("{\"L\":[");
            list_members([this] { value(); });
            out_.append("]}");
        } else if (next.starts_with("\"")) {
            string("S", quoted("\""));
        } else if (next.starts_with("'''")) {
            string("S", long_string());
        } else if (!next.empty() && (is_decimal_digit(next.front()) || next.front() == '-')) {
            string("N", number());
        } else {
            named_value();
        }
        --depth_;
    }

    std::string& out_;
    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<IonFault> fault_;
};

}  // namespace

std::optional<IonFault> append_json_of_ion(std::string& out, std::string_view ion) {
    Parser parser(out, ion);
    parser.item();
    return parser.fault();
}

std::optional<IonFault> append_wrapped_json_of_ion(
    std::string& out, std::string_view ion, std::string_view member
) {
    Parser parser(out, ion);
    parser.wrapped(member);
    return parser.fault();
}

std::optional<IonFault> append_bulk_json_of_ion(std::string& out, std::string_view ion) {
    Parser parser(out, ion);
    parser.bulk_line();
    return parser.fault();
}

}  // namespace stator::protocol::formats::transfer
