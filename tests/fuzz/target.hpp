// STATOR_FUZZ_TARGET: the head of a target's function. A libFuzzer program has one target, which it
// calls by libFuzzer's name; the program that replays corpora has all of them, each by its own
// name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#ifdef STATOR_FUZZ_ALONE
#define STATOR_FUZZ_TARGET(name) \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
#else
#define STATOR_FUZZ_TARGET(name)                                                   \
    extern "C" int stator_fuzz_##name(const std::uint8_t* data, std::size_t size); \
    extern "C" int stator_fuzz_##name(const std::uint8_t* data, std::size_t size)
#endif

namespace stator::fuzz {

// An input as text.
inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// Removes the first line from a text, and returns it without its end.
inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

// The records that a splitter finds in a text that arrives in pieces of `piece_bytes`; 0: in one
// piece.
template <class Splitter>
std::vector<std::string> records_of(std::string_view text, std::size_t piece_bytes = 0) {
    Splitter splitter;
    std::vector<std::string> records;
    const auto take_all = [&] {
        while (const auto record = splitter.next()) records.emplace_back(*record);
    };
    const std::size_t step = piece_bytes == 0 ? text.size() + 1 : piece_bytes;
    for (std::size_t at = 0; at < text.size(); at += step) {
        splitter.add(text.substr(at, step));
        take_all();
    }
    splitter.finish();
    take_all();
    return records;
}

// The piece sizes to test with a text: the splitter searches its buffer again with each piece.
inline std::vector<std::size_t> piece_sizes(std::string_view text) {
    constexpr std::size_t kShort = 300;
    if (text.size() < kShort) return {1, 5, 64};
    return {text.size() / 7, text.size() / 2 + 1};
}

}  // namespace stator::fuzz
