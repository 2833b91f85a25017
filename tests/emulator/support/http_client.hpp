// A blocking HTTP client for tests, which sends exactly the bytes it is given.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace stator::testing {

struct HttpReply {
    int status = 0;
    std::map<std::string, std::string> headers;  // names in lower case
    std::string body;

    std::string header(const std::string& name) const {
        const auto found = headers.find(name);
        return found == headers.end() ? "" : found->second;
    }
};

class HttpClient {
public:
    explicit HttpClient(std::uint16_t port);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    // False when the server has closed.
    bool send(std::string_view bytes);

    // The next reply; status 0 when the server closes or keeps silent for ten seconds. The reply
    // to HEAD has no body.
    HttpReply read_reply(bool has_body = true);

    HttpReply exchange(std::string_view bytes) {
        send(bytes);
        return read_reply();
    }

    // True when the server closes without sending anything more.
    bool is_closed() { return pending_.empty() && !fill(); }

    // True when nothing comes for `milliseconds`.
    bool is_silent_for(int milliseconds);

private:
    bool fill();

    int fd_;
    std::string pending_;
};

inline constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=AKID/20261121/eu-west-2/dynamodb/aws4_request, "
    "SignedHeaders=host, Signature=00";

// A complete and well-signed-looking call; `headers` are further lines, each with its CRLF.
std::string api_call(
    std::string_view operation, std::string_view body, std::string_view headers = ""
);

}  // namespace stator::testing
