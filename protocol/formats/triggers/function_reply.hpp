// The reply of a function, and its effect on the batch. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "protocol/model/stream.hpp"

namespace stator::protocol::formats::triggers {

// The reply as received by the caller of the function.
struct FunctionReply {
    enum class Kind : unsigned char {
        Answered,
        Unreachable,  // the function did not receive the event
        TimedOut,     // the function received the event and did not reply in time
    };

    Kind kind = Kind::Answered;
    int status = 200;
    bool has_error_header = false;  // X-Amz-Function-Error
    std::string body = {};
    std::string problem = {};  // the end of a sentence; set unless Answered
};

struct ReplyRules {
    bool reports_item_failures = false;
    bool has_window = false;  // a tumbling window, so the reply must contain a state
    // Positions of the batch's records, in order.
    std::span<const model::StreamPosition> positions = {};
};

struct FunctionResult {
    enum class Kind : unsigned char {
        Success,
        ItemFailures,  // starting with `failed_from`
        Failure,
        Unavailable,  // try again without counting an attempt
    };

    Kind kind = Kind::Success;
    model::StreamPosition failed_from = {};
    std::string state = {};  // JSON
    // The text shown to users: "OK", or the error.
    std::string text = "OK";
};

// AWS: the rules by which a reply is a success or a failure.
// [doc Lambda services-ddb-batchfailurereporting.html]
FunctionResult read_function_reply(const FunctionReply& reply, const ReplyRules& rules);

}  // namespace stator::protocol::formats::triggers
