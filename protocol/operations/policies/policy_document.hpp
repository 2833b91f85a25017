// PolicyDocument: a validated resource-based policy in its canonical form.
//
// A value. A policy is decoded once, when a request attaches it. Decoding the stored text again
// yields the same value.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"

namespace stator::protocol::operations::policies {

// The kind of resource that the policy is attached to. Each kind has its own actions.
enum class PolicySubject : unsigned char { Table, Stream };

// Action or NotAction, Resource or NotResource.
struct PolicyElement {
    std::vector<std::string> values = {};
    bool is_negated = false;

    friend bool operator==(const PolicyElement&, const PolicyElement&) = default;
};

// Principal or NotPrincipal.
struct PolicyPrincipal {
    // The principal "*"; `by_kind` is then empty.
    bool is_everybody = false;
    // Kind ("AWS", "Service" …) → principals. An account is represented by the ARN of its root.
    std::map<std::string, std::vector<std::string>> by_kind = {};
    bool is_negated = false;

    friend bool operator==(const PolicyPrincipal&, const PolicyPrincipal&) = default;
};

// One test of a Condition. All tests of a statement must pass; a test passes if one of its values
// matches.
struct PolicyCondition {
    std::string test;  // "StringEquals"
    std::string key;   // "aws:SourceIp"
    std::vector<std::string> values;

    friend bool operator==(const PolicyCondition&, const PolicyCondition&) = default;
};

struct PolicyStatement {
    std::string sid = {};  // "" if absent
    bool allows = false;   // true: Allow; false: Deny
    PolicyPrincipal principal = {};
    PolicyElement action = {};
    PolicyElement resource = {};
    std::vector<PolicyCondition> conditions = {};

    friend bool operator==(const PolicyStatement&, const PolicyStatement&) = default;
};

struct PolicyDocument {
    std::string version = {};  // "" if absent
    std::string id = {};       // "" if absent
    std::vector<PolicyStatement> statements = {};

    // Returns the canonical JSON. AWS: GetResourcePolicy shows a policy in this form, regardless of
    // the form in which it was sent. [case GetResourcePolicy/canonical_form]
    std::string text() const;

    friend bool operator==(const PolicyDocument&, const PolicyDocument&) = default;
};

// Errors: size, syntax, missing members, then the errors of check_policy().
Result<PolicyDocument> read_policy_document(std::string_view text, PolicySubject subject);

}  // namespace stator::protocol::operations::policies
