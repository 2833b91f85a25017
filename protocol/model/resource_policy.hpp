// Resource-based policies of a table and of its streams, as they are kept. Values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"

namespace stator::protocol::model {

struct ResourcePolicy {
    // Canonical JSON, see protocol/operations/policies/policy_document.hpp.
    std::string document;
    std::string revision_id;  // milliseconds since 1970

    friend bool operator==(const ResourcePolicy&, const ResourcePolicy&) = default;
};

// All policies that belong to one table. They go when the table goes.
struct ResourcePolicies {
    std::optional<ResourcePolicy> of_table = {};
    std::map<std::string, ResourcePolicy> of_streams = {};  // by label
    // When the latest revision was made: no two revisions have one id, though the clock may stand.
    std::optional<Instant> latest_revision = {};

    friend bool operator==(const ResourcePolicies&, const ResourcePolicies&) = default;
};

// The id of a revision made now, which is noted.
std::string next_revision(ResourcePolicies& policies, Instant now);

// The same policies in another account: whatever named the one account names the other.
void change_account(ResourcePolicies& policies, std::string_view from, std::string_view to);

}  // namespace stator::protocol::model
