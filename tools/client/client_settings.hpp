// ClientSettings: the endpoint, region and credentials that an SDK of AWS would use here, and where
// each of them comes from. A value.
#pragma once

#include <optional>
#include <string>

#include "tools/client/surroundings.hpp"

namespace stator::tools::client {

struct Setting {
    std::string value;
    std::string source;  // "AWS_REGION", "endpoint_url in /home/ann/.aws/config"
};

using FoundSetting = std::optional<Setting>;

struct ClientSettings {
    std::string profile = "default";
    // Whether a file has that profile. "default" need not be in one.
    bool has_profile = true;
    FoundSetting endpoint;
    FoundSetting streams_endpoint;
    // What makes SDKs pass over both endpoints; the sources named in them stand.
    FoundSetting ignores_endpoints;
    FoundSetting region;          // as AWS_REGION or a file says it
    FoundSetting default_region;  // AWS_DEFAULT_REGION, the only one that botocore reads
    FoundSetting access_key;
    FoundSetting secret_key;
    // Of keys that expire; from where the access key comes from.
    FoundSetting session_token;
    // Another way to get credentials that the profile names: sso_session, role_arn …
    FoundSetting other_credentials;
};

// Reads the environment and the files that it names or leaves at their usual places. A file that is
// missing is as an empty one.
ClientSettings read_client_settings(const Surroundings& surroundings);

}  // namespace stator::tools::client
