// Response: replies as DynamoDB words them, and their header bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/http/http_message.hpp"
#include "emulator/http/request_id.hpp"
#include "engine/base/instant.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::http {

// {"__type":"prefix#Name","message":"…"}; without the message member when the message is empty. The
// item that failed a condition is added as "Item", the reasons of a cancelled transaction as
// "CancellationReasons". For a few types the member is called "Message".
std::string error_body(const protocol::ApiError& error);

Reply error_reply(const protocol::ApiError& error, std::string_view content_type);

// The reply to an operation: what it answers with, which is taken out of `answer`, or its error.
// `is_in_lines`: the answer is JSON in lines.
Reply operation_reply(
    protocol::Result<std::string>& answer, std::string_view content_type, bool is_in_lines
);

// DynamoDB's answer to anything that is not an API call: 404 and 29 bytes of XML.
Reply not_found_reply();

// DynamoDB Local's answer to a request without a signature, which programs that start it wait for.
Reply unsigned_reply();

// The answer to a request that is not valid HTTP: 400 and a sentence.
Reply malformed_reply(std::string_view sentence);

// The answer to a body beyond the limit: 413.
Reply too_large_reply();

// What the reply says about the connection.
enum class ConnectionHeader : unsigned char {
    None,  // HTTP/1.1 keeps the connection open by default
    Close,
    KeepAlive,  // HTTP/1.0 must be told so
};

// Writes the bytes before a body: status line, headers and the empty line. It caches the date and
// draws request ids. Not thread-safe: one for each thread.
class HeadWriter {
public:
    // Replaces `head` by status line, headers and the empty line.
    void write(
        std::string& head, const Reply& reply, ConnectionHeader connection, engine::Instant now
    );

private:
    void refresh_date(engine::Instant now);

    RequestIds request_ids_;
    std::int64_t date_second_ = -1;
    std::string date_line_;  // followed by the Server line, which never changes
};

}  // namespace stator::emulator::http
