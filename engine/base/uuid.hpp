// UUIDs of random bits. Pure functions.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/base/number_text.hpp"

namespace stator::engine {

// Returns a version 4 UUID in lower case. It contains 122 of these bits.
inline std::string uuid_text(std::uint64_t high, std::uint64_t low) {
    std::string text;
    protocol::append_hex(text, high >> 32U, 8);
    protocol::append_hex(text.append("-"), high >> 16U, 4);
    protocol::append_hex(text.append("-4"), high, 3);
    protocol::append_hex(text.append("-"), (low >> 48U & 0x3FFFU) | 0x8000U, 4);
    protocol::append_hex(text.append("-"), low, 12);
    return text;
}

}  // namespace stator::engine
