// Principal: the sender of a request: the root of an account, a user, or a session of a role. A
// value.
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
    std::string name = {};   // of the user or the role; "" for root
    std::string session = {};
    // The unique id that IAM assigns to each user and role: "AIDA…", "AROA…". "" for root.
    std::string unique_id = {};
    std::vector<std::string> groups = {};
    std::map<std::string, std::string> tags = {};
    iam::PolicySet policies = {};
    // Additional condition keys of a session, for example those of an identity provider.
    std::map<std::string, std::string> context = {};

    // AWS: the ARN of a session does not contain the path of its role.
    // [docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html]
    std::string arn() const;
    // "" unless the principal is a session.
    std::string role_arn() const;
    // The value of aws:userid: the id of a user; the id of a role, with the name of the session;
    // the account id of root.
    std::string user_id() const;
    // The principal as policy evaluation sees it. Borrows the policies. `is_admin`: the request is
    // signed with an admin key.
    iam::Caller caller(bool is_admin) const;
};

// Derives the id of a user ("AIDA") or a role ("AROA") that has none. The same name always has the
// same id.
std::string made_up_id(std::string_view prefix, std::string_view account, std::string_view name);

}  // namespace stator::emulator::access::authentication
