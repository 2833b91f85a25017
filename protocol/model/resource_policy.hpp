// Stored resource-based policies of a table and of its streams. Values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"

namespace stator::protocol::model {

struct ResourcePolicy {
    // Canonical JSON; see protocol/operations/policies/policy_document.hpp.
    std::string document;
    std::string revision_id;  // milliseconds since 1970

    friend bool operator==(const ResourcePolicy&, const ResourcePolicy&) = default;
};

// All policies of one table and its streams. They are deleted with the table.
struct ResourcePolicies {
    std::optional<ResourcePolicy> of_table = {};
    std::map<std::string, ResourcePolicy> of_streams = {};  // by label
    // The time of the latest revision. Ensures that no two revisions have the same id, even if the
    // clock is frozen.
    std::optional<Instant> latest_revision = {};

    friend bool operator==(const ResourcePolicies&, const ResourcePolicies&) = default;
};

// Returns the id of a revision created now, and records its time.
std::string next_revision(ResourcePolicies& policies, Instant now);

// Moves the policies to another account: replaces all mentions of `from` with `to`.
void change_account(ResourcePolicies& policies, std::string_view from, std::string_view to);

}  // namespace stator::protocol::model
