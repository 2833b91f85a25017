// A connection for tests. Sends exactly the bytes that a test gives; reads the replies like every
// client in this repository.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "transport/http_message.hpp"
#include "transport/reply_reader.hpp"
#include "transport/socket_stream.hpp"

namespace stator::testing {

struct HttpReply : transport::HttpReply {
    // "" if the header is missing.
    std::string header(std::string_view name) const {
        const std::string* const found = transport::find_header(headers, name);
        return found == nullptr ? "" : *found;
    }
};

class HttpClient {
public:
    // Throws if no server listens at the port of that address.
    explicit HttpClient(std::uint16_t port, const std::string& address = "127.0.0.1");
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    // False if not all bytes were sent, because the server has already answered or closed.
    bool send(std::string_view bytes);

    // The next reply; status 0 if the server closes or is silent for ten seconds. The reply to HEAD
    // has no body.
    HttpReply read_reply(bool has_body = true);

    HttpReply exchange(std::string_view bytes) {
        send(bytes);
        return read_reply();
    }

    // True if the server closes without sending anything more.
    bool is_closed();

    // True if nothing arrives for `milliseconds`.
    bool is_silent_for(int milliseconds);

private:
    transport::SocketStream stream_;
    transport::ReplyReader reader_{stream_};
};

inline constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=AKID/20261121/eu-west-2/dynamodb/aws4_request, "
    "SignedHeaders=host, Signature=00";

// A complete call with a plausible signature; `headers` are further lines, each with its CRLF.
std::string api_call(
    std::string_view operation, std::string_view body, std::string_view headers = ""
);

}  // namespace stator::testing
