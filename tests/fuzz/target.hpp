// STATOR_FUZZ_TARGET: the head of a target's function. A program of libFuzzer's has one target,
// which it calls by libFuzzer's name; the program that replays corpora has all of them, each by its
// own.
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

// Takes the first line off a text, without its end.
inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

// What a splitter makes of a text that comes in pieces of that many bytes; 0: in one.
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

// In which sizes of pieces a text is tried: what a splitter holds is searched anew with each.
inline std::vector<std::size_t> piece_sizes(std::string_view text) {
    constexpr std::size_t kShort = 300;
    if (text.size() < kShort) return {1, 5, 64};
    return {text.size() / 7, text.size() / 2 + 1};
}

}  // namespace stator::fuzz
