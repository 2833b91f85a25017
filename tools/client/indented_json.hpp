// JSON for people to read. Pure.
#pragma once

#include <string>
#include <string_view>

namespace stator::tools::client {

// Returns the JSON text with one line per member and element, indented by two spaces. Precondition:
// `json` is valid JSON.
std::string indented_json(std::string_view json);

}  // namespace stator::tools::client
