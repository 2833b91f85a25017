#include "engine/persistence/changes/checksum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace stator::engine::persistence::changes {

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

void RowSum::add_null() {
    add('0', {});
}

void RowSum::add_integer(std::int64_t value) {
    add('i', {reinterpret_cast<const char*>(&value), sizeof value});
}

void RowSum::add_text(std::string_view text) {
    add('t', text);
}

void RowSum::add_blob(std::string_view bytes) {
    add('b', bytes);
}

// XXH3 includes the length, so values cannot be shifted into each other.
void RowSum::add(char type, std::string_view bytes) {
    value_ = checksum(bytes, value_ + static_cast<unsigned char>(type));
}

}  // namespace stator::engine::persistence::changes
