// Generated invalid values, and DynamoDB's message about each.
#include <cstdint>
#include <limits>
#include <set>

#include "tests/oracle/value_generator.hpp"

namespace stator::oracle {
namespace {

std::string old_sounding(const std::vector<std::string>& members) {
    std::string text;
    for (const std::string& member : members) text += (text.empty() ? "" : ", ") + member;
    return text;
}

// An exponent beyond 32 bits, which the older request reader rejects.
bool has_wide_exponent(const std::string& spelling) {
    const std::size_t mark = spelling.find('e');
    if (mark == std::string::npos) return false;
    const std::string digits = spelling.substr(spelling.find_first_of("0123456789", mark));
    return boost::multiprecision::cpp_int(digits) > std::numeric_limits<std::int32_t>::max();
}

// The distinct members up to the first repeat, sorted; the repeated one; the rest.
std::vector<std::string> as_reported(const std::vector<std::string>& members) {
    std::set<std::string> seen;
    std::size_t at = 0;
    while (seen.insert(members[at]).second) ++at;
    std::vector<std::string> reported(seen.begin(), seen.end());
    reported.insert(
        reported.end(), members.begin() + static_cast<std::ptrdiff_t>(at), members.end()
    );
    return reported;
}

std::string quoted_list(const std::vector<std::string>& members, const char* separator) {
    std::string text;
    for (const std::string& member : members) {
        text.append(text.empty() ? "" : separator).append("\"" + member + "\"");
    }
    return text;
}

}  // namespace

Value ValueGenerator::broken_number() {
    const auto spelling = random_.one_of<std::string>(
        {"",
         "+",
         "-",
         ".",
         "e2",
         "+e2",
         "1e",
         "1e+",
         "1+2",
         "++5",
         "+-5",
         "1.2.3",
         "1.2e3.4",
         "0x5",
         "1_000",
         "NaN",
         "Infinity",
         " 5",
         "5 ",
         "1 5",
         "1e126",
         "-1e126",
         "1e-131",
         "0e126",
         "0e-131",
         "0.00e-129",
         "123456789012345678901234567890123456789",
         "1.00000000000000000000000000000000000001",
         "1e99999999999",
         "-1e-99999999999",
         "1e9223372036854775807",
         "1e9223372036854775808",
         "1e-9223372036854775809",
         "10e125",
         "0.01e-129",
         "99999999999999999999999999999999999999.5e88"}
    );
    const auto fault = parse_number(spelling).fault;
    const std::string not_numeric = "The parameter cannot be converted to a numeric value: ";
    std::string complaint = not_numeric + spelling;
    std::string old_complaint =
        spelling.empty() ? "The parameter cannot be converted to a numeric value" : complaint;
    if (fault != NumberFault::NotNumeric) {
        complaint =
            fault == NumberFault::Overflow
                ? "Number overflow. Attempting to store a number with magnitude larger than "
                  "supported range"
            : fault == NumberFault::Underflow
                ? "Number underflow. Attempting to store a number with magnitude smaller than "
                  "supported range"
                : "Attempting to store more than 38 significant digits in a Number";
        old_complaint = has_wide_exponent(spelling) ? not_numeric + spelling : complaint;
    }
    const bool in_set = !spelling.empty() && random_.percent(20);
    const std::string json = json_string(spelling);
    return {Broken{
        in_set ? "{\"NS\":[\"7\"," + json + "]}" : "{\"N\":" + json + "}",
        complaint,
        old_complaint}};
}

Value ValueGenerator::repeated_members() {
    const std::string wrong = "One or more parameter values were invalid: Input collection ";
    if (random_.percent(33)) {
        const std::string again = respelled(parse_number("10").value);
        return {Broken{
            "{\"NS\":[\"3\",\"10\",\"" + again + "\"]}",
            wrong + "contains duplicates.",
            "Input collection contains duplicates"}};
    }
    const bool binary = random_.percent(50);
    std::vector<std::string> members;
    for (const std::string member : {"b", "c", "d"}) {
        if (random_.percent(60)) members.push_back(binary ? base64(member) : member);
    }
    members.insert(members.begin(), binary ? base64("a") : "a");
    const std::string again = random_.one_of(members);
    members.insert(members.begin() + random_.between(0, 1), again);
    members.push_back(members[random_.below(members.size())]);
    const std::string json = quoted_list(members, ",");
    const std::string listed = quoted_list(as_reported(members), binary ? "," : ", ");
    const std::string end = std::string(binary ? "]of type BS" : "]") + " contains duplicates.";
    return {Broken{
        std::string(binary ? "{\"BS\":[" : "{\"SS\":[") + json + "]}",
        wrong + "[" + listed + end,
        wrong + "[" + old_sounding(members) + end}};
}

Value ValueGenerator::broken() {
    const auto same = [](std::string json, const std::string& complaint, bool bare) {
        return Value{Broken{std::move(json), complaint, complaint, bare}};
    };
    const std::string wrong = "One or more parameter values were invalid: ";
    switch (random_.weighted({55, 20, 4, 4, 4, 4, 4, 5})) {
        case 0: return broken_number();
        case 1: return repeated_members();
        case 2: return same(R"({"SS":[]})", wrong + "An string set  may not be empty", false);
        case 3: return same(R"({"NS":[]})", wrong + "An number set  may not be empty", false);
        case 4: return same(R"({"BS":[]})", wrong + "Binary sets should not be empty", false);
        case 5:
            return same(
                R"({"NULL":false})",
                wrong + "Null attribute value types must have the value of true",
                false
            );
        case 6:
            return same(
                R"({"S":"x","N":"1"})",
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one "
                "of "
                "the supported datatypes",
                true
            );
        default:
            return same(
                "{}",
                "Supplied AttributeValue is empty, must contain exactly one of the supported "
                "datatypes",
                true
            );
    }
}

}  // namespace stator::oracle
