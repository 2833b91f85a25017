// TagResource, UntagResource, ListTagsOfResource, and the validation of tags in all requests.
//
// decode_* make all checks that need no state. The engine checks that the ARN is of this region and
// account. The replies of TagResource and UntagResource have an empty body.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::settings {

using Tags = std::map<std::string, std::string>;

struct TagResourceRequest {
    std::string resource_arn;
    Tags tags;
};

struct UntagResourceRequest {
    std::string resource_arn;
    std::vector<std::string> tag_keys;
};

struct ListTagsRequest {
    std::string resource_arn;
};

Result<TagResourceRequest> decode_tag_resource(wire::JsonView json);
Result<UntagResourceRequest> decode_untag_resource(wire::JsonView json);
Result<ListTagsRequest> decode_list_tags(wire::JsonView json);

std::string encode_list_tags(const Tags& tags);

// Converts a JSON list of {Key, Value} into a map. Errors: invalid characters or lengths, reserved
// or repeated keys, more than 50 tags.
Result<Tags> decode_tags(wire::JsonView list);

// Returns the name in "table/{name}" or "table/{name}/stream/{label}"; "" for any other text.
std::string_view taggable_table(std::string_view arn_resource);

// The shapes of these requests.
extern const wire::Shape kTagResourceShape;
extern const wire::Shape kUntagResourceShape;
extern const wire::Shape kListTagsShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_tag_resource, encode_nothing> kTagResource{
    control("TagResource", Access::Writes), &kTagResourceShape};
inline constexpr OperationSpec<decode_untag_resource, encode_nothing> kUntagResource{
    control("UntagResource", Access::Writes), &kUntagResourceShape};
inline constexpr OperationSpec<decode_list_tags, encode_list_tags> kListTagsOfResource{
    control("ListTagsOfResource", Access::Reads), &kListTagsShape};

}  // namespace stator::protocol::operations::settings
