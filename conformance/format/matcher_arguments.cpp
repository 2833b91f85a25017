#include "conformance/format/matcher_arguments.hpp"

#include <algorithm>
#include <boost/regex.hpp>
#include <initializer_list>
#include <string>

#include "conformance/format/directive.hpp"

namespace stator::conformance {
namespace {

void check_regex(const Json& argument) {
    if (!argument.IsString()) throw CaseError("$regex must be text");
    const std::string pattern(text_of(argument));
    try {
        // A letter replaces each name whose value is not known yet.
        static const boost::regex placeholder(R"(\$\{[^}]*\})");
        const boost::regex compiled(boost::regex_replace(pattern, placeholder, std::string("x")));
    } catch (const boost::regex_error& error) {
        throw CaseError("$regex " + pattern + ": " + error.what());
    }
}

void check_number_range(const Json& argument) {
    if (!argument.IsObject()) throw CaseError("$number must be an object with min, max or both");
    for (const auto& member : argument.GetObject()) {
        const std::string_view name = text_of(member.name);
        if ((name != "min" && name != "max") || !member.value.IsNumber()) {
            throw CaseError("$number takes the numbers min and max, not " + std::string(name));
        }
    }
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void check_matcher(std::string_view name, const Json& argument) {
    const std::string subject(name);
    if (is_one_of(name, {"$unordered", "$set", "$any_of", "$all_of"}) && !argument.IsArray()) {
        throw CaseError(subject + " must be a list");
    }
    if (name == "$partial" && !argument.IsObject()) throw CaseError("$partial must be an object");
    if (is_one_of(name, {"$absent", "$exists"}) && !argument.IsTrue()) {
        throw CaseError(subject + " must be true");
    }
    if (name == "$number") check_number_range(argument);
    if (name == "$regex") check_regex(argument);
}

}  // namespace stator::conformance
