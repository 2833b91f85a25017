// An efficient Beast server on one thread. The limit servers differ only in their replies.
//
// One coroutine per connection, Beast's parser and Beast's response serializer, HTTP/1.1
// keep-alive, TCP_NODELAY. No timeouts, no logging, no practical size limits. It listens on
// 127.0.0.1.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <cstdint>
#include <functional>
#include <string_view>

namespace stator::bench {

using Request = boost::beast::http::request<boost::beast::http::string_body>;
using Response = boost::beast::http::response<boost::beast::http::string_body>;

// Fills in the body, and the status if it is not 200. May overwrite the request.
using Handler = std::function<void(Request& request, Response& response)>;

// The complete main(): reads `--port N` (0 or absent for a free port), prints its address in one
// line on stdout, and serves until SIGINT or SIGTERM. Returns the exit status.
int serve_limit(std::string_view name, int argc, char** argv, const Handler& handler);

}  // namespace stator::bench
