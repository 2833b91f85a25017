#include "engine/definition/policies.hpp"

#include <optional>
#include <utility>

#include "protocol/errors/policies.hpp"
#include "protocol/errors/table_state.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/operations/policies/policy_checks.hpp"

namespace stator::engine::definition {
namespace {

using model::ResourcePolicies;
using model::ResourcePolicy;
using model::TableDescription;
using requests::policies::PolicyResource;
using requests::policies::PolicyRevision;
using values::TableStatus;

namespace policies = requests::policies;

// The policy of the table or of the stream. Null if it has none.
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

// Error: the table is CREATING, or the stream is not one of this table's streams.
Result<void> check_owner(
    const TableDescription& table, const PolicyResource& resource, const stream::StreamLog& streams
) {
    // AWS: a table that is CREATING counts as missing. [case policies/table_status]
    if (table.status == TableStatus::Creating) return errors::table_not_found(table.name);
    if (resource.stream_label.empty()) return {};
    // The streams of a deleted table of that name can be read for a day; they do not belong to this
    // one.
    const auto stream = streams.find(resource.arn);
    const bool is_its_own =
        stream != nullptr && stream->description().creation_time >= table.creation_time;
    if (is_its_own) return {};
    return errors::stream_of_table_not_found(resource.stream_label, resource.table);
}

void drop_policies_of_ended_streams(TableDescription& table, const stream::StreamLog& streams) {
    std::erase_if(table.policies.of_streams, [&](const auto& policy) {
        return streams.find(table.table_arn + "/stream/" + policy.first) == nullptr;
    });
}

using Next = std::optional<TableDescription>;

Result<Next> with_policy(
    const EditedTable& table,
    const policies::PutResourcePolicyRequest& request,
    PolicyRevision& revision
) {
    const PolicyResource& resource = request.resource;
    TableDescription next = table.description;
    STATOR_CHECK(check_owner(next, resource, table.streams));
    if (next.status == TableStatus::Deleting) return errors::table_being_deleted(next.name);
    const ResourcePolicy* current = policy_of(next, resource);
    STATOR_CHECK(check_revision(request.expected_revision_id, current, resource));
    if (!request.confirm_remove_self_resource_access &&
        policies::locks_out(request.policy, table.scope.account, resource.arn)) {
        return errors::policy_locks_out();
    }
    std::string document = request.policy.text();
    // AWS: an equal document keeps its revision. [case PutResourcePolicy/revisions]
    if (current != nullptr && current->document == document) {
        revision = PolicyRevision{current->revision_id};
        return Next();
    }
    ResourcePolicy policy{std::move(document), next_revision(next.policies, table.now)};
    revision = PolicyRevision{policy.revision_id};
    drop_policies_of_ended_streams(next, table.streams);
    if (resource.stream_label.empty()) {
        next.policies.of_table = std::move(policy);
    } else {
        next.policies.of_streams[resource.stream_label] = std::move(policy);
    }
    return Next(std::move(next));
}

Result<Next> without_policy(
    const EditedTable& table,
    const policies::DeleteResourcePolicyRequest& request,
    PolicyRevision& revision
) {
    const PolicyResource& resource = request.resource;
    TableDescription next = table.description;
    STATOR_CHECK(check_owner(next, resource, table.streams));
    const ResourcePolicy* current = policy_of(next, resource);
    STATOR_CHECK(check_revision(request.expected_revision_id, current, resource));
    // AWS: deleting a missing policy is not an error. [case DeleteResourcePolicy/response]
    if (current == nullptr) return Next();
    if (next.status == TableStatus::Deleting) return errors::table_being_deleted(next.name);
    revision = PolicyRevision{current->revision_id};
    if (resource.stream_label.empty()) {
        next.policies.of_table.reset();
    } else {
        next.policies.of_streams.erase(resource.stream_label);
    }
    drop_policies_of_ended_streams(next, table.streams);
    return Next(std::move(next));
}

}  // namespace

Result<TableTarget> policy_owner(const PolicyResource& resource, const model::TableScope& scope) {
    const auto parts = model::split_arn(resource.arn);
    if (!parts || !model::is_known_partition(parts->partition) || parts->region != scope.region) {
        return errors::policy_arn_invalid(resource.arn);
    }
    if (parts->account != scope.account) return errors::resource_of_other_account();
    return TableTarget{resource.table, errors::table_not_found(resource.table)};
}

Result<ResourcePolicy> resource_policy(
    const TableDescription& table, const PolicyResource& resource, const stream::StreamLog& streams
) {
    STATOR_CHECK(check_owner(table, resource, streams));
    const ResourcePolicy* policy = policy_of(table, resource);
    if (policy == nullptr) return errors::policy_not_found(resource.arn);
    return *policy;
}

TableEdit put_policy_edit(
    const policies::PutResourcePolicyRequest& request, PolicyRevision& revision
) {
    return [&](const EditedTable& table) { return with_policy(table, request, revision); };
}

TableEdit delete_policy_edit(
    const policies::DeleteResourcePolicyRequest& request, PolicyRevision& revision
) {
    return [&](const EditedTable& table) { return without_policy(table, request, revision); };
}

}  // namespace stator::engine::definition
