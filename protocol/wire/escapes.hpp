// Finds the characters that JSON strings must escape: control characters, quotes and backslashes.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <cstdint>

namespace stator::protocol::wire {

inline constexpr std::uint64_t kEveryByte = 0x0101'0101'0101'0101;

inline bool needs_escape(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// Returns a nonzero number if one of the eight bytes is zero.
constexpr std::uint64_t zero_bytes(std::uint64_t bytes) {
    return (bytes - kEveryByte) & ~bytes & (kEveryByte << 7);
}

// Checks eight characters at a time.
constexpr bool any_needs_escape(std::uint64_t bytes) {
    const std::uint64_t control = (bytes - kEveryByte * 0x20) & ~bytes & (kEveryByte << 7);
    const std::uint64_t quote = zero_bytes(bytes ^ (kEveryByte * '"'));
    const std::uint64_t backslash = zero_bytes(bytes ^ (kEveryByte * '\\'));
    return (control | quote | backslash) != 0;
}

#ifdef __SSE2__
// Checks sixteen characters at a time.
inline bool any_needs_escape(__m128i bytes) {
    const __m128i last_control = _mm_set1_epi8(0x1F);
    const __m128i control = _mm_cmpeq_epi8(_mm_max_epu8(bytes, last_control), last_control);
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return _mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(quote, backslash))) != 0;
}
#endif

}  // namespace stator::protocol::wire
