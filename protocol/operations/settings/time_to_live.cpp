#include "protocol/operations/settings/time_to_live.hpp"

#include "protocol/operations/parameters.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::settings {
namespace {

using wire::JsonView;
using wire::JsonWriter;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

const Shape kTtlAttributeName{.type = ShapeType::String, .length_min = 1, .length_max = 255};
const Member kSpecificationMembers[] = {
    {"Enabled", &shapes::kBoolean, true},
    {"AttributeName", &kTtlAttributeName, true},
};
const Shape kSpecification{
    .class_name = "TimeToLiveSpecification", .members = kSpecificationMembers};
const Member kUpdateMembers[] = {
    {"TableName", &shapes::kItemTableName, true},
    {"TimeToLiveSpecification", &kSpecification, true},
};
const Shape kUpdate{.members = kUpdateMembers};
const Member kDescribeMembers[] = {{"TableName", &shapes::kItemTableName, true}};
const Shape kDescribe{.members = kDescribeMembers};

}  // namespace

Result<UpdateTimeToLiveRequest> decode_update_time_to_live(JsonView request) {
    STATOR_CHECK(wire::check_types(request, kUpdate));
    STATOR_CHECK(wire::check_constraints(request, kUpdate));
    const JsonView specification = *request.find("TimeToLiveSpecification");
    UpdateTimeToLiveRequest update;
    update.table_name = request.string_or_empty("TableName");
    update.enabled = boolean_member(specification, "Enabled");
    update.attribute_name = specification.string_or_empty("AttributeName");
    return update;
}

Result<DescribeTimeToLiveRequest> decode_describe_time_to_live(JsonView request) {
    STATOR_CHECK(wire::check_types(request, kDescribe));
    STATOR_CHECK(wire::check_constraints(request, kDescribe));
    return DescribeTimeToLiveRequest{std::string(request.string_or_empty("TableName"))};
}

std::string encode_update_time_to_live(const UpdateTimeToLiveRequest& request) {
    std::string body;
    JsonWriter json(body);
    json.begin_object();
    json.key("TimeToLiveSpecification");
    json.begin_object();
    json.key("Enabled");
    json.boolean(request.enabled);
    json.string_member("AttributeName", request.attribute_name);
    json.end_object();
    json.end_object();
    return body;
}

std::string encode_describe_time_to_live(std::string_view attribute_name) {
    std::string body;
    JsonWriter json(body);
    json.begin_object();
    json.key("TimeToLiveDescription");
    json.begin_object();
    const bool is_enabled = !attribute_name.empty();
    json.string_member("TimeToLiveStatus", is_enabled ? "ENABLED" : "DISABLED");
    if (is_enabled) json.string_member("AttributeName", attribute_name);
    json.end_object();
    json.end_object();
    return body;
}

}  // namespace stator::protocol::operations::settings
