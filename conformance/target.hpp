// The judged server, as the options and the environment name it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "conformance/http/api_client.hpp"
#include "conformance/options.hpp"

namespace stator::conformance {

/// Why nothing can be run, as one sentence; said once, by run_application().
class CannotRun : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The region that requests to the endpoint are signed for.
std::string find_region(const Options& options, const transport::Endpoint& endpoint);

/// The server at the address that this option gives. Throws CannotRun for an address that is none,
/// and without credentials for an endpoint on another machine.
Target find_target(const Options& options, std::string_view option, const std::string& url);

}  // namespace stator::conformance
