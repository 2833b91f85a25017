// Builds messages of the wording table, as a region (regions.hpp) words them.
//
// The compiler rejects a message without exactly one pinned row for each dialect, and a call that
// does not fill all slots that occur in any row of its message. Therefore callers need no change if
// another row is pinned.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/wording_table.hpp"
#include "protocol/values/dialect.hpp"

namespace stator::protocol::errors {

// All rows; the rows of one message are consecutive.
constexpr std::span<const WordingRow> wordings() {
    return wording_table::kRows;
}

// Returns true for the row that `dialect` uses.
constexpr bool is_said(const WordingRow& row, values::Dialect dialect) {
    if (row.use != Use::Pinned) return false;
    return !row.speaker || *row.speaker == dialect;
}

constexpr std::size_t said_count(Message message, values::Dialect dialect) {
    std::size_t count = 0;
    for (const WordingRow& row : wordings()) {
        if (row.message == message && is_said(row, dialect)) ++count;
    }
    return count;
}

// Returns the pinned text, with unfilled slots.
constexpr std::string_view pinned_text(Message message, values::Dialect dialect) {
    for (const WordingRow& row : wordings()) {
        if (row.message == message && is_said(row, dialect)) return row.text;
    }
    return {};
}

constexpr const CohortRegions* regions_of(Cohort cohort) {
    const auto* found = std::ranges::find(kCohorts, cohort, &CohortRegions::cohort);
    return found == std::end(kCohorts) ? nullptr : found;
}

// Returns the text for a region, with unfilled slots: the row of the smallest cohort that contains
// the region, else the row for all other regions, else the pinned row. "" means no region.
constexpr std::string_view regional_text(
    Message message, values::Dialect dialect, std::string_view region
) {
    const WordingRow* listed = nullptr;
    const WordingRow* other = nullptr;
    for (const WordingRow& row : wordings()) {
        if (row.message != message || (row.speaker && *row.speaker != dialect)) continue;
        if (row.cohort == Cohort::OtherRegions) other = &row;
        const CohortRegions* cohort = regions_of(row.cohort);
        if (cohort == nullptr || !cohort->has(region)) continue;
        if (!listed || cohort->size() < regions_of(listed->cohort)->size()) listed = &row;
    }
    if (listed != nullptr) return listed->text;
    if (other != nullptr && !region.empty()) return other->text;
    return pinned_text(message, dialect);
}

// Returns true for a cohort whose regions are listed. Compares no pointers, because GCC's undefined
// behaviour sanitizer allows no pointer to a static object in a constant expression.
constexpr bool has_regions(Cohort cohort) {
    return std::ranges::any_of(kCohorts, [cohort](const CohortRegions& regions) {
        return regions.cohort == cohort;
    });
}

// Returns true if the dialects word the message differently.
constexpr bool depends_on_dialect(Message message) {
    return std::ranges::any_of(wordings(), [message](const WordingRow& row) {
        return row.message == message && row.speaker;
    });
}

// Returns true if a recorded region words the message differently from the pinned row.
constexpr bool depends_on_region(Message message) {
    return std::ranges::any_of(wordings(), [message](const WordingRow& row) {
        const bool is_of_regions = row.cohort == Cohort::OtherRegions || has_regions(row.cohort);
        if (row.message != message || !is_of_regions) return false;
        const auto differs = [&row](values::Dialect dialect) {
            return (!row.speaker || *row.speaker == dialect) &&
                   row.text != pinned_text(row.message, dialect);
        };
        return differs(values::Dialect::Current) || differs(values::Dialect::Older);
    });
}

// Returns true if a slot such as "{0}" begins at `at`.
constexpr bool is_slot(std::string_view text, std::size_t at) {
    return at + 2 < text.size() && text[at] == '{' && text[at + 1] >= '0' && text[at + 1] <= '9' &&
           text[at + 2] == '}';
}

// Returns one more than the highest slot number in the text.
constexpr std::size_t slot_count(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!is_slot(text, at)) continue;
        const auto slot = static_cast<std::size_t>(text[at + 1] - '0');
        if (slot + 1 > count) count = slot + 1;
    }
    return count;
}

// Returns the maximum over all rows of a message.
constexpr std::size_t slot_count(Message message) {
    std::size_t count = 0;
    for (const WordingRow& row : wordings()) {
        if (row.message != message) continue;
        if (slot_count(row.text) > count) count = slot_count(row.text);
    }
    return count;
}

// Returns `text` with `values` in its slots. Does not interpret braces within a value.
std::string fill_slots(std::string_view text, std::initializer_list<std::string_view> values);

// A slot accepts the same types as the gap of a Text.
template <class Value>
concept SlotValue = requires(const Value& value) {
    in_gap(value);
};

// Returns the message as `dialect` words it in that region.
template <Message message, SlotValue... Values>
std::string worded(const Region& region, values::Dialect dialect, const Values&... values) {
    static_assert(sizeof...(values) == slot_count(message), "a value for each slot of any row");
    const std::string_view text = regional_text(message, dialect, region.name);
    return fill_slots(text, {std::string_view(in_gap(values))...});
}

// Returns a message that is the same in all regions.
template <Message message, SlotValue... Values>
std::string worded(values::Dialect dialect, const Values&... values) {
    static_assert(!depends_on_region(message), "pass the Region");
    return worded<message>(Region(), dialect, values...);
}

// Returns a message that is the same in both dialects.
template <Message message, SlotValue... Values>
std::string worded(const Region& region, const Values&... values) {
    static_assert(!depends_on_dialect(message), "pass the dialect");
    return worded<message>(region, values::Dialect::Current, values...);
}

// Returns a message that is the same in both dialects and all regions.
template <Message message, SlotValue... Values>
std::string worded(const Values&... values) {
    static_assert(!depends_on_dialect(message), "pass the dialect");
    return worded<message>(values::Dialect::Current, values...);
}

// A function object that creates the error. Takes the arguments of worded().
template <Message message, ErrorType type = ErrorType::ValidationException>
struct Worded {
    template <class... Arguments>
    [[nodiscard, gnu::cold]] ApiError operator()(const Arguments&... arguments) const {
        return {type, worded<message>(arguments...)};
    }
};

}  // namespace stator::protocol::errors
