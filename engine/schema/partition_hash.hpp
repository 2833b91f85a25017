// The hash that determines the partition of an item and the order in which a Scan visits items.
#pragma once

#include <cstdint>
#include <string_view>

namespace stator::engine::schema {

// The leading 64 bits of MD5("Outliers" ‖ key bytes): UTF-8 of S, raw B, the base-100 form of N.
// AWS: a Scan returns partitions in the order of this hash. [case Scan/hash_order]
std::uint64_t hash_partition_key(std::string_view key_bytes);

// The same hash of two byte strings, concatenated.
std::uint64_t hash_partition_key(std::string_view first, std::string_view second);

}  // namespace stator::engine::schema
