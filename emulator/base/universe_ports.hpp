// UniversePorts: ports at which every request belongs to one universe. What listens implements it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"

namespace stator::emulator {

// Thread-safe. Names are the engine's: "" is the default universe.
class UniversePorts {
public:
    UniversePorts() = default;
    UniversePorts(const UniversePorts&) = delete;
    UniversePorts& operator=(const UniversePorts&) = delete;
    virtual ~UniversePorts() = default;

    // Opens the port, or any free one without a number, if the universe has none yet. Returns the
    // port that is open then. Error: the port cannot be had.
    virtual Accepted<std::uint16_t> open(
        const std::string& universe, std::optional<std::uint16_t> port
    ) = 0;

    // Closes that port of the universe, or all of them, with every connection there. Returns how
    // many there were.
    virtual std::size_t close(const std::string& universe, std::optional<std::uint16_t> port) = 0;

    // In ascending order.
    virtual std::vector<std::uint16_t> of(const std::string& universe) const = 0;
};

}  // namespace stator::emulator
