// Where an endpoint's settings come from: the command line, else what AWS's SDKs would use here.
#pragma once

#include <chrono>
#include <string>

#include "emulator/base/accepted.hpp"
#include "tools/client/api_client.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::client {

// What a command line says of an endpoint; "" for what it does not say.
struct EndpointChoice {
    std::string url;
    std::string region;
    std::string profile;
};

// Region and credentials of the profile, of the environment or of the usual profile, in this order;
// the region of an AWS endpoint is in its name. A server that is not AWS's is content with any
// credentials, so that some are made up for it. Errors: there is no such profile; AWS wants
// credentials and there are none that can be read here.
emulator::Accepted<ApiSettings> settings_of(
    const EndpointChoice& choice, const Surroundings& surroundings
);

// Waits by a condition that never comes about.
void pass_time(std::chrono::milliseconds delay);

}  // namespace stator::tools::client
