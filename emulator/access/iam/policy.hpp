// Policy: an IAM policy document, read once and then asked. Immutable.
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

// Principal or NotPrincipal, in the policy of a resource. Of other kinds than AWS nobody is met.
struct PrincipalElement {
    bool is_everybody = false;
    std::vector<std::string> names = {};  // ARNs; an account is that of its root
    bool is_negated = false;
};

// Resource or NotResource.
struct ResourceElement {
    std::vector<ArnPattern> patterns = {};
    bool is_negated = false;
};

struct Statement {
    std::string sid = {};    // "" for none
    std::size_t number = 1;  // in the order of the document, from 1
    Effect effect = Effect::Allow;
    PrincipalElement principal = {};
    Actions actions = {};  // Action, or all but those of NotAction
    ResourceElement resource = {};
    std::vector<Condition> conditions = {};
};

class Policy {
public:
    // Whose policy a document is: one of a principal names no Principal, one of a resource does.
    enum class Owner : unsigned char { Principal, Resource };

    // `name` is what sentences and reports call it: the ARN of a managed policy, or the name of
    // another one. Error: what is wrong with the document, in one sentence that names the
    // statement.
    static Accepted<Policy> read(protocol::wire::JsonView document, std::string name, Owner owner);

    const std::string& name() const { return name_; }

    // AWS: denials name managed policies, and no others. [observed 2026, UpdateItem]
    bool is_managed() const { return name_.starts_with("arn:"); }

    const std::vector<Statement>& statements() const { return statements_; }

private:
    friend class PolicyReader;

    explicit Policy(std::string name) : name_(std::move(name)) {}

    std::string name_;
    std::vector<Statement> statements_;
};

using SharedPolicy = std::shared_ptr<const Policy>;

// What a principal may do, as far as its own policies say.
struct PolicySet {
    std::vector<SharedPolicy> identity = {};  // those of a user and of its groups, or of a role
    SharedPolicy boundary = nullptr;          // null: no boundary
    SharedPolicy session = nullptr;           // null: a session without a policy of its own
};

}  // namespace stator::emulator::access::iam
