// Principal: who makes a request: an account's root, a user, or a session of a role. A value.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace stator::emulator::auth {

struct Principal {
    enum class Kind : unsigned char { Root, User, Session };

    Kind kind = Kind::User;
    std::string account;     // twelve digits
    std::string path = "/";  // of a user
    std::string name = {};   // of the user or the role; "" of root
    std::string session = {};
    std::vector<std::string> groups = {};
    std::map<std::string, std::string> tags = {};
    // Further condition keys of a session, such as those of an identity provider.
    std::map<std::string, std::string> context = {};

    // AWS: a session's ARN has no path of the role. [docs.aws.amazon.com/IAM/latest/UserGuide/
    // reference_identifiers.html]
    std::string arn() const;
};

}  // namespace stator::emulator::auth
