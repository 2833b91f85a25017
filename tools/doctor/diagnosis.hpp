// Finds settings that prevent an SDK from reaching a server. Pure. Checks of the server itself are
// in server_checks.hpp.
#pragma once

#include <string>
#include <vector>

#include "tools/client/client_settings.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::doctor {

struct Finding {
    // Whether some SDK cannot reach the server because of it; otherwise the finding is informative.
    bool is_problem = true;
    std::string sentence;  // one sentence, which ends with the fix
};

using Findings = std::vector<Finding>;

// Checks the endpoint that an SDK uses. `given`: the endpoint that the application itself sets; ""
// for none.
Findings check_endpoints(const client::ClientSettings& settings, const std::string& given);

// Reports variables that seem to set an endpoint but that no SDK reads.
Findings check_variable_names(const client::Surroundings& surroundings);

// Reports a missing profile, missing or incomplete credentials, and values with whitespace.
Findings check_credentials(const client::ClientSettings& settings);

Findings check_regions(const client::ClientSettings& settings);

// Reports a proxy that would receive requests for `host`.
Findings check_proxies(const client::Surroundings& surroundings, const std::string& host);

}  // namespace stator::tools::doctor
