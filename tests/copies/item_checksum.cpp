// Reads lines of JSON on standard input, each {"Item":{…}} or a reply of Scan. Prints a count of
// items and a checksum over them in any order: the same that checksums.py computes for a few
// thousand items, for a million of them. Reads only with RapidJSON, and compares numbers as text,
// so that no code of the product checks itself.
#include <openssl/sha.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using rapidjson::Value;

std::string_view text_of(const Value& value) {
    return {value.GetString(), value.GetStringLength()};
}

void append_text(std::string& form, std::string_view text) {
    form.append(std::to_string(text.size())).append(":").append(text);
}

// "-1.50E+3" as "-15e2": digits without zeros at either end, and the power of ten of the last one.
std::string number_form(std::string_view text) {
    std::string form;
    if (text.starts_with('-')) form = "-";
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const std::size_t e = text.find_first_of("eE");
    std::int64_t power =
        e == std::string_view::npos ? 0 : std::stoll(std::string(text.substr(e + 1)));
    std::string digits(text.substr(0, e));
    if (const std::size_t point = digits.find('.'); point != std::string::npos) {
        power -= static_cast<std::int64_t>(digits.size() - point - 1);
        digits.erase(point, 1);
    }
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) return "0e0";
    const std::size_t size = digits.find_last_not_of('0') + 1;
    power += static_cast<std::int64_t>(digits.size() - size);
    digits.resize(size);
    return form.append(digits).append("e").append(std::to_string(power));
}

std::string bytes_of(std::string_view base64) {
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : base64.substr(0, base64.find('='))) {
        const std::size_t value = kAlphabet.find(c);
        if (value == std::string_view::npos) throw std::runtime_error("bytes are not base64");
        bits = bits << 6U | static_cast<std::uint32_t>(value);
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes.push_back(static_cast<char>(bits >> static_cast<unsigned>(held) & 0xFFU));
    }
    return bytes;
}

// The form of a text, number or bytes, without its kind.
std::string scalar_form(char kind, const Value& value) {
    if (kind == 'N') return number_form(text_of(value));
    return kind == 'B' ? bytes_of(text_of(value)) : std::string(text_of(value));
}

void append_form(std::string& form, const Value& value);

void append_members(std::string& form, const Value& map) {
    std::vector<const Value::Member*> members;
    for (auto each = map.MemberBegin(); each != map.MemberEnd(); ++each) members.push_back(&*each);
    std::ranges::sort(members, {}, [](const auto* member) { return text_of(member->name); });
    form.append("M").append(std::to_string(members.size())).append(":");
    for (const auto* member : members) {
        append_text(form, text_of(member->name));
        append_form(form, member->value);
    }
}

// Appends an attribute's value in a form that equal values share.
void append_form(std::string& form, const Value& value) {
    if (!value.IsObject() || value.MemberCount() != 1) throw std::runtime_error("no value");
    const std::string_view kind = text_of(value.MemberBegin()->name);
    const Value& inside = value.MemberBegin()->value;
    if (kind == "M") return append_members(form, inside);
    form.append(kind);
    if (kind == "BOOL" || kind == "NULL") {
        form.append(inside.GetBool() ? "1" : "0");
    } else if (kind == "L") {
        form.append(std::to_string(inside.Size())).append(":");
        for (const Value& each : inside.GetArray()) append_form(form, each);
    } else if (kind.size() == 2) {
        std::vector<std::string> members;
        for (const Value& each : inside.GetArray()) members.push_back(scalar_form(kind[0], each));
        std::ranges::sort(members);
        form.append(std::to_string(members.size())).append(":");
        for (const std::string& member : members) append_text(form, member);
    } else {
        append_text(form, scalar_form(kind.at(0), inside));
    }
}

class Checksum {
public:
    void add(const Value& item) {
        form_.clear();
        append_members(form_, item);
        std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
        SHA256(reinterpret_cast<const unsigned char*>(form_.data()), form_.size(), digest.data());
        unsigned carry = 0;
        for (std::size_t i = total_.size(); i-- > 0; carry >>= 8U) {
            carry += unsigned{total_[i]} + digest[i];
            total_[i] = static_cast<unsigned char>(carry);
        }
        ++count_;
    }

    void print() const {
        std::cout << count_ << ' ';
        for (const unsigned char byte : total_) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            std::cout << kDigits[byte >> 4U] << kDigits[byte & 15U];
        }
        std::cout << '\n';
    }

private:
    std::string form_;
    std::size_t count_ = 0;
    std::array<unsigned char, SHA256_DIGEST_LENGTH> total_{};
};

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    Checksum checksum;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.empty()) continue;
        rapidjson::Document document;
        document.ParseInsitu(line.data());
        if (document.HasParseError() || !document.IsObject()) {
            std::cerr << "a line is no object of JSON\n";
            return 1;
        }
        if (document.HasMember("Item")) {
            checksum.add(document["Item"]);
            continue;
        }
        if (!document.HasMember("Items")) {
            std::cerr << "a line has no item\n";
            return 1;
        }
        for (const Value& item : document["Items"].GetArray()) checksum.add(item);
    }
    checksum.print();
}
