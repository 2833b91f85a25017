// RequestIds: the 52 characters of x-amzn-RequestId. One generator per thread; not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace stator::emulator::http {

inline constexpr std::size_t kRequestIdCharacters = 52;

class RequestIds {
public:
    // Seeded by the operating system.
    RequestIds();

    // Appends an id of [0-9A-V]: the one derived from `number`, or a random one if `number` is 0.
    void append(std::string& out, std::uint64_t number);

private:
    std::uint64_t next();

    std::array<std::uint64_t, 2> state_{};
};

}  // namespace stator::emulator::http
