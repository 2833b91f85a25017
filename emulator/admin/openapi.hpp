// The OpenAPI description of the admin API, openapi.json, as part of the program. The definition
// is generated from that file by embed.cmake.
#pragma once

#include <string_view>

namespace stator::emulator::admin {

// JSON; lives as long as the program.
std::string_view openapi_text();

}  // namespace stator::emulator::admin
