// The moment of Stator's clock that a signature is made or judged at. Pure.
#pragma once

#include "protocol/base/instant.hpp"
#include "signing/request_signing.hpp"

namespace stator::emulator {

// Without its fraction of a second, as signatures say it.
inline signing::Time signing_time(protocol::Instant instant) {
    return std::chrono::floor<std::chrono::seconds>(
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(instant.unix_ms()
        ))
    );
}

}  // namespace stator::emulator
