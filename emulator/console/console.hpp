// The web console: a page that is part of the program.
#pragma once

#include <optional>
#include <string_view>

#include "emulator/http/http_message.hpp"

namespace stator::emulator::console {

// True for a request of DynamoDB's API that the page sends.
bool is_api_call(const http::HttpRequest& request);

// The page, its script, its style sheet or the documentation; 304 for a browser that has it
// already. Nothing for a request that is not a GET or HEAD of a path at or below kConsolePath.
// Thread-safe.
std::optional<http::Reply> answer(const http::HttpRequest& request);

}  // namespace stator::emulator::console
