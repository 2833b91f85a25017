#include "protocol/operations/settings/time_to_live.hpp"

#include "protocol/operations/parameters.hpp"
#include "protocol/operations/required_table.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::settings {
namespace {

using wire::JsonView;
using wire::JsonWriter;
using wire::Shape;
using wire::ShapeType;

const Shape kTtlAttributeName{.type = ShapeType::String, .length_min = 1, .length_max = 255};
const wire::BoundShape kSpecificationForm(
    wire::required<&UpdateTimeToLiveRequest::enabled>("Enabled", shapes::kBoolean),
    wire::required<&UpdateTimeToLiveRequest::attribute_name>("AttributeName", kTtlAttributeName)
);
const Shape kSpecification = kSpecificationForm.shape("TimeToLiveSpecification");
const wire::BoundShape kUpdateTimeToLiveForm(
    wire::required<&UpdateTimeToLiveRequest::table_name>("TableName", shapes::kTableNameOrArn),
    wire::nested<kSpecificationForm>("TimeToLiveSpecification", kSpecification, true)
);
const wire::BoundShape kDescribeTimeToLiveForm(
    wire::required<&DescribeTimeToLiveRequest::table_name>("TableName", shapes::kTableNameOrArn)
);

}  // namespace

const wire::Shape kUpdateTimeToLiveShape = kUpdateTimeToLiveForm.shape();
const wire::Shape kDescribeTimeToLiveShape = kDescribeTimeToLiveForm.shape();

Result<UpdateTimeToLiveRequest> decode_update_time_to_live(JsonView request) {
    return decode_with_table(request, kUpdateTimeToLiveForm);
}

Result<DescribeTimeToLiveRequest> decode_describe_time_to_live(JsonView request) {
    return decode_with_table(request, kDescribeTimeToLiveForm);
}

std::string encode_update_time_to_live(const UpdateTimeToLiveRequest& request) {
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("TimeToLiveSpecification");
        json.boolean_member("Enabled", request.enabled);
        json.string_member("AttributeName", request.attribute_name);
        json.end_object();
    });
}

std::string encode_describe_time_to_live(std::string_view attribute_name) {
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("TimeToLiveDescription");
        const bool is_enabled = !attribute_name.empty();
        json.string_member("TimeToLiveStatus", is_enabled ? "ENABLED" : "DISABLED");
        if (is_enabled) json.string_member("AttributeName", attribute_name);
        json.end_object();
    });
}

}  // namespace stator::protocol::operations::settings
