#include "emulator/base/members.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>

#include "emulator/base/time_text.hpp"
#include "engine/base/clock.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator {

using engine::Distribution;
using engine::DistributionKind;
using protocol::wire::JsonView;

namespace {

std::string in_quotes(std::string_view name) {
    return std::string("'").append(name).append("'");
}

template <class Names>
std::string listed(const Names& names) {
    std::string text;
    for (const auto& name : names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

template <class Number>
std::string range_text(Number least, Number most) {
    std::ostringstream text;
    text << "from " << least << " to " << most;
    return text.str();
}

// Returns the first name that an earlier member also has.
std::optional<std::string_view> repeated_name(JsonView object) {
    std::set<std::string_view> names;
    for (const auto& member : object.members()) {
        const std::string_view name = protocol::wire::member_name(member);
        if (!names.insert(name).second) return name;
    }
    return std::nullopt;
}

}  // namespace

Accepted<Members> Members::of(JsonView value, std::string place) {
    if (!value.is_object()) return Refusal{place + " must be a JSON object.", 400, value};
    Members members(value, std::move(place));
    if (const auto name = repeated_name(value)) {
        return members.refuse(*name, "is given twice; keep one of them");
    }
    return members;
}

std::optional<JsonView> Members::find(std::string_view name) {
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.emplace_back(name);
    return object_.find(name);
}

std::string Members::place_of(std::string_view name) const {
    const bool is_whole = place_ == "the body" || place_ == "the top level" || place_ == "the file";
    return std::string(is_whole ? "" : place_ + ".").append(name);
}

Refusal Members::refuse(std::string_view name, std::string_view problem) const {
    std::string sentence = in_quotes(name);
    sentence.append(" in ").append(place_).append(" ").append(problem).append(".");
    return Refusal{std::move(sentence), 400, object_.find(name).value_or(object_)};
}

Accepted<std::optional<std::string>> Members::text(std::string_view name) {
    const auto value = find(name);
    if (!value) return std::optional<std::string>();
    if (!value->is_string()) return refuse(name, "must be a string");
    return std::optional<std::string>(value->string());
}

Accepted<std::optional<bool>> Members::boolean(std::string_view name) {
    const auto value = find(name);
    if (!value) return std::optional<bool>();
    if (!value->is_boolean()) return refuse(name, "must be true or false");
    return std::optional<bool>(value->boolean());
}

Accepted<std::optional<double>> Members::number(std::string_view name, double least, double most) {
    const auto value = find(name);
    if (!value) return std::optional<double>();
    const bool fits = value->is_number() && value->number() >= least && value->number() <= most;
    if (!fits) return refuse(name, "must be a number " + range_text(least, most));
    return std::optional<double>(value->number());
}

Accepted<std::optional<std::int64_t>> Members::integer(
    std::string_view name, std::int64_t least, std::int64_t most
) {
    const auto value = find(name);
    if (!value) return std::optional<std::int64_t>();
    const bool fits = value->is_integer() && value->number() < 9.2e18 &&
                      value->integer() >= least && value->integer() <= most;
    if (!fits) return refuse(name, "must be a whole number " + range_text(least, most));
    return std::optional<std::int64_t>(value->integer());
}

Accepted<std::optional<std::uint64_t>> Members::unsigned_integer(std::string_view name) {
    const auto value = find(name);
    if (!value) return std::optional<std::uint64_t>();
    // Parsed from its digits, because half of the range is beyond JsonView::integer().
    const std::string digits = value->is_integer() ? value->text() : "";
    const auto number = protocol::parse_number<std::uint64_t>(digits);
    if (!number) {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
        return refuse(name, "must be a whole number " + range_text(std::uint64_t{0}, kMost));
    }
    return number;
}

Accepted<std::optional<Members>> Members::object(std::string_view name) {
    const auto value = find(name);
    if (!value) return std::optional<Members>();
    STATOR_TRY(Members members, Members::of(*value, in_quotes(place_of(name))));
    return std::optional<Members>(std::move(members));
}

Accepted<std::vector<JsonView>> Members::array(std::string_view name) {
    std::vector<JsonView> elements;
    const auto value = find(name);
    if (!value) return elements;
    if (!value->is_array()) return refuse(name, "must be an array");
    for (const auto& element : value->elements()) elements.emplace_back(element);
    return elements;
}

Accepted<std::vector<std::string>> Members::texts(std::string_view name) {
    std::vector<std::string> texts;
    const auto value = find(name);
    if (!value) return texts;
    if (value->is_string()) {
        texts.emplace_back(value->string());
        return texts;
    }
    if (!value->is_array()) return refuse(name, "must be a string or an array of strings");
    if (value->size() == 0) return refuse(name, "is an empty array; name one, or leave it out");
    for (const auto& element : value->elements()) {
        const JsonView view(element);
        if (!view.is_string()) return refuse(name, "must hold strings only");
        texts.emplace_back(view.string());
    }
    return texts;
}

Accepted<std::optional<std::string>> Members::choice(
    std::string_view name, std::span<const std::string_view> choices
) {
    STATOR_TRY(auto value, text(name));
    if (!value) return value;
    if (std::find(choices.begin(), choices.end(), *value) == choices.end()) {
        return refuse(name, "must be one of " + listed(choices));
    }
    return value;
}

Accepted<std::optional<engine::Instant>> Members::time(std::string_view name) {
    const auto written = text(name);
    if (written.has_error()) {
        STATOR_TRY(const auto unix_ms, integer(name, 0, engine::kLatestTime.unix_ms()));
        return std::optional(engine::Instant(*unix_ms));
    }
    if (!*written) return std::optional<engine::Instant>();
    const auto time = parse_time(**written);
    if (time) return time;
    return refuse(name, "must be a time such as 2026-01-01T00:00:00Z, or milliseconds since 1970");
}

Accepted<std::optional<Distribution>> Members::distribution(std::string_view name) {
    const auto value = find(name);
    if (!value) return std::optional<Distribution>();
    if (value->is_number()) {
        STATOR_TRY(const auto fixed, integer(name, 0, Distribution::kLongestMs));
        return std::optional(Distribution::fixed(*fixed));
    }
    const std::string_view forms =
        "must be milliseconds, {\"fixed\":ms}, {\"uniform\":[least,most]} or "
        "{\"exponential\":mean}";
    if (!value->is_object() || value->size() != 1) return refuse(name, forms);
    STATOR_TRY(Members members, Members::of(*value, in_quotes(name)));
    STATOR_TRY(const auto fixed, members.integer("fixed", 0, Distribution::kLongestMs));
    if (fixed) return std::optional(Distribution::fixed(*fixed));
    STATOR_TRY(const auto mean, members.integer("exponential", 0, Distribution::kLongestMeanMs));
    if (mean) return std::optional(Distribution::exponential(*mean));
    STATOR_TRY(const auto bounds, members.array("uniform"));
    if (bounds.size() != 2 || !bounds[0].is_integer() || !bounds[1].is_integer()) {
        return refuse(name, forms);
    }
    const std::int64_t least = bounds[0].integer();
    const std::int64_t most = bounds[1].integer();
    if (least < 0 || most < least || most > Distribution::kLongestMs) {
        return refuse(name, "needs 0 <= least <= most in 'uniform'");
    }
    return std::optional(Distribution::uniform(least, most));
}

Accepted<void> Members::finish() const {
    for (const auto& member : object_.members()) {
        const std::string_view name = protocol::wire::member_name(member);
        // The router reads this member, which selects the universe.
        if (name == "universe" && place_ == "the body") continue;
        if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
        std::string sentence = place_ + " has no member " + in_quotes(name);
        if (!known_.empty()) sentence.append("; it may have ").append(listed(known_));
        return Refusal{sentence.append("."), 400, JsonView(member.name)};
    }
    return {};
}

void write_distribution(protocol::wire::JsonWriter& json, const Distribution& distribution) {
    json.begin_object();
    switch (distribution.kind) {
        case DistributionKind::Fixed: json.integer_member("fixed", distribution.first_ms); break;
        case DistributionKind::Uniform:
            json.begin_array("uniform");
            json.integer(distribution.first_ms);
            json.integer(distribution.second_ms);
            json.end_array();
            break;
        case DistributionKind::Exponential:
            json.integer_member("exponential", distribution.first_ms);
            break;
    }
    json.end_object();
}

}  // namespace stator::emulator
