#include "emulator/http/request_id.hpp"

#include <algorithm>
#include <bit>
#include <random>
#include <string_view>

#include "engine/base/seeded_random.hpp"

namespace stator::emulator::http {

RequestIds::RequestIds() {
    std::random_device entropy;
    for (std::uint64_t& word : state_) {
        word = (std::uint64_t{entropy()} << 32) | entropy() | 1;  // a zero state would stay zero
    }
}

// xoroshiro128+: the quality is sufficient for ids, at a nanosecond each.
std::uint64_t RequestIds::next() {
    const std::uint64_t a = state_[0];
    const std::uint64_t b = state_[1] ^ a;
    const std::uint64_t sum = a + state_[1];
    state_[0] = std::rotl(a, 24) ^ b ^ (b << 16);
    state_[1] = std::rotl(b, 37);
    return sum;
}

void RequestIds::append(std::string& out, std::uint64_t number) {
    constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
    constexpr std::size_t kPerWord = 12;  // characters of five bits, from the upper end of the word
    std::array<char, kRequestIdCharacters> id{};
    for (std::size_t start = 0; start < id.size(); start += kPerWord) {
        std::uint64_t bits = number == 0 ? next() : engine::mix(number, start);
        for (std::size_t i = start; i < std::min(start + kPerWord, id.size()); ++i) {
            id[i] = kDigits[bits >> 59];
            bits <<= 5;
        }
    }
    out.append(id.data(), id.size());
}

}  // namespace stator::emulator::http
