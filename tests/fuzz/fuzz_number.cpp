// Two texts, one per line, as numbers: accepted and rejected, printed, billed, ordered, added and
// subtracted as by a reference in arbitrary precision.
#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/errors/values.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/number.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using boost::multiprecision::cpp_int;
using Wide = boost::multiprecision::int128_t;  // for exponents
using protocol::values::Dialect;
using protocol::values::NumberFault;

// Every number is a whole multiple of 10 to this power: 38 digits from 10^-130 down.
constexpr int kLowestExponent = -167;

cpp_int power_of_ten(int exponent) {
    return boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(exponent));
}

// The value `digits` × 10^`lowest`, in units of 10^kLowestExponent, and as text.
struct Reference {
    bool negative = false;
    std::string digits;  // no zeros at either end; "" is zero
    int lowest = 0;

    int digit_count() const { return static_cast<int>(digits.size()); }

    cpp_int units() const {
        if (digits.empty()) return 0;
        const cpp_int magnitude = cpp_int(digits) * power_of_ten(lowest - kLowestExponent);
        return negative ? cpp_int(-magnitude) : magnitude;
    }

    std::string text() const {
        if (digits.empty()) return "0";
        std::string shown = digits;
        if (lowest > 0) shown.append(static_cast<std::size_t>(lowest), '0');
        if (lowest < 0) {
            const int missing = 1 - lowest - digit_count();
            if (missing > 0) shown.insert(0, static_cast<std::size_t>(missing), '0');
            shown.insert(shown.size() - static_cast<std::size_t>(-lowest), ".");
        }
        return negative ? "-" + shown : shown;
    }

    // AWS: digits on either side of the point, in pairs. [case items/number_byte_size]
    std::size_t size_bytes() const {
        if (digits.empty()) return 1;
        const int before = std::clamp(digit_count() + std::min(lowest, 0), 0, digit_count());
        const int behind = digit_count() - before;
        const int bytes = 1 + (before + 1) / 2 + (behind + 1) / 2 + (negative ? 1 : 0);
        return static_cast<std::size_t>(bytes);
    }
};

struct Verdict {
    std::optional<Reference> value;
    std::optional<NumberFault> fault;
};

Verdict refused(NumberFault fault) {
    return {std::nullopt, fault};
}

std::string_view take_digits(std::string_view& text) {
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    return digits;
}

