// TagResource, UntagResource, ListTagsOfResource, and the rules for tags anywhere.
//
// decode_* make every check that needs no state; the engine checks that the ARN is of this region
// and account. TagResource and UntagResource are answered with an empty body.
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

// Checks a JSON list of {Key, Value} and returns it as a map.
// Errors: wrong characters, lengths, reserved or repeated keys, more than 50.
Result<Tags> decode_tags(wire::JsonView list);

// "table/{name}" or "table/{name}/stream/{label}" → name; "" for anything else.
std::string_view taggable_table(std::string_view arn_resource);

// What these requests are checked against.
extern const wire::Shape kTagResourceShape;
extern const wire::Shape kUntagResourceShape;
extern const wire::Shape kListTagsShape;

// The operations of this file, for the lists of all.
inline constexpr OperationSpec<decode_tag_resource, encode_nothing> kTagResource{
    control("TagResource", Access::Writes), &kTagResourceShape};
inline constexpr OperationSpec<decode_untag_resource, encode_nothing> kUntagResource{
    control("UntagResource", Access::Writes), &kUntagResourceShape};
inline constexpr OperationSpec<decode_list_tags, encode_list_tags> kListTagsOfResource{
    control("ListTagsOfResource", Access::Reads), &kListTagsShape};

}  // namespace stator::protocol::operations::settings
