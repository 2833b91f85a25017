// The OpenAPI description of the admin API, openapi.json, embedded in the program. embed.cmake
// generates the definition from that file.
#pragma once

#include <string_view>

namespace stator::emulator::admin {

// JSON. Valid for the lifetime of the program.
std::string_view openapi_text();

}  // namespace stator::emulator::admin
