// What a server has to say when an SDK would call it. Blocking: each question waits for kPatience
// at most.
#pragma once

#include <string>

#include "tools/client/caller.hpp"
#include "tools/doctor/diagnosis.hpp"

namespace stator::tools::doctor {

// Asks the server at the endpoint. The findings are empty when a Stator has answered `caller`.
Findings check_server(
    const std::string& endpoint,
    const client::Caller& caller,
    const client::Surroundings& surroundings
);

}  // namespace stator::tools::doctor
