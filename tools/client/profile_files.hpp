// The profile files that AWS's SDKs read. Pure.
// https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stator::tools::client {

// "key = value" by section. A key that is indented below "dynamodb =" is called
// "dynamodb.endpoint_url".
class ProfileFile {
public:
    // Never fails: ignores lines that it cannot parse, as SDKs do.
    static ProfileFile parse(std::string_view text);

    bool has_section(const std::string& section) const { return sections_.contains(section); }

    // Returns the value; nullopt if the key or its section is missing.
    std::optional<std::string> find(const std::string& section, const std::string& key) const;

private:
    std::map<std::string, std::map<std::string, std::string>> sections_;
};

// Returns the name of a profile's section in ~/.aws/config.
std::string config_section(const std::string& profile);

}  // namespace stator::tools::client
