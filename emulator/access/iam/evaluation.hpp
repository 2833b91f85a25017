// Evaluation: whether a principal may do one action on one resource, as IAM judges it. Pure.
//
// An explicit deny of any policy comes first. Within an account, the policy of the resource or the
// principal's own ones must allow; an allow of the resource's policy to the user or the session
// itself decides alone. Of another account, both must allow. A boundary and a session's policy only
// narrow. [docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html]
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/iam/context.hpp"
#include "emulator/access/iam/policy.hpp"

namespace stator::emulator::access::iam {

// Who asks. Borrows the policies.
struct Caller {
    enum class Kind : unsigned char { Root, User, Session };

    Kind kind = Kind::User;
    std::string account;
    std::string arn;            // as in a denial
    std::string role_arn = {};  // of a session
    // Allowed whatever no policy of a resource denies.
    bool is_admin = false;
    const PolicySet* policies = nullptr;  // null: none
};

// Which action on what.
struct Question {
    std::size_t action = 0;    // its number
    std::string resource;      // an ARN
    std::string account = {};  // the resource's
    // That of the table or the stream; null for none.
    const Policy* resource_policy = nullptr;
};

enum class Decision : unsigned char { Allow, ExplicitDeny, ImplicitDeny };

enum class PolicyType : unsigned char { Resource, Identity, Boundary, Session };

struct Verdict {
    Decision decision = Decision::ImplicitDeny;
    // Whose policy denied, or did not allow.
    PolicyType type = PolicyType::Identity;
    // Those that denied; null for other decisions.
    const Policy* policy = nullptr;
    const Statement* statement = nullptr;
};

// A statement that is about the request.
struct StatementMatch {
    PolicyType type = PolicyType::Identity;
    const Policy* policy = nullptr;
    const Statement* statement = nullptr;
};

// What of a statement about the action is not about the request; the first such thing, in this
// order.
enum class Mismatch : unsigned char { Principal, Resource, Condition, Variable };

struct StatementMiss {
    StatementMatch of;
    Mismatch failed = Mismatch::Principal;
    const Condition* condition = nullptr;  // the first that failed
    std::string_view variable = {};        // the key of a variable that stands for nothing
};

// How a verdict came about. Statements about other actions explain nothing, and are not in it.
// Borrows the policies.
struct Trace {
    std::vector<StatementMatch> matches = {};
    std::vector<StatementMiss> misses = {};
};

// `trace` is written to unless it is null; evaluation is faster without it.
Verdict evaluate(
    const Caller& caller, const Question& question, const Context& context, Trace* trace = nullptr
);

}  // namespace stator::emulator::access::iam
