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

namespace stator::emulator::http {

// {"__type":"prefix#Name","message":"…"}; no message member when the message is empty. The failed
// item of a condition is added as "Item", a cancelled transaction's reasons as
// "CancellationReasons". In a few types the message is called "Message".
std::string error_body(const protocol::ApiError& error);

Reply error_reply(const protocol::ApiError& error, std::string_view content_type);

// What DynamoDB answers to anything that is not an API call: 404 and 29 bytes of XML.
Reply not_found_reply();

// For a request that cannot be read as HTTP: 400 and a sentence.
Reply malformed_reply(std::string_view sentence);

// For a body beyond the limit: 413.
Reply too_large_reply();

// What the reply says about the connection.
enum class ConnectionHeader : unsigned char {
    None,  // HTTP/1.1 goes on by default
    Close,
    KeepAlive,  // must be said to HTTP/1.0
};

// Writes the bytes in front of a body. One per thread, as it caches the date and draws request
// ids; not thread-safe.
class HeadWriter {
public:
    // With a seed, request ids repeat from run to run.
    explicit HeadWriter(std::optional<std::uint64_t> seed = {}) : request_ids_(seed) {}

    // Replaces `head` by status line, headers and the empty line.
    void write(
        std::string& head, const Reply& reply, ConnectionHeader connection, engine::Instant now
    );

private:
    void refresh_date(engine::Instant now);

    RequestIds request_ids_;
    std::int64_t date_second_ = -1;
    std::string date_line_;  // with the Server line, which never changes either
};

}  // namespace stator::emulator::http
