// A connection for tests, on which exactly the bytes are sent that a test gives; the replies are
// read as every client of ours reads them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "transport/http_message.hpp"
#include "transport/reply_reader.hpp"
#include "transport/socket_stream.hpp"

namespace stator::testing {

struct HttpReply : transport::HttpReply {
    // "" when there is none.
    std::string header(std::string_view name) const {
        const std::string* const found = transport::find_header(headers, name);
        return found == nullptr ? "" : *found;
    }
};

class HttpClient {
public:
    // Throws when nobody listens at the port of that address.
    explicit HttpClient(std::uint16_t port, const std::string& address = "127.0.0.1");
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    // False when not all was sent, because the server has answered already or closed.
    bool send(std::string_view bytes);

    // The next reply; status 0 when the server closes or keeps silent for ten seconds. The reply
    // to HEAD has no body.
    HttpReply read_reply(bool has_body = true);

    HttpReply exchange(std::string_view bytes) {
        send(bytes);
        return read_reply();
    }

    // True when the server closes without sending anything more.
    bool is_closed();

    // True when nothing comes for `milliseconds`.
    bool is_silent_for(int milliseconds);

private:
    transport::SocketStream stream_;
    transport::ReplyReader reader_{stream_};
};

inline constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=AKID/20261121/eu-west-2/dynamodb/aws4_request, "
    "SignedHeaders=host, Signature=00";

// A complete and well-signed-looking call; `headers` are further lines, each with its CRLF.
std::string api_call(
    std::string_view operation, std::string_view body, std::string_view headers = ""
);

}  // namespace stator::testing
