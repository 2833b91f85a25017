// Fault, FaultMatch, FaultRule: what can be made to go wrong with a request, and when.
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

// What happens to the reply on its way to the client.
enum class Delivery : unsigned char {
    Whole,
    DropBefore,     // the connection closes before the request is carried out
    DropAfter,      // the connection closes after the request was carried out
    Truncated,      // the connection closes in the middle of the body
    WrongChecksum,  // the x-amz-crc32 header does not match the body
};

// When an error or a throttle comes. DynamoDB checks a request and finds its tables before it
// throttles it or looks for conflicts; errors of the service, and those about credentials, can come
// first.
enum class Moment : unsigned char { Usual, BeforeChecks, AfterChecks };

// One or several effects; the default of each member means "no effect".
struct Fault {
    // Answered instead of carrying out the request. A throttling reason whose reason or resource is
    // "" stands for the one that fits the request.
    std::optional<ApiError> error = std::nullopt;
    // Throttled as the tables of the request would do it. Not beside an error.
    std::optional<Throttle> throttle = std::nullopt;
    // Of the error or the throttle.
    Moment when = Moment::Usual;
    // How long the reply is held back.
    Distribution latency = {};
    // See RareAnswers. No effect on operations they do not concern.
    std::optional<std::uint64_t> page_rows = std::nullopt;
    double unprocessed_fraction = 0;
    std::optional<std::size_t> conflict_at = std::nullopt;
    Delivery delivery = Delivery::Whole;
};

// Which requests a rule applies to. All conditions must hold; an empty one always does. Names are
// patterns (engine/base/name_pattern.hpp).
struct FaultMatch {
    std::vector<std::string> operations = {};  // "PutItem", "Batch*"
    // At least one table or index named by the request must be among these.
    std::vector<std::string> tables = {};
    std::vector<std::string> indexes = {};
    // A key or item in the request has an attribute whose text starts with this, in one of
    // `tables`; see RequestFacts.
    std::string key_prefix = {};
    // The attribute that `key_prefix` refers to; "" for any. A value passes when the request does
    // not say which attribute it belongs to.
    std::string key_attribute = {};
    // "" is the default universe; no value means every universe.
    std::optional<std::string> universe = std::nullopt;
    std::vector<std::string> regions = {};

    // Which of the matching requests get the effect; at most one of `nth` and `every` is set.
    std::uint64_t nth = 0;    // only this one, counted from 1
    std::uint64_t every = 0;  // with 7: the 7th, the 14th …
    double probability = 1;
};

struct FaultRule {
    std::string name;  // unique within a plan
    FaultMatch match = {};
    Fault fault = {};
    std::uint64_t times = 0;  // fires at most this often; 0 for no limit
};

// A rule of a plan with its counters.
struct FaultRuleState {
    FaultRule rule;
    std::uint64_t matched = 0;  // requests that matched, whether or not the rule fired
    std::uint64_t fired = 0;    // requests that got an effect of this rule
};

struct FaultDecision {
    // At most one of these two.
    std::optional<ApiError> error = std::nullopt;
    std::optional<Throttle> throttle = std::nullopt;
    std::uint64_t throttle_seed = 0;
    // Of the error or the throttle, for operations on items. Others meet both at once.
    bool is_after_checks = false;
    std::int64_t latency_ms = 0;
    RareAnswers rare_answers = {};
    bool has_rare_answers = false;
    Delivery delivery = Delivery::Whole;
    std::vector<std::string> applied = {};  // names of the rules that fired, in plan order
    // Those of them that have no other effect than the error or throttle, and than the conflict; ""
    // for none.
    std::string refusing_rule = {};
    std::string conflict_rule = {};
};

// True for the errors that come after the checks of a request, unless a fault says otherwise.
bool is_after_checks(protocol::ErrorType type);

}  // namespace stator::engine::faults
