#include "protocol/operations/settings/account.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::settings {
namespace {

constexpr wire::Shape kNoMembers{};
constexpr std::int64_t kEndpointCacheMinutes = 1'440;

}  // namespace

const wire::Shape kDescribeAccountShape = kNoMembers;

Result<void> decode_describe_limits(wire::JsonView json) {
    return wire::check_types(json, kNoMembers);
}

Result<void> decode_describe_endpoints(wire::JsonView json) {
    return wire::check_types(json, kNoMembers);
}

std::string encode_describe_limits() {
    return wire::object_text([&](wire::JsonWriter& json) {
        json.integer_member("AccountMaxReadCapacityUnits", kMaxAccountCapacityUnits);
        json.integer_member("AccountMaxWriteCapacityUnits", kMaxAccountCapacityUnits);
        json.integer_member("TableMaxReadCapacityUnits", kMaxTableCapacityUnits);
        json.integer_member("TableMaxWriteCapacityUnits", kMaxTableCapacityUnits);
    });
}

std::string encode_describe_endpoints(std::string_view host) {
    return wire::object_text([&](wire::JsonWriter& json) {
        json.begin_array("Endpoints");
        json.begin_object();
        json.string_member("Address", host);
        json.integer_member("CachePeriodInMinutes", kEndpointCacheMinutes);
        json.end_object();
        json.end_array();
    });
}

}  // namespace stator::protocol::operations::settings
