// PolicyDocument: a resource-based policy, checked and in the form in which it is kept.
//
// A value. What a request sent is read once, when it is attached; whoever reads the kept text again
// gets the same value.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"

namespace stator::protocol::operations::policies {

// What the policy is attached to. Each has actions of its own.
enum class PolicySubject : unsigned char { Table, Stream };

// Action or NotAction, Resource or NotResource.
struct PolicyElement {
    std::vector<std::string> values = {};
    bool is_negated = false;

    friend bool operator==(const PolicyElement&, const PolicyElement&) = default;
};

// Principal or NotPrincipal.
struct PolicyPrincipal {
    // "*" alone; `by_kind` is then empty.
    bool is_everybody = false;
    // "AWS", "Service" … → who. An account is the ARN of its root.
    std::map<std::string, std::vector<std::string>> by_kind = {};
    bool is_negated = false;

    friend bool operator==(const PolicyPrincipal&, const PolicyPrincipal&) = default;
};

// One test of a Condition: all of them must hold, each for one of its values.
struct PolicyCondition {
    std::string test;  // "StringEquals"
    std::string key;   // "aws:SourceIp"
    std::vector<std::string> values;

    friend bool operator==(const PolicyCondition&, const PolicyCondition&) = default;
};

struct PolicyStatement {
    std::string sid = {};  // "" for none
    bool allows = false;   // otherwise it denies
    PolicyPrincipal principal = {};
    PolicyElement action = {};
    PolicyElement resource = {};
    std::vector<PolicyCondition> conditions = {};

    friend bool operator==(const PolicyStatement&, const PolicyStatement&) = default;
};

struct PolicyDocument {
    std::string version = {};  // "" for none
    std::string id = {};       // "" for none
    std::vector<PolicyStatement> statements = {};

    // The canonical JSON. AWS: GetResourcePolicy shows a policy so, whatever was sent.
    // [case GetResourcePolicy/canonical_form]
    std::string text() const;

    friend bool operator==(const PolicyDocument&, const PolicyDocument&) = default;
};

// Errors: size, syntax, missing fields, then what check_policy() finds.
Result<PolicyDocument> read_policy_document(std::string_view text, PolicySubject subject);

}  // namespace stator::protocol::operations::policies
