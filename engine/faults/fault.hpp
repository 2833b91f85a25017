// What can be made to go wrong with a request, and when: Fault, FaultMatch, FaultRule; and what
// that comes to for one request: FaultDecision. Values.
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

// What becomes of the reply on its way to the client.
enum class Delivery : unsigned char {
    Whole,
    DropBefore,     // the connection ends, and the request has not been carried out
    DropAfter,      // the connection ends once the request has been carried out
    Truncated,      // the connection ends in the middle of the body
    WrongChecksum,  // the x-amz-crc32 header does not fit the body
};

// One or several effects; each member's default has none.
struct Fault {
    // Answered instead of carrying out the request. A throttling reason whose reason or resource is
    // "" stands for the one that suits the request.
    std::optional<protocol::ApiError> error = std::nullopt;
    // How long the reply is held back.
    Distribution latency = {};
    // See RareAnswers. Without effect on operations that these do not concern.
    std::optional<std::uint64_t> page_rows = std::nullopt;
    double unprocessed_fraction = 0;
    std::optional<std::size_t> conflict_at = std::nullopt;
    Delivery delivery = Delivery::Whole;
};

// Which requests a rule is about. Every condition must hold; an empty one always does. A name may
// have wildcards: "*" stands for any text.
struct FaultMatch {
    std::vector<std::string> operations = {};  // "PutItem", "Batch*"
    // One of the tables or indexes that the request names must be among these.
    std::vector<std::string> tables = {};
    std::vector<std::string> indexes = {};
    // A key or an item of the request has an attribute whose text starts so, in one of `tables`;
    // see RequestFacts.
    std::string key_prefix = {};
    // The attribute that `key_prefix` is about; "" for any. A value whose attribute the request
    // does not tell passes.
    std::string key_attribute = {};
    // "" is the default universe; nothing is every universe.
    std::optional<std::string> universe = std::nullopt;

    // Which of the requests that match so far; at most one of `nth` and `every` is set.
    std::uint64_t nth = 0;    // this one alone, from 1
    std::uint64_t every = 0;  // with 7 the 7th, the 14th …
    double probability = 1;
};

struct FaultRule {
    std::string name;  // no two rules of a plan have the same
    FaultMatch match = {};
    Fault fault = {};
    std::uint64_t times = 0;  // fires no more often than this; 0 for no limit
};

// A rule of a plan and what came of it.
struct FaultRuleState {
    FaultRule rule;
    std::uint64_t matched = 0;  // requests that match, whether or not it was their turn
    std::uint64_t fired = 0;    // requests that got an effect of this rule
};

struct FaultDecision {
    std::optional<protocol::ApiError> error = std::nullopt;
    std::int64_t latency_ms = 0;
    RareAnswers rare_answers = {};
    bool has_rare_answers = false;
    Delivery delivery = Delivery::Whole;
    std::vector<std::string> applied = {};  // names of the rules, in their order
};

}  // namespace stator::engine::faults
