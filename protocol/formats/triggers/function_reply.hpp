// What a function answered, and what that means for its batch. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "protocol/model/stream.hpp"

namespace stator::protocol::formats::triggers {

// As whoever called the function saw it.
struct FunctionReply {
    enum class Kind : unsigned char {
        Answered,
        Unreachable,  // it did not get the event
        TimedOut,     // it got the event and said nothing in time
    };

    Kind kind = Kind::Answered;
    int status = 200;
    bool has_error_header = false;  // X-Amz-Function-Error
    std::string body = {};
    std::string problem = {};  // a sentence's end, unless it answered
};

struct ReplyRules {
    bool reports_item_failures = false;
    bool has_window = false;  // a tumbling one, so that a state is due
    // Of the batch, in order.
    std::span<const model::StreamPosition> positions = {};
};

struct FunctionResult {
    enum class Kind : unsigned char {
        Success,
        ItemFailures,  // from `failed_from` on
        Failure,
        Unavailable,  // to be tried again, without counting
    };

    Kind kind = Kind::Success;
    model::StreamPosition failed_from = {};
    std::string state = {};  // JSON
    // What is shown of it: "OK", or what went wrong.
    std::string text = "OK";
};

// AWS: which answers are a success, and which are not. [doc Lambda
// services-ddb-batchfailurereporting.html]
FunctionResult read_function_reply(const FunctionReply& reply, const ReplyRules& rules);

}  // namespace stator::protocol::formats::triggers
