// Members: reads the members of a JSON object that a person wrote by hand, and says in one sentence
// what is wrong with them. JSON null counts as absent. A repeated member is refused, since only one
// of the two can be meant. Not thread-safe.
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

    // How sentences name a member that holds more: "rules", or "clock.anchor" inside of "clock".
    std::string place_of(std::string_view name) const;

    bool has(std::string_view name) { return find(name).has_value(); }

    // The member, whatever it is.
    std::optional<protocol::wire::JsonView> value(std::string_view name) { return find(name); }

    // Each of these returns the member, or nothing when it is absent. Error: the member has another
    // type or is out of range.
    Accepted<std::optional<std::string>> text(std::string_view name);
    Accepted<std::optional<bool>> boolean(std::string_view name);
    Accepted<std::optional<double>> number(std::string_view name, double least, double most);
    Accepted<std::optional<std::int64_t>> integer(
        std::string_view name, std::int64_t least, std::int64_t most
    );
    // From 0 to 18446744073709551615.
    Accepted<std::optional<std::uint64_t>> unsigned_integer(std::string_view name);
    Accepted<std::optional<Members>> object(std::string_view name);
    // The elements of an array.
    Accepted<std::vector<protocol::wire::JsonView>> array(std::string_view name);
    // An array of strings, or one string alone. Empty when absent; an empty array is refused, since
    // it could mean all or none.
    Accepted<std::vector<std::string>> texts(std::string_view name);
    // One of `choices`.
    Accepted<std::optional<std::string>> choice(
        std::string_view name, std::span<const std::string_view> choices
    );
    // "2026-01-01T00:00:00Z", or milliseconds since 1970.
    Accepted<std::optional<engine::Instant>> time(std::string_view name);
    // A number of milliseconds, {"fixed":5}, {"uniform":[0,500]} or {"exponential":200}.
    Accepted<std::optional<engine::Distribution>> distribution(std::string_view name);

    // Error: the object has a member that none of the calls above or has() asked for.
    Accepted<void> finish() const;

    // "'x' in rules[2].match <problem>.", for errors that the caller finds.
    Refusal refuse(std::string_view name, std::string_view problem) const;

private:
    Members(protocol::wire::JsonView object, std::string place)
        : object_(object), place_(std::move(place)) {}

    std::optional<protocol::wire::JsonView> find(std::string_view name);

    protocol::wire::JsonView object_;
    std::string place_;
    std::vector<std::string> known_;
};

// Appends a distribution as Members::distribution() reads it.
void write_distribution(protocol::wire::JsonWriter& json, const engine::Distribution& distribution);

}  // namespace stator::emulator
