#include "protocol/operations/policies/policies.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/policies.hpp"
#include "protocol/errors/tags.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::policies {
namespace {

using wire::JsonView;
using wire::JsonWriter;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

constexpr Shape kResourceArn{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxResourceArnBytes};
constexpr Shape kRevisionId{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxPolicyRevisionIdLength};
// AWS: the size limit is not a member constraint but a separate check.
// [case PutResourcePolicy/size]
constexpr Shape kPolicy{.type = ShapeType::String};
constexpr Shape kConfirmation{.type = ShapeType::Boolean};

constexpr Member kPutMembers[] = {
    {"ResourceArn", &kResourceArn, true},
    {"Policy", &kPolicy, true},
    {"ExpectedRevisionId", &kRevisionId},
    {"ConfirmRemoveSelfResourceAccess", &kConfirmation},
};
constexpr Member kGetMembers[] = {{"ResourceArn", &kResourceArn, true}};
constexpr Member kDeleteMembers[] = {
    {"ResourceArn", &kResourceArn, true},
    {"ExpectedRevisionId", &kRevisionId},
};
constexpr Shape kPut{.members = kPutMembers};
constexpr Shape kGet{.members = kGetMembers};
constexpr Shape kDelete{.members = kDeleteMembers};

// Accepts only the ARNs of tables and streams.
Result<PolicyResource> read_resource(std::string_view arn) {
    constexpr std::string_view kStreamPart = "/stream/";
    if (!model::is_arn(arn)) return errors::arn_without_prefix(arn);
    const auto parts = model::split_arn(arn);
    if (!parts || parts->service != "dynamodb") return errors::not_a_dynamodb_arn(arn);
    const std::size_t end_of_table = parts->resource.find(kStreamPart);
    PolicyResource resource{std::string(arn)};
    resource.table = model::table_of_resource(parts->resource.substr(0, end_of_table));
    if (end_of_table != std::string_view::npos) {
        resource.stream_label = parts->resource.substr(end_of_table + kStreamPart.size());
        if (resource.stream_label.empty()) return errors::not_a_dynamodb_arn(arn);
    }
    if (resource.table.empty()) {
        const bool is_index = parts->resource.starts_with("table/") &&
                              parts->resource.find("/index/") != std::string_view::npos;
        return is_index ? errors::not_a_taggable_arn(arn) : errors::not_a_dynamodb_arn(arn);
    }
    if (resource.table.size() < kMinTableNameCharacters) return errors::policy_arn_invalid(arn);
    return resource;
}

// Checks the shape, then the form of the ARN. Both precede all checks of the document.
Result<PolicyResource> decode_resource(JsonView json, const Shape& shape) {
    STATOR_CHECK(wire::check_types(json, shape));
    STATOR_CHECK(wire::check_constraints(json, shape));
    return read_resource(json.string_or_empty("ResourceArn"));
}

std::optional<std::string> expected_revision(JsonView json) {
    const auto given = text_member(json, "ExpectedRevisionId");
    return given ? std::optional<std::string>(*given) : std::nullopt;
}

}  // namespace

const Shape kPutResourcePolicyShape = kPut;
const Shape kGetResourcePolicyShape = kGet;
const Shape kDeleteResourcePolicyShape = kDelete;

Result<PutResourcePolicyRequest> decode_put_resource_policy(JsonView json) {
    PutResourcePolicyRequest request;
    STATOR_TRY(request.resource, decode_resource(json, kPut));
    STATOR_TRY(
        request.policy,
        read_policy_document(json.string_or_empty("Policy"), request.resource.subject())
    );
    request.expected_revision_id = expected_revision(json);
    request.confirm_remove_self_resource_access =
        boolean_member(json, "ConfirmRemoveSelfResourceAccess");
    return request;
}

Result<GetResourcePolicyRequest> decode_get_resource_policy(JsonView json) {
    STATOR_TRY(PolicyResource resource, decode_resource(json, kGet));
    return GetResourcePolicyRequest{std::move(resource)};
}

Result<DeleteResourcePolicyRequest> decode_delete_resource_policy(JsonView json) {
    STATOR_TRY(PolicyResource resource, decode_resource(json, kDelete));
    return DeleteResourcePolicyRequest{std::move(resource), expected_revision(json)};
}

std::string encode_policy_revision(const PolicyRevision& revision) {
    return wire::object_text([&](JsonWriter& json) {
        if (revision.revision_id) json.string_member("RevisionId", *revision.revision_id);
    });
}

std::string encode_get_resource_policy(const model::ResourcePolicy& policy) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("Policy", policy.document);
        json.string_member("RevisionId", policy.revision_id);
    });
}

}  // namespace stator::protocol::operations::policies
