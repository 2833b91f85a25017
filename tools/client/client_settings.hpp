// ClientSettings: the endpoint, region and credentials that an AWS SDK would use here, and the
// source of each. A value.
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
    // Whether a file contains that profile. "default" may be missing from the files.
    bool has_profile = true;
    FoundSetting endpoint;
    FoundSetting streams_endpoint;
    // The setting that makes SDKs ignore both endpoints, whose own sources are kept.
    FoundSetting ignores_endpoints;
    FoundSetting region;          // from AWS_REGION or a file
    FoundSetting default_region;  // AWS_DEFAULT_REGION, the only one that botocore reads
    FoundSetting access_key;
    FoundSetting secret_key;
    // The token of temporary keys, from the same source as the access key.
    FoundSetting session_token;
    // Another way to get credentials that the profile configures: sso_session, role_arn …
    FoundSetting other_credentials;
};

// Reads the environment and the profile files, from the paths in the environment or the default
// paths. A missing file is treated as an empty one.
ClientSettings read_client_settings(const Surroundings& surroundings);

}  // namespace stator::tools::client
