// Bodies in gzip form, and the checksum DynamoDB puts on its replies. By libdeflate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stator::conformance {

std::string gzip(std::string_view bytes);

/// None if it is no gzip data, or more than one gigabyte.
std::optional<std::string> gunzip(std::string_view bytes);

/// As in the header X-Amz-Crc32.
std::uint32_t crc32_of(std::string_view bytes);

}  // namespace stator::conformance
