// The catalog's part in resource-based policies: whose they are, and their revisions.
#include <optional>
#include <utility>

#include "engine/catalog/catalog.hpp"
#include "protocol/errors/policies.hpp"
#include "protocol/errors/table_state.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/operations/policies/policy_checks.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::Result;
using protocol::model::ResourcePolicies;
using protocol::model::ResourcePolicy;
using protocol::model::TableDescription;
using protocol::operations::policies::PolicyResource;
using protocol::operations::policies::PolicyRevision;
using protocol::values::TableStatus;

namespace errors = protocol::errors;
namespace policies = protocol::operations::policies;

// The policy of the table or of the stream; null when it has none.
const ResourcePolicy* policy_of(const TableDescription& table, const PolicyResource& resource) {
    const ResourcePolicies& kept = table.policies;
    if (resource.stream_label.empty()) return kept.of_table ? &*kept.of_table : nullptr;
    const auto found = kept.of_streams.find(resource.stream_label);
    return found == kept.of_streams.end() ? nullptr : &found->second;
}

// AWS: [case PutResourcePolicy/expected_revision]
Result<void> check_revision(
    const std::optional<std::string>& expected,
    const ResourcePolicy* current,
    const PolicyResource& resource
) {
    if (!expected) return {};
    const bool expects_none = *expected == policies::kNoPolicy;
    if (current == nullptr) {
        if (expects_none) return {};
        return errors::policy_not_found(resource.arn);
    }
    if (*expected == current->revision_id) return {};
    if (expects_none) return errors::policy_not_expected(resource.table, current->revision_id);
    return errors::policy_of_other_revision(*expected, resource.table, current->revision_id);
}

}  // namespace

Result<const Catalog::Entry*> Catalog::find_policy_owner(const PolicyResource& resource) const {
    const auto parts = protocol::model::split_arn(resource.arn);
    if (!parts || !protocol::model::is_known_partition(parts->partition) ||
        parts->region != scope_.region) {
        return errors::policy_arn_invalid(resource.arn);
    }
    if (parts->account != scope_.account) return errors::resource_of_other_account();
    // AWS: a table that is CREATING is not there yet. [case policies/table_status]
    const Entry* entry = find(resource.table);
    if (entry == nullptr) return errors::table_not_found(resource.table);
    const auto snapshot = entry->table->snapshot();
    if (snapshot->description.status == TableStatus::Creating) {
        return errors::table_not_found(resource.table);
    }
    if (resource.stream_label.empty()) return entry;
    // The streams of a former table of that name can be read for a day; they are not this one's.
    const auto stream = streams_.find(resource.arn);
    const bool is_its_own = stream != nullptr && stream->description().creation_time >=
                                                     snapshot->description.creation_time;
    if (!is_its_own) {
        return errors::stream_of_table_not_found(resource.stream_label, resource.table);
    }
    return entry;
}

void Catalog::drop_policies_of_ended_streams(TableDescription& table) const {
    std::erase_if(table.policies.of_streams, [&](const auto& policy) {
        return streams_.find(table.table_arn + "/stream/" + policy.first) == nullptr;
    });
}

Result<PolicyRevision> Catalog::put_resource_policy(
    const policies::PutResourcePolicyRequest& request, Instant now
) {
    const WriterLock lock(mutex_);
    const PolicyResource& resource = request.resource;
    STATOR_TRY(const Entry* found, find_policy_owner(resource));
    TableDescription description = found->table->snapshot()->description;
    if (description.status == TableStatus::Deleting) {
        return errors::table_being_deleted(description.name);
    }
    const ResourcePolicy* current = policy_of(description, resource);
    STATOR_CHECK(check_revision(request.expected_revision_id, current, resource));
    if (!request.confirm_remove_self_resource_access &&
        policies::locks_out(request.policy, scope_.account, resource.arn)) {
        return errors::policy_locks_out();
    }
    std::string document = request.policy.text();
    // AWS: what says the same keeps its revision. [case PutResourcePolicy/revisions]
    if (current != nullptr && current->document == document)
        return PolicyRevision{current->revision_id};
    ResourcePolicy policy{std::move(document), next_revision(description.policies, now)};
    const PolicyRevision revision{policy.revision_id};
    drop_policies_of_ended_streams(description);
    if (resource.stream_label.empty()) {
        description.policies.of_table = std::move(policy);
    } else {
        description.policies.of_streams[resource.stream_label] = std::move(policy);
    }
    Entry* entry = find(description.name);
    amend(*entry, std::move(description), now);
    return revision;
}

Result<ResourcePolicy> Catalog::resource_policy(const PolicyResource& resource) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(const Entry* entry, find_policy_owner(resource));
    const auto snapshot = entry->table->snapshot();
    const ResourcePolicy* policy = policy_of(snapshot->description, resource);
    if (policy == nullptr) return errors::policy_not_found(resource.arn);
    return *policy;
}

Result<PolicyRevision> Catalog::delete_resource_policy(
    const policies::DeleteResourcePolicyRequest& request, Instant now
) {
    const WriterLock lock(mutex_);
    const PolicyResource& resource = request.resource;
    STATOR_TRY(const Entry* found, find_policy_owner(resource));
    TableDescription description = found->table->snapshot()->description;
    const ResourcePolicy* current = policy_of(description, resource);
    STATOR_CHECK(check_revision(request.expected_revision_id, current, resource));
    // AWS: nothing to delete is no error. [case DeleteResourcePolicy/response]
    if (current == nullptr) return PolicyRevision{};
    if (description.status == TableStatus::Deleting) {
        return errors::table_being_deleted(description.name);
    }
    const PolicyRevision revision{current->revision_id};
    if (resource.stream_label.empty()) {
        description.policies.of_table.reset();
    } else {
        description.policies.of_streams.erase(resource.stream_label);
    }
    drop_policies_of_ended_streams(description);
    Entry* entry = find(description.name);
    amend(*entry, std::move(description), now);
    return revision;
}

}  // namespace stator::engine::catalog
