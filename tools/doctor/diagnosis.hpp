// What stands between an SDK and a server, as far as settings tell. Pure. What the server itself
// has to say is in server_checks.hpp.
#pragma once

#include <string>
#include <vector>

#include "tools/client/client_settings.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::doctor {

struct Finding {
    // Whether some SDK cannot reach the server because of it; otherwise it is good to know.
    bool is_problem = true;
    std::string sentence;  // one, which ends with the fix
};

using Findings = std::vector<Finding>;

// The endpoint that an SDK uses. `given`: the one that the program itself names, "" for none.
Findings check_endpoints(const client::ClientSettings& settings, const std::string& given);

// Variables that look as if they set an endpoint, and that no SDK reads.
Findings check_variable_names(const client::Surroundings& surroundings);

Findings check_credentials(const client::ClientSettings& settings);

Findings check_regions(const client::ClientSettings& settings);

// Whether a proxy takes what is meant for `host`.
Findings check_proxies(const client::Surroundings& surroundings, const std::string& host);

}  // namespace stator::tools::doctor
