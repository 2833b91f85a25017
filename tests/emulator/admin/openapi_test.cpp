#include "emulator/admin/openapi.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::admin {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::member_name;

using Texts = std::set<std::string>;

constexpr std::array<std::string_view, 5> kMethods = {"get", "put", "post", "delete", "patch"};

// The dispatcher answers these, since load balancers may send them to any port.
const Texts kDispatcherRoutes = {"GET /health", "GET /ready"};

JsonView root() {
    static const auto document = JsonDocument::parse(std::string(openapi_text()));
    if (!document) throw std::runtime_error("the OpenAPI file is not JSON");
    return document->root();
}

std::string upper(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::toupper(c));
    return result;
}

// Calls `visit` with the path, the path's object, the method and the operation's object.
template <class Visit>
void for_each_operation(const Visit& visit) {
    const auto paths = root().find("paths");
    ASSERT_TRUE(paths);
    for (const auto& path : paths->members()) {
        const JsonView item(path.value);
        for (const std::string_view method : kMethods) {
            const auto operation = item.find(method);
            if (operation) visit(member_name(path), item, method, *operation);
        }
    }
}

Texts described_routes() {
    Texts routes;
    for_each_operation([&](std::string_view path, JsonView, std::string_view method, JsonView) {
        routes.insert(upper(method) + " " + std::string(path));
    });
    return routes;
}

Texts placeholders(std::string_view path) {
    Texts names;
    for (auto open = path.find('{'); open != std::string_view::npos; open = path.find('{', open)) {
        const auto close = path.find('}', open);
        names.emplace(path.substr(open + 1, close - open - 1));
        open = close;
    }
    return names;
}

// The value that "#/components/…" refers to; nullopt if it does not exist.
std::optional<JsonView> referenced(std::string_view reference) {
    if (!reference.starts_with("#/")) return std::nullopt;
    std::optional<JsonView> found = root();
    std::string_view rest = reference.substr(2);
    while (found && !rest.empty()) {
        const auto end = rest.find('/');
        found = found->find(rest.substr(0, end));
        rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
    }
    return found;
}

void collect_path_parameters(JsonView owner, Texts& names) {
    const auto parameters = owner.find("parameters");
    if (!parameters) return;
    for (const auto& element : parameters->elements()) {
        JsonView parameter(element);
        if (parameter.find("$ref")) {
            const auto shared = referenced(parameter.string_or_empty("$ref"));
            ASSERT_TRUE(shared) << parameter.text();
            parameter = *shared;
        }
        if (parameter.string_or_empty("in") != "path") continue;
        const auto required = parameter.find("required");
        EXPECT_TRUE(required && required->boolean()) << parameter.text();
        names.emplace(parameter.string_or_empty("name"));
    }
}

void expect_references_resolve(JsonView value) {
    if (value.is_array()) {
        for (const auto& element : value.elements()) expect_references_resolve(JsonView(element));
    }
    if (!value.is_object()) return;
    for (const auto& member : value.members()) {
        const JsonView child(member.value);
        if (member_name(member) != "$ref") {
            expect_references_resolve(child);
            continue;
        }
        EXPECT_TRUE(referenced(child.string())) << child.string();
    }
}

TEST(OpenApi, DescribesEveryRouteAndNoOther) {
    Texts routes = kDispatcherRoutes;
    const auto add = [&routes](routes::AdminRoutes group) {
        for (const routes::AdminRoute& route : group) {
            const auto text = std::string(route.method) + " " + std::string(route.path);
            EXPECT_TRUE(routes.insert(text).second) << text << " is there twice";
        }
    };
    add(AdminRouter::own_routes());
    for (const routes::AdminRoutes group : all_admin_routes()) add(group);
    const Texts described = described_routes();
    for (const std::string& route : routes) {
        EXPECT_TRUE(described.contains(route)) << route << " is not described";
    }
    for (const std::string& route : described) {
        EXPECT_TRUE(routes.contains(route)) << route << " is described and not there";
    }
}

TEST(OpenApi, RequiresABodyWhereTheRouteDoes) {
    for (const routes::AdminRoutes group : all_admin_routes()) {
        for (const routes::AdminRoute& route : group) {
            std::string method(route.method);
            for (char& c : method) c = static_cast<char>(std::tolower(c));
            const auto operation = root().find("paths")->find(route.path)->find(method);
            const auto body = operation->find("requestBody");
            const auto required = body ? body->find("required") : std::nullopt;
            EXPECT_EQ(required && required->boolean(), !route.body.empty())
                << route.method << " " << route.path;
        }
    }
}

TEST(OpenApi, DescribesThePlaceholdersOfEveryPath) {
    for_each_operation(
        [](std::string_view path, JsonView item, std::string_view method, JsonView operation) {
            Texts parameters;
            collect_path_parameters(item, parameters);
            collect_path_parameters(operation, parameters);
            EXPECT_EQ(parameters, placeholders(path)) << method << " " << path;
        }
    );
}

TEST(OpenApi, DescribesTheAnswerAndTheRefusalOfEveryRoute) {
    Texts names;
    for_each_operation(
        [&](std::string_view path, JsonView, std::string_view method, JsonView operation) {
            const auto responses = operation.find("responses");
            ASSERT_TRUE(responses) << method << " " << path;
            EXPECT_TRUE(responses->find("200")) << method << " " << path;
            EXPECT_TRUE(responses->find("default")) << method << " " << path;
            EXPECT_FALSE(operation.string_or_empty("summary").empty()) << method << " " << path;
            const std::string name(operation.string_or_empty("operationId"));
            EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
        }
    );
    EXPECT_FALSE(names.empty());
}

TEST(OpenApi, ContainsOnlyReferencesThatResolve) {
    EXPECT_EQ(root().string_or_empty("openapi"), "3.0.3");
    expect_references_resolve(root());
    EXPECT_FALSE(referenced("#/components/schemas/Nonsense"));
}

}  // namespace
}  // namespace stator::emulator::admin
