// Checks whether a server would answer an SDK. Blocking: each request waits for kPatience at most.
#pragma once

#include <string>

#include "tools/client/caller.hpp"
#include "tools/doctor/diagnosis.hpp"

namespace stator::tools::doctor {

// Sends requests to the server at the endpoint. The findings are empty if a Stator has answered
// `caller`.
Findings check_server(
    const std::string& endpoint,
    const client::Caller& caller,
    const client::Surroundings& surroundings
);

}  // namespace stator::tools::doctor
