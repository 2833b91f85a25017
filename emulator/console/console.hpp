// The web console: a page that is built into the program.
#pragma once

#include <optional>
#include <string_view>

#include "emulator/http/http_message.hpp"

namespace stator::emulator::console {

// True for a request to DynamoDB's API that the page sends.
bool is_api_call(const http::HttpRequest& request);

// Returns the page, its script, its style sheet or the documentation; 304 if the browser's copy is
// current. Nullopt for requests other than GET or HEAD of a path at or below kConsolePath.
// Thread-safe.
std::optional<http::Reply> answer(const http::HttpRequest& request);

}  // namespace stator::emulator::console
