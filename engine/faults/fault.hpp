// Fault, FaultMatch, FaultRule: the effects of a fault, and the requests that it applies to.
// FaultDecision: the outcome for one request. Values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/distribution.hpp"
#include "engine/faults/rare_answers.hpp"
#include "protocol/base/api_error.hpp"

namespace stator::engine::faults {

// The delivery of the reply to the client.
enum class Delivery : unsigned char {
    Whole,
    DropBefore,     // the connection closes before the request is executed
    DropAfter,      // the connection closes after the request was executed
    Truncated,      // the connection closes in the middle of the body
    WrongChecksum,  // the x-amz-crc32 header does not match the body
};

// When an error or a throttle occurs. DynamoDB validates a request and finds its tables before it
// throttles the request or checks for conflicts. Internal errors and errors about credentials can
// occur earlier.
enum class Moment : unsigned char { Usual, BeforeChecks, AfterChecks };

// One or several effects; the default of each member means "no effect".
struct Fault {
    // Returned instead of executing the request. A throttling reason whose reason or resource is ""
    // is replaced with the one that fits the request.
    std::optional<ApiError> error = std::nullopt;
    // Throttles with the error of the request's tables. Cannot be combined with `error`.
    std::optional<Throttle> throttle = std::nullopt;
    // For the error or the throttle.
    Moment when = Moment::Usual;
    // The delay of the reply.
    Distribution latency = {};
    // See RareAnswers. No effect on other operations.
    std::optional<std::uint64_t> page_rows = std::nullopt;
    double unprocessed_fraction = 0;
    std::optional<std::size_t> conflict_at = std::nullopt;
    Delivery delivery = Delivery::Whole;
};

// The requests that a rule applies to. All conditions must be met; an empty condition always is.
// Names are patterns (engine/base/name_pattern.hpp).
struct FaultMatch {
    std::vector<std::string> operations = {};  // "PutItem", "Batch*"
    // At least one table or index in the request must match one of these.
    std::vector<std::string> tables = {};
    std::vector<std::string> indexes = {};
    // A key or item in the request has an attribute whose text starts with this, in one of
    // `tables`; see RequestFacts.
    std::string key_prefix = {};
    // The attribute that `key_prefix` applies to; "" for any. A value matches if the request does
    // not contain the name of its attribute.
    std::string key_attribute = {};
    // "" is the default universe; nullopt means every universe.
    std::optional<std::string> universe = std::nullopt;
    std::vector<std::string> regions = {};

    // Which of the matching requests get the effect; at most one of `nth` and `every` is set.
    std::uint64_t nth = 0;    // only this one, counted from 1
    std::uint64_t every = 0;  // for 7: the 7th, the 14th …
    double probability = 1;
};

struct FaultRule {
    std::string name;  // unique within a plan
    FaultMatch match = {};
    Fault fault = {};
    std::uint64_t times = 0;  // maximum number of times it fires; 0 means no limit
};

// A rule of a plan with its counters.
struct FaultRuleState {
    FaultRule rule;
    std::uint64_t matched = 0;  // requests that matched, even if the rule did not fire
    std::uint64_t fired = 0;    // requests that got an effect of this rule
};

struct FaultDecision {
    // At most one of these two is set.
    std::optional<ApiError> error = std::nullopt;
    std::optional<Throttle> throttle = std::nullopt;
    std::uint64_t throttle_seed = 0;
    // For the error or the throttle, on item operations. For other operations it makes no
    // difference.
    bool is_after_checks = false;
    std::int64_t latency_ms = 0;
    RareAnswers rare_answers = {};
    bool has_rare_answers = false;
    Delivery delivery = Delivery::Whole;
    std::vector<std::string> applied = {};  // names of the rules that fired, in plan order
    // The rules in `applied` whose only effect is the error or throttle, or the conflict. "" if
    // none.
    std::string refusing_rule = {};
    std::string conflict_rule = {};
};

// True for errors that occur after the validation of a request, unless a fault sets another moment.
bool is_after_checks(protocol::ErrorType type);

}  // namespace stator::engine::faults
