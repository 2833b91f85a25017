// RequestIds: the 52 characters of x-amzn-RequestId. One generator per thread; not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace stator::emulator::http {

inline constexpr std::size_t kRequestIdCharacters = 52;

class RequestIds {
public:
    // Seeded by the operating system, or with `seed`, so that the ids repeat from run to run.
    explicit RequestIds(std::optional<std::uint64_t> seed = {});

    // Appends a new id of [0-9A-V].
    void append_next(std::string& out);

private:
    std::uint64_t next();

    std::array<std::uint64_t, 2> state_{};
};

}  // namespace stator::emulator::http
