#include "protocol/errors/regions.hpp"

#include <algorithm>

#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {
namespace {

bool is_lower_case(char c) {
    return c >= 'a' && c <= 'z';
}

}  // namespace

values::Dialect Region::dialect(values::Reader reader) const {
    bool is_current = reader == values::Reader::Current;
    if (reader == values::Reader::SingleItems) {
        is_current = !regions_of(Cohort::LastOlder)->has(name);
    } else if (reader == values::Reader::NewCohort) {
        is_current = name.empty() || regions_of(Cohort::NewCohort)->has(name);
    }
    return is_current ? values::Dialect::Current : values::Dialect::Older;
}

bool is_region_name(std::string_view text) {
    const std::size_t words_end = text.find_last_of('-');
    if (words_end == std::string_view::npos || words_end + 2 != text.size()) return false;
    const std::string_view words = text.substr(0, words_end);
    const bool is_spelled =
        std::ranges::all_of(words, [](char c) { return is_lower_case(c) || c == '-'; });
    const bool has_two = words.find('-') != std::string_view::npos;
    return is_spelled && has_two && text.back() >= '1' && text.back() <= '9';
}

std::string cohorts_text() {
    std::string text;
    for (const CohortRegions& cohort : kCohorts) {
        text.append(cohort.name).append(":");
        for (const std::string_view region : cohort.regions) {
            if (!region.empty()) text.append(" ").append(region);
        }
        text.append("\n");
    }
    return text.append(
        "Every other region answers as most regions do, us-east-1 among them: 33 regions were "
        "recorded, and only these differ.\n"
    );
}

}  // namespace stator::protocol::errors
