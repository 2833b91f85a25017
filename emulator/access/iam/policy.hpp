// Policy: an IAM policy document, parsed once for many evaluations. Immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/iam/actions.hpp"
#include "emulator/access/iam/condition.hpp"
#include "emulator/access/iam/pattern.hpp"
#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::iam {

enum class Effect : unsigned char { Allow, Deny };

// Principal or NotPrincipal, in the policy of a resource. Principals of other types than AWS match
// no caller.
struct PrincipalElement {
    bool is_everybody = false;
    std::vector<std::string> names = {};  // ARNs; an account is represented by its root
    bool is_negated = false;
};

// Resource or NotResource.
struct ResourceElement {
    std::vector<ArnPattern> patterns = {};
    bool is_negated = false;
};

struct Statement {
    std::string sid = {};    // "" if it has none
    std::size_t number = 1;  // in the order of the document, from 1
    Effect effect = Effect::Allow;
    PrincipalElement principal = {};
    Actions actions = {};  // Action, or all except those of NotAction
    ResourceElement resource = {};
    std::vector<Condition> conditions = {};
};

class Policy {
public:
    // The type of a document's owner: a principal's policy has no Principal element, a resource's
    // has one.
    enum class Owner : unsigned char { Principal, Resource };

    // `name` identifies the policy in messages and reports: the ARN of a managed policy, or the
    // name of another one. Errors: a mistake in the document, as one sentence that names the
    // statement.
    static Accepted<Policy> read(protocol::wire::JsonView document, std::string name, Owner owner);

    const std::string& name() const { return name_; }

    // AWS: denials name only managed policies. [observed 2026, UpdateItem]
    bool is_managed() const { return name_.starts_with("arn:"); }

    const std::vector<Statement>& statements() const { return statements_; }

private:
    friend class PolicyReader;

    explicit Policy(std::string name) : name_(std::move(name)) {}

    std::string name_;
    std::vector<Statement> statements_;
};

using SharedPolicy = std::shared_ptr<const Policy>;

// The permissions in a principal's own policies.
struct PolicySet {
    std::vector<SharedPolicy> identity = {};  // of a user and its groups, or of a role
    SharedPolicy boundary = nullptr;          // null: no boundary
    SharedPolicy session = nullptr;           // null: no session policy
};

}  // namespace stator::emulator::access::iam
