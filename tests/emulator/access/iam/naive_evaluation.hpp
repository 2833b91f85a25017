// A second opinion about policies: the plainest reading of their JSON, statement by statement, that
// shares nothing with the evaluator. Slow.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/wire/json.hpp"

namespace stator::emulator::access::iam::naive {

using Document = protocol::wire::JsonDocument;

struct Value {
    std::vector<std::string> values;
    bool is_list = false;
};

// By keys in lower case.
using Values = std::map<std::string, Value>;

struct Question {
    std::string caller_kind;  // "user", "session", "root"
    std::string account;
    std::string arn;
    std::string role_arn;
    bool is_admin = false;
    std::string action;  // "GetItem"
    std::string resource;
    std::string resource_account;
    bool is_for_other_accounts = true;  // the action
    std::vector<const Document*> identity;
    const Document* boundary = nullptr;
    const Document* session = nullptr;
    const Document* of_resource = nullptr;
    Values context;
};

// "allow", or "no" or "deny" and whose policy: "no identity", "deny boundary" …
std::string decide(const Question& question);

}  // namespace stator::emulator::access::iam::naive
