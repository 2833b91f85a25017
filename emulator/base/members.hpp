// Members: reads the members of a JSON object that a user wrote by hand, and describes invalid ones
// in one sentence. JSON null counts as absent. A repeated member is rejected, because it is unclear
// which of the two is meant. Not thread-safe.
//
//     STATOR_TRY(Members members, Members::of(body, "the body"));
//     STATOR_TRY(const auto name, members.text("name"));
//     STATOR_TRY(const auto ms, members.integer("ms", 0, Distribution::kLongestMs));
//     STATOR_CHECK(members.finish());
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "engine/base/distribution.hpp"
#include "engine/base/instant.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator {

class Members {
public:
    // `place` names the object in error sentences: "the body", "rules[2].match".
    // Errors: the value is not an object, or has a repeated member.
    static Accepted<Members> of(protocol::wire::JsonView value, std::string place);

    const std::string& place() const { return place_; }

    // Returns the name of a member with members of its own for error sentences: "rules", or
    // "clock.anchor" inside "clock".
    std::string place_of(std::string_view name) const;

    bool has(std::string_view name) { return find(name).has_value(); }

    // Returns the member, regardless of its type.
    std::optional<protocol::wire::JsonView> value(std::string_view name) { return find(name); }

    // The following functions return the member, or nullopt if it is absent. Error: the member has
    // another type or is out of range.
    Accepted<std::optional<std::string>> text(std::string_view name);
    Accepted<std::optional<bool>> boolean(std::string_view name);
    // Both bounds are inclusive, also in integer().
    Accepted<std::optional<double>> number(std::string_view name, double least, double most);
    Accepted<std::optional<std::int64_t>> integer(
        std::string_view name, std::int64_t least, std::int64_t most
    );
    // The range is 0 to 18446744073709551615.
    Accepted<std::optional<std::uint64_t>> unsigned_integer(std::string_view name);
    Accepted<std::optional<Members>> object(std::string_view name);
    // Returns the elements of an array.
    Accepted<std::vector<protocol::wire::JsonView>> array(std::string_view name);
    // Returns the elements of an array of strings, or a single string. Empty if absent; an empty
    // array is rejected, because it could mean all or none.
    Accepted<std::vector<std::string>> texts(std::string_view name);
    // Returns one of `choices`.
    Accepted<std::optional<std::string>> choice(
        std::string_view name, std::span<const std::string_view> choices
    );
    // Reads "2026-01-01T00:00:00Z", or milliseconds since 1970.
    Accepted<std::optional<engine::Instant>> time(std::string_view name);
    // Reads a number of milliseconds, {"fixed":5}, {"uniform":[0,500]} or {"exponential":200}.
    Accepted<std::optional<engine::Distribution>> distribution(std::string_view name);

    // Error: the object has a member that none of the calls above or has() requested.
    Accepted<void> finish() const;

    // Returns the error "'x' in rules[2].match <problem>.", for problems that the caller finds.
    Refusal refuse(std::string_view name, std::string_view problem) const;

private:
    Members(protocol::wire::JsonView object, std::string place)
        : object_(object), place_(std::move(place)) {}

    std::optional<protocol::wire::JsonView> find(std::string_view name);

    protocol::wire::JsonView object_;
    std::string place_;
    std::vector<std::string> known_;
};

// Appends a distribution in the form that Members::distribution() reads.
void write_distribution(protocol::wire::JsonWriter& json, const engine::Distribution& distribution);

}  // namespace stator::emulator
