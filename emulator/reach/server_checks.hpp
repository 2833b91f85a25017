// What a server has to say when an SDK would call it. Blocking: each question waits for kPatience
// at most.
#pragma once

#include <string>

#include "emulator/reach/caller.hpp"
#include "emulator/reach/diagnosis.hpp"

namespace stator::emulator::reach {

// Asks the server at the endpoint. The findings are empty when a Stator has answered `caller`.
Findings check_server(
    const std::string& endpoint, const Caller& caller, const Surroundings& surroundings
);

}  // namespace stator::emulator::reach
