// JSON for people to read. Pure.
#pragma once

#include <string>
#include <string_view>

namespace stator::tools::client {

// JSON text with a line for each member and element, indented by two spaces.
// Precondition: `json` is JSON.
std::string indented_json(std::string_view json);

}  // namespace stator::tools::client
