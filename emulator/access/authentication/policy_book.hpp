// PolicyBook: the policies of an account in its credentials file, and the policies of each user and
// role. Not thread-safe.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/iam/policy.hpp"
#include "emulator/base/members.hpp"

namespace stator::emulator::access::authentication {

class PolicyBook {
public:
    // `folder` is the directory of policy files. If it is nullopt, a document must not name files.
    PolicyBook(std::string account, const std::optional<std::filesystem::path>& folder)
        : account_(std::move(account)), folder_(folder) {}

    // Each of these functions reads members of an account. Errors: a mistake in a policy, as one
    // sentence that begins with the position if the policy is in a file of its own; the name of a
    // policy that does not exist.
    Accepted<void> read_policies(Members& account);
    // Must be called after read_policies().
    Accepted<void> read_groups(Members& account);

    // Reads "attach", "inline" and "boundary" of a user or a role, and adds the policies of
    // `groups`.
    Accepted<iam::PolicySet> read_attached(Members& owner, std::span<const std::string> groups);
    // Reads the policy document in the member `name`. Null if the member is missing.
    Accepted<iam::SharedPolicy> read_own(
        Members& owner, std::string_view name, const std::string& policy_name
    );

    // The policy files that were read.
    const std::vector<std::filesystem::path>& files() const { return files_; }

private:
    using Policies = std::vector<iam::SharedPolicy>;

    Accepted<Policies> read_list(Members& owner);
    // Finds a policy by its name or ARN. Null if it does not exist.
    iam::SharedPolicy find(std::string_view name) const;
    // Reads a policy document, or the file that an object names.
    Accepted<iam::SharedPolicy> read_document(
        protocol::wire::JsonView json, const std::string& name
    );
    // `file` is the JSON string with the file name.
    Accepted<iam::SharedPolicy> read_file(protocol::wire::JsonView file, const std::string& name);

    const std::string account_;
    const std::optional<std::filesystem::path>& folder_;
    std::map<std::string, iam::SharedPolicy, std::less<>> managed_;
    std::map<std::string, Policies, std::less<>> groups_;
    std::vector<std::filesystem::path> files_;
};

}  // namespace stator::emulator::access::authentication
