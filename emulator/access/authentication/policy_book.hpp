// PolicyBook: the policies of an account as its credentials file has them, and who has which. Not
// thread-safe.
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
    // `folder` is where files of policies lie; without one, none may be named.
    PolicyBook(std::string account, const std::optional<std::filesystem::path>& folder)
        : account_(std::move(account)), folder_(folder) {}

    // Each of these reads members of an account. Errors: what is wrong with a policy, in one
    // sentence, which begins with the place of it in a policy's own file; a policy that there is
    // not.
    Accepted<void> read_policies(Members& account);
    // Call it behind read_policies().
    Accepted<void> read_groups(Members& account);

    // "attach", "inline" and "boundary" of a user or a role, and what its groups have.
    Accepted<iam::PolicySet> read_attached(Members& owner, std::span<const std::string> groups);
    // A document of the owner's own; null for none.
    Accepted<iam::SharedPolicy> read_own(
        Members& owner, std::string_view name, const std::string& policy_name
    );

    // That policies were read of.
    const std::vector<std::filesystem::path>& files() const { return files_; }

private:
    using Policies = std::vector<iam::SharedPolicy>;

    Accepted<Policies> read_list(Members& owner);
    // By its name, or by its ARN. Null for none.
    iam::SharedPolicy find(std::string_view name) const;
    // A document, or an object that names a file.
    Accepted<iam::SharedPolicy> read_document(
        protocol::wire::JsonView json, const std::string& name
    );
    // `file` is the text that names it.
    Accepted<iam::SharedPolicy> read_file(protocol::wire::JsonView file, const std::string& name);

    const std::string account_;
    const std::optional<std::filesystem::path>& folder_;
    std::map<std::string, iam::SharedPolicy, std::less<>> managed_;
    std::map<std::string, Policies, std::less<>> groups_;
    std::vector<std::filesystem::path> files_;
};

}  // namespace stator::emulator::access::authentication
