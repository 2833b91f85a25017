// Gzip bodies, and the checksum of DynamoDB's replies. Uses libdeflate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stator::conformance {

std::string gzip(std::string_view bytes);

/// Returns nullopt if `bytes` is not gzip data, or decompresses to more than one gigabyte.
std::optional<std::string> gunzip(std::string_view bytes);

/// The checksum in the header X-Amz-Crc32.
std::uint32_t crc32_of(std::string_view bytes);

}  // namespace stator::conformance
