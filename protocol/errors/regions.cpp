#include "protocol/errors/regions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {
namespace {

thread_local std::string_view spoken;
// Whether it is one of the new cohort, once somebody has asked: a write asks for each of its parts.
thread_local std::optional<bool> is_new;

bool is_lower_case(char c) {
    return c >= 'a' && c <= 'z';
}

}  // namespace

SpokenRegion::SpokenRegion(std::string_view region) : before_(std::exchange(spoken, region)) {
    is_new.reset();
}

SpokenRegion::~SpokenRegion() {
    spoken = before_;
    is_new.reset();
}

std::string_view spoken_region() {
    return spoken;
}

values::Dialect dialect_of(values::Reader reader) {
    switch (reader) {
        case values::Reader::Older: return values::Dialect::Older;
        case values::Reader::Current: return values::Dialect::Current;
        case values::Reader::SingleItems: {
            const bool is_last = regions_of(Cohort::LastOlder)->has(spoken);
            return is_last ? values::Dialect::Older : values::Dialect::Current;
        }
        case values::Reader::NewCohort: break;
    }
    if (!is_new) is_new = spoken.empty() || regions_of(Cohort::NewCohort)->has(spoken);
    return *is_new ? values::Dialect::Current : values::Dialect::Older;
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
