// Response: replies in DynamoDB's format, and their header bytes.
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

// Returns {"__type":"prefix#Name","message":"…"}, without the message member if the message is
// empty. Adds the item that failed a condition as "Item", and the reasons of a cancelled
// transaction as "CancellationReasons". For a few types, the message member is called "Message".
std::string error_body(const protocol::ApiError& error);

// Returns a reply with error_body() and the status of the error's type.
Reply error_reply(const protocol::ApiError& error, std::string_view content_type);

// Returns the reply to an operation: the result, which is moved out of `answer`, or its error.
// `is_in_lines`: the result consists of JSON lines.
Reply operation_reply(
    protocol::Result<std::string>& answer, std::string_view content_type, bool is_in_lines
);

// Returns DynamoDB's reply to any request that is not an API call: 404 and 29 bytes of XML.
Reply not_found_reply();

// Returns DynamoDB Local's reply to a request without a signature, which programs that start it
// wait for.
Reply unsigned_reply();

// Returns the reply to a request that is not valid HTTP: 400 and a sentence.
Reply malformed_reply(std::string_view sentence);

// Returns the reply to a body above the limit: 413.
Reply too_large_reply();

// The Connection header of a reply.
enum class ConnectionHeader : unsigned char {
    None,  // HTTP/1.1 keeps the connection open by default
    Close,
    KeepAlive,  // required by HTTP/1.0
};

// Writes the bytes before a body: status line, headers and the empty line. Caches the date and
// generates request ids. Not thread-safe: use one for each thread.
class HeadWriter {
public:
    // Replaces `head` with status line, headers and the empty line.
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
