// Settings of an endpoint: from the command line, or else those that AWS's SDKs would use here.
#pragma once

#include <chrono>
#include <string>

#include "emulator/base/accepted.hpp"
#include "tools/client/api_client.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::client {

// The command line's options for an endpoint; "" for each option that is missing.
struct EndpointChoice {
    std::string url;
    std::string region;
    std::string profile;
};

// Takes region and credentials from the profile, the environment or the default profile, in this
// order. The region of an AWS endpoint is part of its host name. Other servers accept any
// credentials, so missing ones are made up for them. Errors: the profile does not exist; AWS
// requires credentials and none can be read here.
emulator::Accepted<ApiSettings> settings_of(
    const EndpointChoice& choice, const Surroundings& surroundings
);

// Waits on a condition variable that is never notified.
void pass_time(std::chrono::milliseconds delay);

}  // namespace stator::tools::client
