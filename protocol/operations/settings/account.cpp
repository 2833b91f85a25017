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
    std::string out;
    wire::JsonWriter json(out);
    json.begin_object();
    json.integer_member("AccountMaxReadCapacityUnits", kMaxAccountCapacityUnits);
    json.integer_member("AccountMaxWriteCapacityUnits", kMaxAccountCapacityUnits);
    json.integer_member("TableMaxReadCapacityUnits", kMaxTableCapacityUnits);
    json.integer_member("TableMaxWriteCapacityUnits", kMaxTableCapacityUnits);
    json.end_object();
    return out;
}

std::string encode_describe_endpoints(std::string_view host) {
    std::string out;
    wire::JsonWriter json(out);
    json.begin_object();
    json.key("Endpoints");
    json.begin_array();
    json.begin_object();
    json.string_member("Address", host);
    json.integer_member("CachePeriodInMinutes", kEndpointCacheMinutes);
    json.end_object();
    json.end_array();
    json.end_object();
    return out;
}

}  // namespace stator::protocol::operations::settings
