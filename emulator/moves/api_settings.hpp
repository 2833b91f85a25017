// Where an endpoint's settings come from: the command line, else what AWS's SDKs would use here.
#pragma once

#include <chrono>
#include <string>

#include "emulator/forms/accepted.hpp"
#include "emulator/moves/api_client.hpp"
#include "emulator/reach/surroundings.hpp"

namespace stator::emulator::moves {

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
forms::Accepted<ApiSettings> settings_of(
    const EndpointChoice& choice, const reach::Surroundings& surroundings
);

// Waits by a condition that never comes about.
void pass_time(std::chrono::milliseconds delay);

}  // namespace stator::emulator::moves
