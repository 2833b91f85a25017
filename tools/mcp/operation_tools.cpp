#include "tools/mcp/operation_tools.hpp"

#include <algorithm>

#include "emulator/base/own_paths.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/requests/operation_list.hpp"
#include "tools/mcp/arguments.hpp"
#include "tools/mcp/shape_schema.hpp"
#include "tools/mcp/statements.hpp"
#include "tools/mcp/words.hpp"

namespace stator::tools::mcp {
namespace {

using emulator::Accepted;
using emulator::Refusal;
using protocol::operations::Access;
using protocol::operations::OperationTraits;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;
using protocol::wire::Member;
using protocol::wire::Shape;

constexpr std::string_view kRegion = "region";

std::string target_of(const OperationTraits& traits) {
    return std::string(traits.is_of_streams() ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.")
        .append(traits.name);
}

void append_text_member(JsonWriter& json, std::string_view name, std::string_view help) {
    json.begin_object(name);
    json.string_member("type", "string");
    json.string_member("description", help);
    json.end_object();
}

// Returns the schema of the request's shape, with members for the region and the universe.
std::string schema_of(const Shape& shape) {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.string_member("type", "object");
        json.begin_object("properties");
        for (const Member& member : shape.members) {
            if (!is_shown(member.name)) continue;
            json.key(member.name);
            append_schema(json, member);
        }
        append_text_member(json, kRegion, "Another region");
        append_text_member(json, kUniverse, kUniverseHelp);
        json.end_object();
        if (std::ranges::any_of(shape.members, &Member::required)) {
            json.begin_array("required");
            for (const Member& member : shape.members) {
                if (member.required) json.string(member.name);
            }
            json.end_array();
        }
    });
}

std::vector<std::string> inputs_of(const Shape& shape) {
    std::vector<std::string> names;
    for (const Member& member : shape.members) {
        if (is_shown(member.name)) names.emplace_back(member.name);
    }
    return names;
}

Accepted<ServerRequest> request_for(
    const OperationTraits& traits, client::Caller caller, Permission permission, JsonView arguments
) {
    ServerRequest request;
    STATOR_CHECK(take_universe(arguments, request));
    if (const auto region = arguments.find(kRegion)) {
        if (!region->is_string() || !is_region(region->string())) {
            return Refusal{"'region' must be the name of a region, such as us-east-1."};
        }
        caller.region = region->string();
    }
    if (permission == Permission::Read && traits.access == Access::Either &&
        !only_selects(arguments)) {
        return Refusal{
            "only SELECT is allowed here: to let an assistant change items, start "
            "'stator mcp --write'."};
    }
    request.http = client::request_of(
        caller, target_of(traits), object_without(arguments, {kRegion, kUniverse})
    );
    request.usual_path = request.http.path;
    request.http.path = emulator::kConsoleApiPath;
    return request;
}

std::string description_of(const OperationTraits& traits, Permission permission) {
    std::string text(words_of_operation(traits.name));
    if (text.empty()) text.append("DynamoDB's ").append(traits.name).append(".");
    if (permission == Permission::Read && traits.access == Access::Either) {
        text.append(" Only SELECT.");
    }
    return text;
}

}  // namespace

Tools operation_tools(const client::Caller& caller, Permission permission) {
    Tools tools;
    for (const auto& operation : protocol::operations::requests::all_operations()) {
        const OperationTraits& traits = operation.traits;
        if (permission == Permission::Read && traits.access == Access::Writes) continue;
        const Shape& shape = *operation.shape;
        Tool& tool = tools.emplace_back();
        tool.name = traits.name;
        tool.description = description_of(traits, permission);
        tool.input_schema = schema_of(shape);
        tool.inputs = inputs_of(shape);
        tool.writes = permission == Permission::Write && traits.access != Access::Reads;
        tool.destroys = !traits.name.starts_with("Create");
        tool.can_repeat = traits.name.starts_with("Put") || traits.name.starts_with("Delete") ||
                          traits.name.ends_with("Resource");
        tool.prepare = [&traits, caller, permission](JsonView arguments) {
            return request_for(traits, caller, permission, arguments);
        };
    }
    return tools;
}

}  // namespace stator::tools::mcp
