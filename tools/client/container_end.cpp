// The scan represents a block of 64 bytes as one bit per byte. Quotes without a backslash before
// them begin and end strings, so a running sum of their bits marks the bytes inside strings.
// Brackets outside strings are counted per block; they are examined one by one only in blocks where
// the depth may reach zero.
#include "tools/client/container_end.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace stator::tools::client {
namespace {

constexpr std::size_t kBlockBytes = 64;

// One bit for each byte of a block that is a quote, a backslash or a bracket.
struct Marks {
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t opening = 0;
    std::uint64_t closing = 0;
};

// Instructions that every processor of the architecture has.
struct Plain {
    static Marks marks_in(const char* block);

    // Each bit becomes the sum, modulo 2, of the bits up to it: set from a quote up to the quote
    // that ends the string.
    static std::uint64_t between_quotes(std::uint64_t quotes) {
        for (unsigned width = 1; width < kBlockBytes; width *= 2) quotes ^= quotes << width;
        return quotes;
    }
};

#ifdef __x86_64__
Marks Plain::marks_in(const char* block) {
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
        // With this bit set, '[' becomes '{' and ']' becomes '}'.
        const __m128i braces = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        marks.quotes |= bits(equal_to(bytes, '"'));
        marks.backslashes |= bits(equal_to(bytes, '\\'));
        marks.opening |= bits(equal_to(braces, '{'));
        marks.closing |= bits(equal_to(braces, '}'));
    }
    return marks;
}

// Instructions that nearly all x86 processors have; they take a third of the time. They cannot be
// inlined into functions that lack the same attribute, so all callers carry it.
#define STATOR_NEWER __attribute__((target("avx2,bmi,pclmul,popcnt")))

struct Newer {
    STATOR_NEWER static std::uint64_t bits(__m256i low, __m256i high, char one) {
        const __m256i wanted = _mm256_set1_epi8(one);
        const auto in = [wanted](__m256i bytes) STATOR_NEWER {
            const int found = _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, wanted));
            return std::uint64_t{static_cast<unsigned>(found)};
        };
        return in(low) | in(high) << sizeof(__m256i);
    }

    STATOR_NEWER static Marks marks_in(const char* block) {
        const auto* const halves = reinterpret_cast<const __m256i*>(block);
        const __m256i low = _mm256_loadu_si256(halves);
        const __m256i high = _mm256_loadu_si256(halves + 1);
        const __m256i bit = _mm256_set1_epi8(0x20);
        const __m256i low_braces = _mm256_or_si256(low, bit);
        const __m256i high_braces = _mm256_or_si256(high, bit);
        return {
            bits(low, high, '"'),
            bits(low, high, '\\'),
            bits(low_braces, high_braces, '{'),
            bits(low_braces, high_braces, '}')};
    }

    // A carry-less product with a factor of all ones computes these sums in one step.
    STATOR_NEWER static std::uint64_t between_quotes(std::uint64_t quotes) {
        const __m128i factor = _mm_cvtsi64_si128(static_cast<long long>(quotes));
        const __m128i product = _mm_clmulepi64_si128(factor, _mm_set1_epi8(-1), 0);
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
    }
};
#else
Marks Plain::marks_in(const char* block) {
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

// The state that is carried from one block to the next.
template <class Processor>
class Walk {
public:
    // Returns the index after the closing bracket within the block; 0 if the container continues.
    std::size_t end_in(const char* block) {
        Marks marks = Processor::marks_in(block);
        if (marks.backslashes != 0 || is_escaped_) forget_escaped(marks);
        std::uint64_t inside = is_inside_ ? ~0ULL : 0;
        if (marks.quotes != 0) inside ^= Processor::between_quotes(marks.quotes);
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
    // Removes quotes that follow a backslash, unless that backslash is itself escaped.
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

template <class Processor>
std::size_t walk(std::string_view text, std::size_t begin) {
    Walk<Processor> walk;
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

#ifdef __x86_64__
// Everything that it calls is inlined, so that it also uses these instructions.
STATOR_NEWER __attribute__((flatten)) std::size_t walk_newer(
    std::string_view text, std::size_t begin
) {
    return walk<Newer>(text, begin);
}

bool is_newer() {
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
           __builtin_cpu_supports("pclmul") != 0 && __builtin_cpu_supports("popcnt") != 0;
}
#endif

}  // namespace

std::size_t container_end(std::string_view text, std::size_t begin) {
#ifdef __x86_64__
    static const bool kIsNewer = is_newer();
    if (kIsNewer) return walk_newer(text, begin);
#endif
    return container_end_anywhere(text, begin);
}

std::size_t container_end_anywhere(std::string_view text, std::size_t begin) {
    return walk<Plain>(text, begin);
}

}  // namespace stator::tools::client
