// Callers and policies as written in the policy cases.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/access/iam/evaluation.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::iam {

// A policy: a list of statements, a document, {"managed":NAME,"Statement":…}, or the name of an AWS
// managed policy.
SharedPolicy read_case_policy(protocol::wire::JsonView json, Policy::Owner owner);

// "alice", "ci", "root" and "admin"; "bob" and "bobs root" belong to another account.
Caller case_caller(std::string_view name);

// Null entries remove existing values; keys with several values are lists.
void read_case_context(protocol::wire::JsonView json, ContextMap::Values& values);

// "Music/index/ByYear" is an ARN.
std::string case_resource(std::string_view text);

inline constexpr std::string_view kCaseAccount = "123456789012";

}  // namespace stator::emulator::access::iam
