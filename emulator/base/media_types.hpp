// Values of Content-Type and Accept.
#pragma once

#include <string_view>

namespace stator::emulator {

inline constexpr std::string_view kAmzJson = "application/x-amz-json-1.0";
inline constexpr std::string_view kJson = "application/json";
inline constexpr std::string_view kJsonLines = "application/x-ndjson";
inline constexpr std::string_view kPlainText = "text/plain";

}  // namespace stator::emulator
