// PutResourcePolicy, GetResourcePolicy and DeleteResourcePolicy: requests and replies.
//
// decode_* make all checks that need no state. The engine checks that the ARN is of this region and
// account, and that the table or stream exists.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/model/resource_policy.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/policies/policy_document.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::policies {

// Special ExpectedRevisionId: requires that no policy exists.
inline constexpr std::string_view kNoPolicy = "NO_POLICY";

// The resource that a policy is attached to.
struct PolicyResource {
    std::string arn;
    std::string table = {};
    std::string stream_label = {};  // "" for the table itself

    PolicySubject subject() const {
        return stream_label.empty() ? PolicySubject::Table : PolicySubject::Stream;
    }
};

struct PutResourcePolicyRequest {
    PolicyResource resource;
    PolicyDocument policy;
    std::optional<std::string> expected_revision_id = {};
    bool confirm_remove_self_resource_access = false;
};

struct GetResourcePolicyRequest {
    PolicyResource resource;
};

struct DeleteResourcePolicyRequest {
    PolicyResource resource;
    std::optional<std::string> expected_revision_id = {};
};

struct PolicyRevision {
    std::optional<std::string> revision_id = {};  // nullopt: there was no policy to delete
};

extern const wire::Shape kPutResourcePolicyShape;
extern const wire::Shape kGetResourcePolicyShape;
extern const wire::Shape kDeleteResourcePolicyShape;

Result<PutResourcePolicyRequest> decode_put_resource_policy(wire::JsonView json);
Result<GetResourcePolicyRequest> decode_get_resource_policy(wire::JsonView json);
Result<DeleteResourcePolicyRequest> decode_delete_resource_policy(wire::JsonView json);

// The reply of PutResourcePolicy and of DeleteResourcePolicy.
std::string encode_policy_revision(const PolicyRevision& revision);
std::string encode_get_resource_policy(const model::ResourcePolicy& policy);

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_put_resource_policy, encode_policy_revision>
    kPutResourcePolicy{control("PutResourcePolicy", Access::Writes), &kPutResourcePolicyShape};
inline constexpr OperationSpec<decode_get_resource_policy, encode_get_resource_policy>
    kGetResourcePolicy{control("GetResourcePolicy", Access::Reads), &kGetResourcePolicyShape};
inline constexpr OperationSpec<decode_delete_resource_policy, encode_policy_revision>
    kDeleteResourcePolicy{
        control("DeleteResourcePolicy", Access::Writes), &kDeleteResourcePolicyShape};

}  // namespace stator::protocol::operations::policies
