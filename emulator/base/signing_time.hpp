// The time of Stator's clock at which a signature is made or checked. Pure.
#pragma once

#include "protocol/base/instant.hpp"
#include "signing/request_signing.hpp"

namespace stator::emulator {

// Returns the time without the fraction of a second, as signatures contain it.
inline signing::Time signing_time(protocol::Instant instant) {
    return std::chrono::floor<std::chrono::seconds>(
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(instant.unix_ms()
        ))
    );
}

}  // namespace stator::emulator
