#include "tools/mcp/admin_tools.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "emulator/admin/openapi.hpp"
#include "tools/mcp/operation_tools.hpp"

namespace stator::tools::mcp {
namespace {

using protocol::wire::JsonDocument;

const Tools& tools(Permission permission) {
    static const Tools reading = admin_tools(emulator::admin::openapi_text(), Permission::Read);
    static const Tools writing = admin_tools(emulator::admin::openapi_text(), Permission::Write);
    return permission == Permission::Read ? reading : writing;
}

const Tool* find(Permission permission, std::string_view name) {
    const auto found = std::ranges::find(tools(permission), name, &Tool::name);
    return found == tools(permission).end() ? nullptr : &*found;
}

// "METHOD path body", or the error.
std::string request(const std::string& name, const std::string& arguments) {
    const auto got = find(Permission::Write, name)->prepare(JsonDocument::parse(arguments)->root());
    if (got.has_error()) return got.error().sentence;
    const std::string universe = got->universe.empty() ? "" : " in " + got->universe;
    return got->http.method + " " + got->http.path + " " + got->http.body + universe;
}

TEST(AdminTools, AreRoutesForPeople) {
    for (const auto permission : {Permission::Read, Permission::Write}) {
        EXPECT_NE(find(permission, "getClock"), nullptr);
        EXPECT_NE(find(permission, "getMetrics"), nullptr);
        EXPECT_NE(find(permission, "checkAssertions"), nullptr);
        EXPECT_EQ(find(permission, "getHealth"), nullptr);
        EXPECT_EQ(find(permission, "listRoutes"), nullptr);
        EXPECT_EQ(find(permission, "getOpenApi"), nullptr);
    }
    EXPECT_TRUE(std::ranges::none_of(tools(Permission::Read), &Tool::writes));
    for (const char* name : {"putClock", "advanceClock", "deleteFaults", "forkUniverse"}) {
        EXPECT_EQ(find(Permission::Read, name), nullptr) << name;
        EXPECT_TRUE(find(Permission::Write, name)->writes) << name;
    }
}

TEST(AdminTools, HaveNamesAndInputsOfTheirOwn) {
    std::set<std::string> names;
    for (const Tool& tool : tools(Permission::Write)) {
        EXPECT_TRUE(names.insert(tool.name).second) << tool.name;
        const std::set<std::string> inputs(tool.inputs.begin(), tool.inputs.end());
        EXPECT_EQ(inputs.size(), tool.inputs.size()) << tool.name;
        EXPECT_EQ(tool.input_schema.find("$ref"), std::string::npos) << tool.name;
        const auto schema = JsonDocument::parse(tool.input_schema);
        ASSERT_TRUE(schema) << tool.name;
        EXPECT_EQ(schema->root().string_or_empty("type"), "object") << tool.name;
    }
    for (const Tool& tool : operation_tools({"test", "us-east-1"}, Permission::Write)) {
        EXPECT_TRUE(names.insert(tool.name).second) << tool.name;
    }
}

TEST(AdminTools, UseEachArgumentInPathQueryOrBody) {
    EXPECT_EQ(request("getClock", "{}"), "GET /_stator/v1/clock ");
    EXPECT_EQ(request("getClock", R"({"universe":"a"})"), "GET /_stator/v1/clock  in a");
    EXPECT_EQ(
        request("listRequests", R"({"limit":3,"table":"a&b","universe":"c"})"),
        "GET /_stator/v1/requests?table=a%26b&universe=c&limit=3 "
    );
    EXPECT_EQ(request("getUniverse", R"({"universe":"a/b"})"), "GET /_stator/v1/universes/a%2Fb ");
    EXPECT_EQ(
        request("forkUniverse", R"({"universe":"default","name":"b","seed":7})"),
        R"(POST /_stator/v1/universes/default/fork {"name":"b","seed":7})"
    );
    EXPECT_EQ(
        request("putClock", R"({"scale":60,"universe":"a"})"),
        R"(PUT /_stator/v1/clock {"scale":60} in a)"
    );
    EXPECT_EQ(request("followClock", "{}"), "POST /_stator/v1/clock/follow ");
}

TEST(AdminTools, RejectInvalidArguments) {
    EXPECT_EQ(request("getUniverse", "{}"), "'universe' is needed.");
    EXPECT_EQ(request("getUniverse", R"({"universe":""})"), "'universe' is needed.");
    EXPECT_EQ(
        request("getClock", R"({"at":1})"), "'at' is no argument of this tool; leave it out."
    );
    EXPECT_EQ(
        request("getClock", R"({"universe":"a/b"})"),
        "\"a/b\" cannot be the name of a universe; 'listUniverses' lists those that there are."
    );
}

TEST(AdminTools, OfferTheMembersOfAlternativesWithoutNeedingThem) {
    const auto schema = JsonDocument::parse(find(Permission::Write, "addFaults")->input_schema);
    const auto properties = schema->root().find("properties");
    for (const char* name : {"rules", "fault", "match", "times"}) {
        EXPECT_TRUE(properties->find(name)) << name;
    }
    EXPECT_FALSE(schema->root().find("required"));
    const auto fork = JsonDocument::parse(find(Permission::Write, "forkUniverse")->input_schema);
    EXPECT_EQ(fork->root().find("required")->text(), R"(["universe","name"])");
}

TEST(AdminTools, AreMarkedIfTheyDestroyOrCanBeRepeated) {
    EXPECT_FALSE(find(Permission::Write, "forkUniverse")->destroys);
    EXPECT_TRUE(find(Permission::Write, "resetUniverse")->destroys);
    EXPECT_TRUE(find(Permission::Write, "putClock")->can_repeat);
    EXPECT_FALSE(find(Permission::Write, "advanceClock")->can_repeat);
}

}  // namespace
}  // namespace stator::tools::mcp
