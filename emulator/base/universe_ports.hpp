// UniversePorts: ports at which every request belongs to one universe. Implemented by the server.
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

    // Opens the port for the universe, unless it is already open. Without a port, returns an open
    // port of the universe, or opens any free port. Returns the number of the port. Error: the port
    // cannot be opened.
    virtual Accepted<std::uint16_t> open(
        const std::string& universe, std::optional<std::uint16_t> port
    ) = 0;

    // Closes that port of the universe, or all of its ports, with every connection there. Returns
    // the number of closed ports.
    virtual std::size_t close(const std::string& universe, std::optional<std::uint16_t> port) = 0;

    // Returns the universe's ports in ascending order.
    virtual std::vector<std::uint16_t> of(const std::string& universe) const = 0;
};

}  // namespace stator::emulator
