// The judged server, as given by the options and the environment.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "conformance/http/api_client.hpp"
#include "conformance/options.hpp"

namespace stator::conformance {

/// The reason why nothing can be run, as one sentence. run_application() prints it once.
class CannotRun : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Returns the region that requests to the endpoint are signed for.
std::string find_region(const Options& options, const transport::Endpoint& endpoint);

/// Returns the server at the address in this option. Throws CannotRun for an invalid address, and
/// if credentials are missing for an endpoint on another machine.
Target find_target(const Options& options, std::string_view option, const std::string& url);

}  // namespace stator::conformance
