// The files of profiles that AWS's SDKs read. Pure.
// https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stator::tools::client {

// "key = value" by section. What stands indented below "dynamodb =" is "dynamodb.endpoint_url".
class ProfileFile {
public:
    // Never fails: a line that is nothing is left out, as SDKs do.
    static ProfileFile parse(std::string_view text);

    bool has_section(const std::string& section) const { return sections_.contains(section); }

    // The value, nothing when there is none.
    std::optional<std::string> find(const std::string& section, const std::string& key) const;

private:
    std::map<std::string, std::map<std::string, std::string>> sections_;
};

// What the section of a profile is called in ~/.aws/config.
std::string config_section(const std::string& profile);

}  // namespace stator::tools::client
