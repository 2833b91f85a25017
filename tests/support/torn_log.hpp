// Change logs like those of a process that ended during an append.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/persistence/changes/log_format.hpp"

namespace stator::testing {

// The log truncated at `end`, with marks that count only the bytes up to `acknowledged`.
inline std::string torn_log(const std::string& whole, std::size_t acknowledged, std::size_t end) {
    namespace ep = engine::persistence;
    const auto identity = ep::changes::decode_log_header(whole);
    std::string bytes = whole.substr(0, end);
    for (const std::uint64_t append : {std::uint64_t{1}, std::uint64_t{2}}) {
        const auto mark = ep::changes::encode_mark(identity.value(), acknowledged);
        bytes.replace(ep::changes::place_of_mark(append), mark.size(), mark.data(), mark.size());
    }
    return bytes;
}

// The ends of the intact frames from `begin`, including `begin` itself.
inline std::vector<std::size_t> frame_ends(const std::string& log, std::size_t begin) {
    namespace ep = engine::persistence;
    const auto identity = ep::changes::decode_log_header(log);
    std::vector<std::size_t> ends = {begin};
    while (true) {
        const std::string_view rest = std::string_view(log).substr(ends.back());
        const ep::changes::Frame frame = ep::changes::frame_at(rest, identity.value(), ends.back());
        if (frame.state != ep::changes::Frame::State::Intact) return ends;
        ends.push_back(ends.back() + frame.bytes);
    }
}

}  // namespace stator::testing
