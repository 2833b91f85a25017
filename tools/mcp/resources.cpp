#include "tools/mcp/resources.hpp"

#include <algorithm>
#include <array>

#include "emulator/base/media_types.hpp"
#include "emulator/base/own_paths.hpp"
#include "protocol/wire/json.hpp"

namespace stator::tools::mcp {
namespace {

using emulator::kJson;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

constexpr std::string_view kTables = "stator://tables";
constexpr std::string_view kTablePrefix = "stator://tables/";

struct Resource {
    std::string_view uri;
    std::string_view name;
    std::string_view description;
    std::string_view media_type;
    std::string_view path;  // of the admin API; "" for a DynamoDB operation
};

constexpr std::array kResources = {
    Resource{kTables, "tables", "The names of all tables", kJson, ""},
    Resource{
        "stator://laboratory",
        "laboratory",
        "The clock, stale reads, faults and the other controls",
        kJson,
        "/_stator/v1/laboratory"},
    Resource{
        "stator://report",
        "report",
        "What the tested program's requests cost, and what is wrong with them",
        "text/markdown",
        "/_stator/v1/report?format=markdown"},
};

const Resource* find_resource(std::string_view uri) {
    const auto found = std::ranges::find(kResources, uri, &Resource::uri);
    return found == kResources.end() ? nullptr : &*found;
}

void append_resource(JsonWriter& json, const Resource& resource) {
    json.begin_object();
    json.string_member("uri", resource.uri);
    json.string_member("name", resource.name);
    json.string_member("description", resource.description);
    json.string_member("mimeType", resource.media_type);
    json.end_object();
}

void append_tables(JsonWriter& json, std::string_view reply) {
    const auto document = JsonDocument::parse(std::string(reply));
    const auto names = document ? document->root().find("TableNames") : std::nullopt;
    if (!names || !names->is_array()) return;
    for (const auto& element : names->elements()) {
        const std::string name(JsonView(element).string());
        const std::string uri = std::string(kTablePrefix) + name;
        append_resource(json, {uri, name, "A table's keys, indexes and capacity", kJson, ""});
    }
}

}  // namespace

std::string Resources::list() const {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.begin_array("resources");
        for (const Resource& resource : kResources) append_resource(json, resource);
        const auto answered = fetch(kTables);
        const auto* const reply = std::get_if<transport::HttpReply>(&answered);
        if (reply != nullptr && reply->status == 200) append_tables(json, reply->body);
        json.end_array();
    });
}

std::string Resources::templates() {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.begin_array("resourceTemplates");
        json.begin_object();
        json.string_member("uriTemplate", "stator://tables/{table}");
        json.string_member("name", "table");
        json.string_member("description", "A table's keys, indexes and capacity");
        json.string_member("mimeType", kJson);
        json.end_object();
        json.end_array();
    });
}

std::variant<transport::HttpReply, std::string> Resources::fetch(std::string_view uri) const {
    ServerRequest request;
    const Resource* const resource = find_resource(uri);
    if (resource != nullptr && !resource->path.empty()) {
        request.http.method = "GET";
        request.http.path = resource->path;
        return link_.send(std::move(request));
    }
    std::string body("{}");
    if (resource == nullptr) {
        body = R"({"TableName":)";
        protocol::wire::append_json_string(body, uri.substr(kTablePrefix.size()));
        body.append("}");
    }
    const std::string operation = resource == nullptr ? "DescribeTable" : "ListTables";
    request.http = client::request_of(caller_, "DynamoDB_20120810." + operation, std::move(body));
    request.usual_path = request.http.path;
    request.http.path = emulator::kConsoleApiPath;
    return link_.send(std::move(request));
}

std::variant<std::string, Failure> Resources::read(std::string_view uri) const {
    const Resource* const resource = find_resource(uri);
    const Failure missing{
        ErrorCode::ResourceNotFound,
        "there is no resource '" + std::string(uri) + "'; resources/list lists them"};
    if (resource == nullptr && !uri.starts_with(kTablePrefix)) return missing;
    const auto answered = fetch(uri);
    if (const auto* sentence = std::get_if<std::string>(&answered)) {
        return Failure{ErrorCode::InternalError, *sentence};
    }
    const auto& reply = std::get<transport::HttpReply>(answered);
    if (reply.status != 200) {
        return resource == nullptr ? missing : Failure{ErrorCode::InternalError, reply.body};
    }
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.begin_array("contents");
    json.begin_object();
    json.string_member("uri", uri);
    json.string_member("mimeType", resource == nullptr ? kJson : resource->media_type);
    json.string_member("text", reply.body);
    json.end_object();
    json.end_array();
    json.end_object();
    return text;
}

}  // namespace stator::tools::mcp
