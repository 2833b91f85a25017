#include "tests/oracle/value_generator.hpp"

#include <algorithm>
#include <array>

namespace stator::oracle {
namespace {

constexpr std::array<std::string_view, 14> kTexts = {
    "a",
    "ab",
    "abc",
    "b",
    "",
    "B",
    "\xC3\xA9",
    "\xC3\xA9\xF0\x9D\x84\x9E",
    "\xE6\x97\xA5\xE6\x9C\xAC",
    "a\"\\\n",
    "zz",
    "\x7F",
    "10",
    "9"};
constexpr std::array<std::string_view, 8> kNames = {"a", "b", "c", "d", "e", "f", "g", "h"};
constexpr std::array<std::string_view, 6> kOddNames = {
    "x.y", "l[0]", "\xC3\xA9", "with space", "name", "#a"};

Value value_of_number(Number number) {
    return {std::move(number)};
}

Number parsed(std::string spelling) {
    Decimal value = parse_number(spelling).value;
    return {std::move(spelling), std::move(value)};
}

}  // namespace

std::string ValueGenerator::text() {
    if (random_.permille(15)) return std::string(long_length(), 'x');
    if (random_.percent(70)) return std::string(random_.one_of(kTexts));
    return std::string(random_.one_of(kTexts)).append(random_.one_of(kTexts));
}

// Around the lengths at which an encoding may change.
std::size_t ValueGenerator::long_length() {
    if (random_.percent(5)) return random_.one_of<std::size_t>({16'383, 16'384});
    return random_.one_of<std::size_t>({63, 64, 126, 127, 128, 129, 255, 256});
}

std::string ValueGenerator::bytes() {
    if (random_.permille(15)) return std::string(long_length(), '\xFE');
    std::string bytes;
    const int length = random_.between(0, 4);
    for (int i = 0; i < length; ++i) {
        bytes.push_back(random_.one_of({'\0', '\1', 'a', '\x7F', '\x80', '\xFF'}));
    }
    return bytes;
}

std::string ValueGenerator::attribute_name() {
    if (random_.permille(10)) return std::string(random_.one_of<std::size_t>({127, 128}), 'n');
    return std::string(random_.percent(90) ? random_.one_of(kNames) : random_.one_of(kOddNames));
}

// The same number, written otherwise.
std::string ValueGenerator::respelled(const Decimal& number) {
    if (number.coefficient == 0 && random_.percent(50)) return zero();
    const std::string plain = plain_text(number);
    const bool negative = plain[0] == '-';
    const std::string sign = negative ? "-" : random_.percent(10) ? "+" : "";
    std::string digits = negative ? plain.substr(1) : plain;
    if (number.coefficient == 0 || random_.percent(50)) {
        if (random_.percent(20)) digits.insert(0, "00");
        if (digits.find('.') != std::string::npos && random_.percent(20)) digits += "00";
        if (digits.starts_with("0.") && random_.percent(30)) digits.erase(0, 1);
        if (digits.find('.') == std::string::npos && random_.percent(20)) {
            digits += random_.one_of({".", ".0", ".000", "e0", "E+0", "e-0"});
        }
        return sign + digits;
    }
    // Scientific: the coefficient's digits with a point anywhere.
    digits = boost::multiprecision::cpp_int(abs(number.coefficient)).str();
    const std::size_t point = random_.below(digits.size() + 1);
    const int exponent = number.exponent + static_cast<int>(digits.size() - point);
    if (point < digits.size() || random_.percent(30)) digits.insert(point, ".");
    std::string written = std::to_string(exponent);
    if (exponent >= 0 && random_.percent(40)) written.insert(0, "+");
    return sign + digits + random_.one_of({"e", "E"}) + written;
}

std::string ValueGenerator::zero() {
    return random_.one_of({"0", "-0", "+0", "0.0", "000", ".0", "0.", "0e125", "0e-130", "0.0e126"}
    );
}

// Many digits, or an exponent near the limits.
Number ValueGenerator::extreme() {
    std::string digits(1, static_cast<char>('1' + random_.below(9)));
    if (random_.percent(30)) digits = "1";
    const int count = random_.one_of({1, 1, 2, 20, 37, 38});
    for (int i = 1; i < count; ++i) {
        digits.push_back(random_.percent(30) ? '9' : static_cast<char>('0' + random_.below(10)));
    }
    const int first = random_.one_of({-130, -129, -93, -38, -1, 0, 1, 37, 38, 60, 124, 125});
    const std::string sign = random_.percent(40) ? "-" : "";
    const auto value = parse_number(sign + digits + "e" + std::to_string(first - count + 1)).value;
    return parsed(respelled(value));
}

Number ValueGenerator::at_the_limit(const Number& other) {
    if (other.value.coefficient == 0) return extreme();
    if (random_.percent(20)) {
        // All digits but the last are cancelled.
        const Decimal opposite = subtract(Decimal{1, other.value.exponent}, other.value);
        return can_be_stored(opposite) ? parsed(respelled(opposite)) : number();
    }
    const std::string digits = boost::multiprecision::cpp_int(abs(other.value.coefficient)).str();
    const int first = other.value.exponent + static_cast<int>(digits.size()) - 1;
    const std::string spelling = random_.one_of({"1", "-1", "5", "-9", "1.5", "-99"}) +
                                 std::string("e") + std::to_string(first - random_.between(35, 39));
    const ParsedNumber parsed_number = parse_number(spelling);
    return parsed_number.fault ? number() : parsed(respelled(parsed_number.value));
}

Number ValueGenerator::number() {
    switch (random_.weighted({50, 15, 15, 20})) {
        case 0: return parsed(std::to_string(random_.between(-3, 12)));
        case 1: {
            const std::string text = std::to_string(random_.between(-2000, 2000));
            return parsed(text + "." + std::to_string(random_.between(0, 99)));
        }
        case 2:
            return parsed(respelled(parse_number(std::to_string(random_.between(-3, 300))).value));
        default: return extreme();
    }
}

Value ValueGenerator::list(int depth) {
    List list;
    const int length = random_.permille(10) ? 130 : random_.between(0, 4);
    if (length > 4) depth = 1;
    for (int i = 0; i < length; ++i) list.push_back(any(depth - 1));
    return {list};
}

Value ValueGenerator::map(int depth) {
    Map map;
    if (random_.permille(10)) {
        for (int i = 0; i < 130; ++i) map["k" + std::to_string(i)] = any(0);
    }
    const int length = random_.between(0, 4);
    for (int i = 0; i < length; ++i) map[attribute_name()] = any(depth - 1);
    return {map};
}

Value ValueGenerator::string_set() {
    return members_like({StringSet{}});
}

Value ValueGenerator::number_set() {
    return members_like({NumberSet{}});
}

Value ValueGenerator::binary_set() {
    return members_like({BinarySet{}});
}

Value ValueGenerator::of_type(Type type, int depth) {
    switch (type) {
        case Type::S: return {text()};
        case Type::N: return value_of_number(number());
        case Type::B: return {Binary{bytes()}};
        case Type::BOOL: return {random_.percent(50)};
        case Type::NUL: return {Null{}};
        case Type::SS: return string_set();
        case Type::NS: return number_set();
        case Type::BS: return binary_set();
        case Type::L: return list(depth);
        case Type::M: return map(depth);
        case Type::Broken: return broken();
    }
    return {Null{}};
}

Value ValueGenerator::any(int depth) {
    if (depth <= 0)
        return of_type(static_cast<Type>(random_.weighted({22, 28, 8, 6, 4, 8, 8, 4})), 0);
    return of_type(static_cast<Type>(random_.weighted({16, 20, 6, 4, 3, 7, 7, 4, 16, 17})), depth);
}

Value ValueGenerator::deep() {
    Value value = any(0);
    const int wraps = random_.between(28, 33);
    for (int i = 0; i < wraps; ++i) {
        value = random_.percent(50) ? Value{List{value}} : Value{Map{{attribute_name(), value}}};
    }
    return value;
}

Item ValueGenerator::item() {
    Item item;
    const int count = random_.between(0, 7);
    for (int i = 0; i < count; ++i) item[attribute_name()] = any(3);
    return item;
}

Number ValueGenerator::neighbour(const Number& number) {
    const Decimal step = parse_number(random_.one_of({"1", "-1", "0.5", "1e-100", "1e100"})).value;
    const Decimal sum = add(number.value, step);
    return can_be_stored(sum) ? parsed(respelled(sum)) : number;
}

Value ValueGenerator::like(const Value& value) {
    if (random_.percent(10)) return any(2);
    if (random_.percent(15)) return of_type(value.type(), 2);
    if (const auto* number = value.as<Number>()) {
        if (random_.percent(40)) return value_of_number(neighbour(*number));
        return value_of_number(parsed(respelled(number->value)));
    }
    const bool same = random_.percent(60);
    if (const auto* text = value.as<std::string>()) {
        return same ? value : Value{random_.percent(50) ? *text + "a" : "a" + *text};
    }
    if (const auto* binary = value.as<Binary>()) {
        return same ? value : Value{Binary{binary->bytes + "\xFF"}};
    }
    const bool is_set =
        value.type() == Type::SS || value.type() == Type::NS || value.type() == Type::BS;
    if (is_set && !same) return members_like(value);
    if (const auto* numbers = value.as<NumberSet>()) {
        NumberSet other;
        for (const Number& member : numbers->members) {
            other.members.insert(other.members.begin(), parsed(respelled(member.value)));
        }
        return {other};
    }
    if (const auto* list = value.as<List>()) {
        List other = *list;
        if (!other.empty() && random_.percent(40)) {
            Value& element = other[random_.below(other.size())];
            element = like(element);
        }
        return {other};
    }
    return value;
}

Value ValueGenerator::part_of(const Value& value) {
    if (random_.percent(15)) return any(1);
    if (const auto* text = value.as<std::string>()) {
        // A cut in the middle of a character would not be UTF-8.
        const bool whole =
            std::any_of(text->begin(), text->end(), [](unsigned char c) { return c >= 0x80; });
        const std::size_t first = random_.below(text->size() + 1);
        return {whole ? *text : text->substr(first, random_.below(3))};
    }
    if (const auto* binary = value.as<Binary>()) {
        return {Binary{binary->bytes.substr(random_.below(binary->bytes.size() + 1), 2)}};
    }
    if (const auto* strings = value.as<StringSet>()) return {random_.one_of(strings->members)};
    if (const auto* binaries = value.as<BinarySet>()) {
        return {Binary{random_.one_of(binaries->members)}};
    }
    if (const auto* numbers = value.as<NumberSet>()) {
        return {parsed(respelled(random_.one_of(numbers->members).value))};
    }
    if (const auto* list = value.as<List>()) {
        if (!list->empty()) return like(random_.one_of(*list));
    }
    return any(1);
}

Value ValueGenerator::members_like(const Value& set) {
    const int more = random_.between(0, 3);
    if (const auto* numbers = set.as<NumberSet>()) {
        NumberSet made;
        const auto insert = [&](const Number& member) {
            for (const Number& one : made.members) {
                if (compare(one.value, member.value) == 0) return;
            }
            made.members.push_back(member);
        };
        for (const Number& member : numbers->members) {
            if (random_.percent(50)) insert(parsed(respelled(member.value)));
        }
        for (int i = 0; i < more || made.members.empty(); ++i) insert(number());
        return {made};
    }
    const auto* strings = set.as<StringSet>();
    std::vector<std::string> members;
    const auto insert = [&](const std::string& member) {
        if (std::find(members.begin(), members.end(), member) == members.end()) {
            members.push_back(member);
        }
    };
    for (const auto& member :
         strings != nullptr ? strings->members : set.as<BinarySet>()->members) {
        if (random_.percent(50)) insert(member);
    }
    for (int i = 0; i < more || members.empty(); ++i) insert(strings ? text() : bytes());
    if (strings != nullptr) return {StringSet{members}};
    return {BinarySet{members}};
}

}  // namespace stator::oracle
