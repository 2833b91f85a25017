#include "emulator/laboratory/faults/throttle_form.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/base/result.hpp"
#include "protocol/errors/throttling.hpp"

namespace stator::emulator::laboratory::faults {

using engine::faults::Throttle;
using engine::faults::ThrottledPart;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;
namespace errors = protocol::errors;

namespace {

// In the order of ThrottledPart.
constexpr std::array<std::string_view, 3> kSources = {"table", "index", "any"};
constexpr std::string_view kLimits =
    "ProvisionedThroughputExceeded, KeyRangeThroughputExceeded, MaxOnDemandThroughputExceeded or "
    "AccountLimitExceeded";

Refusal unknown_reason(const Members& fault) {
    return fault.refuse(
        "throttle",
        std::string("has an unknown reason; a reason is Table or Index, then Read or Write, then ")
            .append(kLimits)
    );
}

// Precondition: the name is one of kSources.
ThrottledPart part_named(std::string_view name) {
    const auto found = std::find(kSources.begin(), kSources.end(), name);
    return static_cast<ThrottledPart>(found - kSources.begin());
}

// Returns false if the reason does not exist.
bool set_reason(Throttle& throttle, std::string reason) {
    const errors::ThrottlingAnswer* answer = errors::find_throttling_reason(reason);
    if (answer == nullptr) return false;
    throttle.limit = answer->limit;
    throttle.part = answer->is_index ? ThrottledPart::Index : ThrottledPart::Table;
    throttle.reason = std::move(reason);
    return true;
}

Accepted<std::optional<Throttle>> read_object(JsonView value, const Members& fault) {
    STATOR_TRY(Members parts, Members::of(value, fault.place() + ".throttle"));
    STATOR_TRY(auto reason, parts.text("reason"));
    STATOR_TRY(auto resource, parts.text("resource"));
    STATOR_TRY(const auto limit, parts.text("limit"));
    STATOR_TRY(const auto source, parts.choice("source", kSources));
    STATOR_CHECK(parts.finish());
    if (reason && (limit || source)) {
        return parts.refuse("reason", "says both already; leave out 'limit' and 'source'");
    }
    Throttle throttle;
    if (reason && !set_reason(throttle, *std::move(reason))) return unknown_reason(fault);
    if (limit) {
        throttle.limit = errors::find_throughput_limit(*limit);
        if (!throttle.limit) {
            return parts.refuse("limit", std::string("must be ").append(kLimits));
        }
    }
    if (source) throttle.part = part_named(*source);
    throttle.resource = std::move(resource).value_or("");
    return std::optional(std::move(throttle));
}

}  // namespace

Accepted<std::optional<Throttle>> read_throttle(JsonView fault, Members& members) {
    if (!members.has("throttle")) return std::optional<Throttle>();
    const JsonView value = *fault.find("throttle");
    if (value.is_boolean()) return value.boolean() ? std::optional(Throttle{}) : std::nullopt;
    if (value.is_object()) return read_object(value, members);
    if (!value.is_string()) {
        return members.refuse(
            "throttle", "must be true, a reason or an object with 'reason' and 'resource'"
        );
    }
    Throttle throttle;
    throttle.limit = errors::find_throughput_limit(value.string());
    if (throttle.limit || set_reason(throttle, std::string(value.string()))) {
        return std::optional(std::move(throttle));
    }
    return unknown_reason(members);
}

void write_throttle(JsonWriter& json, const Throttle& throttle) {
    if (throttle.is_plain()) return json.boolean(true);
    json.begin_object();
    if (!throttle.reason.empty()) {
        json.string_member("reason", throttle.reason);
    } else {
        if (throttle.limit)
            json.string_member("limit", errors::throughput_limit_name(*throttle.limit));
        if (throttle.part != ThrottledPart::Table) {
            json.string_member("source", kSources[static_cast<std::size_t>(throttle.part)]);
        }
    }
    if (!throttle.resource.empty()) json.string_member("resource", throttle.resource);
    json.end_object();
}

}  // namespace stator::emulator::laboratory::faults
