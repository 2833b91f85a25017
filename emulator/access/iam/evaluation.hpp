// Evaluation: decides whether a principal may perform one action on one resource, by IAM's rules.
// Pure.
//
// An explicit deny in any policy takes precedence. Within an account, the policy of the resource or
// a policy of the principal must allow the action; if the resource's policy allows it to the user
// or the session itself, that is sufficient. For a resource of another account, both must allow it.
// A boundary and a session's policy can only narrow the permissions.
// [docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html]
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/iam/context.hpp"
#include "emulator/access/iam/policy.hpp"

namespace stator::emulator::access::iam {

// The principal of a request. Borrows the policies.
struct Caller {
    enum class Kind : unsigned char { Root, User, Session };

    Kind kind = Kind::User;
    std::string account;
    std::string arn;            // in the form of a denial
    std::string role_arn = {};  // of a session
    // Allowed everything that no resource-based policy denies.
    bool is_admin = false;
    const PolicySet* policies = nullptr;  // null: none
};

// An action and a resource.
struct Question {
    std::size_t action = 0;    // the action's number
    std::string resource;      // an ARN
    std::string account = {};  // the account of the resource
    // The policy of the table or the stream; null if it has none.
    const Policy* resource_policy = nullptr;
};

enum class Decision : unsigned char { Allow, ExplicitDeny, ImplicitDeny };

enum class PolicyType : unsigned char { Resource, Identity, Boundary, Session };

struct Verdict {
    Decision decision = Decision::ImplicitDeny;
    // The type of the policies that denied, or did not allow.
    PolicyType type = PolicyType::Identity;
    // The policy and statement that denied; null for other decisions.
    const Policy* policy = nullptr;
    const Statement* statement = nullptr;
};

// A statement that applies to the request.
struct StatementMatch {
    PolicyType type = PolicyType::Identity;
    const Policy* policy = nullptr;
    const Statement* statement = nullptr;
};

// Why a statement about the action does not apply to the request: the first element that does not
// match, in this order.
enum class Mismatch : unsigned char { Principal, Resource, Condition, Variable };

struct StatementMiss {
    StatementMatch of;
    Mismatch failed = Mismatch::Principal;
    const Condition* condition = nullptr;  // the first that failed
    std::string_view variable = {};        // the key of a variable without a value
};

// The statements that led to a verdict. Does not contain statements about other actions. Borrows
// the policies.
struct Trace {
    std::vector<StatementMatch> matches = {};
    std::vector<StatementMiss> misses = {};
};

// Writes to `trace` unless it is null; evaluation is faster without it.
Verdict evaluate(
    const Caller& caller, const Question& question, const Context& context, Trace* trace = nullptr
);

}  // namespace stator::emulator::access::iam
