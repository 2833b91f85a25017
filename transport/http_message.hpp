// HTTP requests and replies as plain values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stator::transport {

struct HttpHeader {
    std::string name;
    std::string value;
};

using HttpHeaders = std::vector<HttpHeader>;

struct HttpRequest {
    std::string method = "POST";
    std::string path = "/";  // including the query, as sent
    HttpHeaders headers;     // Host and Content-Length are added unless they are present
    std::string body;
    bool is_chunked = false;
};

struct HttpReply {
    int status = 0;
    HttpHeaders headers;
    std::string body;
};

// Returns the value of the first header with that name, in any case, or null.
const std::string* find_header(const HttpHeaders& headers, std::string_view name);

// Returns the text with its ASCII letters in lower case.
std::string to_lower(std::string_view text);

// Returns the bytes of a request. `host` is the Host header if the request has none.
std::string to_bytes(const HttpRequest& request, std::string_view host);

}  // namespace stator::transport
