// One bit stands for each of 64 bytes. Quotes that no backslash precedes begin and end strings, and
// what is between them follows from a sum of bits; brackets outside of strings are counted, and
// looked at one by one only where the count may come to its end.
#include "emulator/moves/container_end.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace stator::emulator::moves {
namespace {

constexpr std::size_t kBlockBytes = 64;

// Bits of the bytes that mean something.
struct Marks {
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t opening = 0;
    std::uint64_t closing = 0;
};

#ifdef __SSE2__
Marks marks_in(const char* block) {
    constexpr std::size_t kSixteen = sizeof(__m128i);
    Marks marks;
    for (std::size_t at = 0; at < kBlockBytes; at += kSixteen) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + at));
        const auto bits = [at](__m128i equal) {
            return std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(equal))} << at;
        };
        const auto equal_to = [](__m128i all, char one) {
            return _mm_cmpeq_epi8(all, _mm_set1_epi8(one));
        };
        // With this bit, '[' is '{' and ']' is '}'.
        const __m128i braces = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        marks.quotes |= bits(equal_to(bytes, '"'));
        marks.backslashes |= bits(equal_to(bytes, '\\'));
        marks.opening |= bits(equal_to(braces, '{'));
        marks.closing |= bits(equal_to(braces, '}'));
    }
    return marks;
}
#else
Marks marks_in(const char* block) {
    Marks marks;
    for (std::size_t at = 0; at < kBlockBytes; ++at) {
        const char byte = block[at];
        const auto mark = [at](std::uint64_t& bits) { bits |= std::uint64_t{1} << at; };
        if (byte == '"') mark(marks.quotes);
        if (byte == '\\') mark(marks.backslashes);
        if (byte == '{' || byte == '[') mark(marks.opening);
        if (byte == '}' || byte == ']') mark(marks.closing);
    }
    return marks;
}
#endif

// Each bit is the sum of those up to it: set from a quote on, up to the one that ends the string.
std::uint64_t between_quotes(std::uint64_t quotes) {
    for (unsigned width = 1; width < kBlockBytes; width *= 2) quotes ^= quotes << width;
    return quotes;
}

// What is carried from one block to the next.
class Walk {
public:
    // Behind the bracket that ends it, within the block; 0 when it goes on.
    std::size_t end_in(const char* block) {
        Marks marks = marks_in(block);
        if (marks.backslashes != 0 || is_escaped_) forget_escaped(marks);
        std::uint64_t inside = is_inside_ ? ~0ULL : 0;
        if (marks.quotes != 0) inside ^= between_quotes(marks.quotes);
        is_inside_ = inside >> (kBlockBytes - 1) != 0;
        const std::uint64_t opening = marks.opening & ~inside;
        std::uint64_t closing = marks.closing & ~inside;
        if ((opening | closing) == 0) return 0;  // most blocks of long texts
        const std::size_t before = depth_;
        depth_ += static_cast<std::size_t>(std::popcount(opening));
        if (static_cast<std::size_t>(std::popcount(closing)) < before) {
            depth_ -= static_cast<std::size_t>(std::popcount(closing));
            return 0;
        }
        for (std::size_t closed = 1; closing != 0; closing &= closing - 1, ++closed) {
            const auto place = static_cast<unsigned>(std::countr_zero(closing));
            const std::uint64_t up_to = (std::uint64_t{2} << place) - 1;
            const auto opened = static_cast<std::size_t>(std::popcount(opening & up_to));
            if (before + opened <= closed) return place + 1;
            --depth_;
        }
        return 0;
    }

private:
    // Quotes behind a backslash that is no escaped one itself.
    void forget_escaped(Marks& marks) {
        if (is_escaped_) {
            marks.quotes &= ~1ULL;
            marks.backslashes &= ~1ULL;
        }
        is_escaped_ = false;
        std::uint64_t left = marks.backslashes;
        while (left != 0) {
            const auto place = static_cast<unsigned>(std::countr_zero(left));
            is_escaped_ = place == kBlockBytes - 1;
            const std::uint64_t next = is_escaped_ ? 0 : std::uint64_t{2} << place;
            marks.quotes &= ~next;
            left &= left - 1;
            left &= ~next;
        }
    }

    std::size_t depth_ = 0;
    bool is_inside_ = false;
    bool is_escaped_ = false;
};

}  // namespace

std::size_t container_end(std::string_view text, std::size_t begin) {
    Walk walk;
    std::size_t at = begin;
    for (; at + kBlockBytes <= text.size(); at += kBlockBytes) {
        if (const std::size_t end = walk.end_in(text.data() + at); end != 0) return at + end;
    }
    if (at >= text.size()) return std::string_view::npos;
    std::array<char, kBlockBytes> last{};
    std::memcpy(last.data(), text.data() + at, text.size() - at);
    const std::size_t end = walk.end_in(last.data());
    return end == 0 ? std::string_view::npos : at + end;
}

}  // namespace stator::emulator::moves
