// Principal: who makes a request: an account's root, a user, or a session of a role. A value.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/iam/evaluation.hpp"
#include "emulator/access/iam/policy.hpp"

namespace stator::emulator::access::authentication {

struct Principal {
    enum class Kind : unsigned char { Root, User, Session };

    Kind kind = Kind::User;
    std::string account;     // twelve digits
    std::string path = "/";  // of a user or a role
    std::string name = {};   // of the user or the role; "" of root
    std::string session = {};
    // As IAM gives one to every user and role: "AIDA…", "AROA…"; "" of root.
    std::string unique_id = {};
    std::vector<std::string> groups = {};
    std::map<std::string, std::string> tags = {};
    iam::PolicySet policies = {};
    // Further condition keys of a session, such as those of an identity provider.
    std::map<std::string, std::string> context = {};

    // AWS: a session's ARN has no path of the role. [docs.aws.amazon.com/IAM/latest/UserGuide/
    // reference_identifiers.html]
    std::string arn() const;
    // "" for who is no session.
    std::string role_arn() const;
    // What aws:userid says: the id of a user, that of a session's role with its name, root's
    // account.
    std::string user_id() const;
    // As policies see it; borrows the policies. `is_admin`: of a key that is.
    iam::Caller caller(bool is_admin) const;
};

// An id for a user ("AIDA") or a role ("AROA") that has none: always the same one for a name.
std::string made_up_id(std::string_view prefix, std::string_view account, std::string_view name);

}  // namespace stator::emulator::access::authentication