bool take_one_of(std::string_view& text, std::string_view characters) {
    if (text.empty() || characters.find(text.front()) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
}

// An exponent's value; nullopt if it is not an exponent or not within 64 bits.
std::optional<Wide> take_exponent(std::string_view& text) {
    const bool negative = text.starts_with('-');
    take_one_of(text, "+-");
    std::string_view digits = take_digits(text);
    if (digits.empty() || !text.empty()) return std::nullopt;
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.size() > 19) return std::nullopt;
    Wide value = 0;
    for (const char digit : digits) value = value * 10 + (digit - '0');
    if (value > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return negative ? Wide(-value) : value;
}

// The verdict on `digits` × 10^`lowest`.
Verdict judge(bool negative, std::string digits, Wide lowest) {
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    while (!digits.empty() && digits.back() == '0') {
        digits.pop_back();
        ++lowest;
    }
    const bool is_zero = digits.empty();
    const Wide adjusted = lowest + (is_zero ? Wide(0) : Wide(digits.size() - 1));
    if (adjusted > 125) return refused(NumberFault::Overflow);
    if (adjusted < -130) return refused(NumberFault::Underflow);
    if (digits.size() > 38) return refused(NumberFault::TooPrecise);
    if (is_zero) return {Reference{}, {}};
    return {Reference{negative, std::move(digits), static_cast<int>(lowest)}, {}};
}

Verdict read_reference(const std::string_view text) {
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    take_one_of(rest, "+-");
    const std::string_view integer = take_digits(rest);
    const std::string_view fraction = take_one_of(rest, ".") ? take_digits(rest) : "";
    if (integer.empty() && fraction.empty()) return refused(NumberFault::NotNumeric);
    Wide lowest = -Wide(fraction.size());
    if (!rest.empty()) {
        if (!take_one_of(rest, "eE")) return refused(NumberFault::NotNumeric);
        const auto exponent = take_exponent(rest);
        if (!exponent) return refused(NumberFault::NotNumeric);
        lowest += *exponent;
    }
    std::string digits(integer);
    digits.append(fraction);
    // A written zero keeps the exponent of its last digit.
    if (digits.find_first_not_of('0') == std::string::npos) digits.clear();
    return judge(negative, std::move(digits), lowest);
}

// The verdict on units of 10^kLowestExponent.
Verdict verdict_on_units(const cpp_int& units) {
    if (units == 0) return {Reference{}, {}};
    const bool negative = units < 0;
    Verdict verdict = judge(negative, cpp_int(negative ? -units : units).str(), kLowestExponent);
    // A sum of too many digits is out of range, not too precise.
    if (verdict.fault == NumberFault::TooPrecise) {
        return refused(NumberFault::Overflow);
    }
    return verdict;
}

// The bytes of an accepted text, after every check of one number; nullopt for a rejected one.
std::optional<std::string> check_one(std::string_view text, const Verdict& expected) {
    constexpr std::string_view kBefore = "before";
    std::string out(kBefore);
    const auto result = protocol::values::encode_number(text, Dialect::Current, out);
    require(result.has_value() == expected.value.has_value(), "accepted", text);
    if (result.has_error()) {
        const auto dialect = Dialect::Current;
        require_client_error(protocol::errors::invalid_number(result.error(), text, dialect), text);
        require(result.error() == expected.fault, "why", text);
        return std::nullopt;
    }
    require(out.starts_with(kBefore), "appends", text);
    const std::string encoded = out.substr(kBefore.size());
    const std::string printed = protocol::values::number_text(encoded);
    require(printed == expected.value->text(), "printed", text, printed);
    std::string again;
    const auto reparsed = protocol::values::encode_number(printed, Dialect::Current, again);
    require(reparsed.has_value() && again == encoded, "print and parse", text, printed);
    require(
        protocol::values::number_size_bytes(encoded) == expected.value->size_bytes(), "billed", text
    );
    const auto shape = protocol::values::number_shape(encoded);
    require(shape.digits == expected.value->digit_count(), "digits", text);
    require(shape.lowest_exponent == expected.value->lowest, "lowest exponent", text);
    require(shape.negative == expected.value->negative, "sign", text);
    return encoded;
}

// The older dialect accepts no more than the current one, with the same bytes.
void check_older(std::string_view text, const std::optional<std::string>& current) {
    std::string encoded;
    const auto older = protocol::values::encode_number(text, Dialect::Older, encoded);
    if (older.has_value()) require(current == encoded, "older dialect", text);
    if (older.has_value()) return;
    const auto dialect = Dialect::Older;
    require_client_error(protocol::errors::invalid_number(older.error(), text, dialect), text);
}

using Arithmetic =
    protocol::values::NumberResult (*)(std::string_view, std::string_view, std::string&);

void check_arithmetic(
    Arithmetic operation, std::string_view left, std::string_view right, const cpp_int& expected
) {
    const Verdict verdict = verdict_on_units(expected);
    std::string out;
    const auto result = operation(left, right, out);
    require(result.has_value() == verdict.value.has_value(), "sum fits", left, right);
    if (result.has_error()) {
        require(result.error() == verdict.fault, "why not", left, right);
        return;
    }
    require(
        protocol::values::number_text(out) == verdict.value->text(), "sum", verdict.value->text()
    );
    std::string encoded;
    const auto written =
        protocol::values::encode_number(verdict.value->text(), Dialect::Current, encoded);
    require(written.has_value() && encoded == out, "canonical sum", verdict.value->text());
}

int sign(int value) {
    return (value > 0) - (value < 0);
}

void check_pair(
    std::string_view left,
    const Reference& left_value,
    std::string_view right,
    const Reference& right_value
) {
    const cpp_int a = left_value.units();
    const cpp_int b = right_value.units();
    require(
        sign(protocol::values::compare_scalars(left, right)) == sign(a.compare(b)),
        "order",
        left_value.text(),
        right_value.text()
    );
    require((left == right) == (a == b), "equality", left_value.text(), right_value.text());
    check_arithmetic(protocol::values::add_numbers, left, right, a + b);
    // NOLINTNEXTLINE(readability-suspicious-call-argument): the other way round.
    check_arithmetic(protocol::values::add_numbers, right, left, a + b);
    check_arithmetic(protocol::values::subtract_numbers, left, right, a - b);
    // NOLINTNEXTLINE(readability-suspicious-call-argument): the other way round.
    check_arithmetic(protocol::values::subtract_numbers, right, left, b - a);
}

void check_integer(const std::uint8_t* data, std::size_t size) {
    std::int64_t value = 0;
    std::memcpy(&value, data, std::min(size, sizeof value));
    const std::string text = protocol::values::number_text(protocol::values::encode_integer(value));
    require(text == std::to_string(value), "integer", text);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(number) {
    using namespace stator::fuzz;
    if (size > 0) check_integer(data, size);
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t line = std::min(input.find('\n'), input.size());
    const std::string_view texts[] = {
        input.substr(0, line), input.substr(std::min(line + 1, input.size()))};
    std::optional<std::string> encoded[2];
    Verdict expected[2];
    for (int i = 0; i < 2; ++i) {
        expected[i] = read_reference(texts[i]);
        encoded[i] = check_one(texts[i], expected[i]);
        check_older(texts[i], encoded[i]);
    }
    if (encoded[0] && encoded[1]) {
        check_pair(*encoded[0], *expected[0].value, *encoded[1], *expected[1].value);
    }
    return 0;
}
