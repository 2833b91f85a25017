#include "tools/ctl/verbs.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "emulator/admin/openapi.hpp"
#include "protocol/wire/json.hpp"
#include "tools/mcp/openapi_schema.hpp"

namespace stator::tools::ctl {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::member_name;

using Names = std::set<std::string, std::less<>>;

JsonView openapi() {
    static const auto document = JsonDocument::parse(std::string(emulator::admin::openapi_text()));
    return document->root();
}

// Calls `visit` with each object in a member "x-ctl" and the place where it stands.
template <class Visit>
void for_each_command(const Visit& visit) {
    for (const auto& path : openapi().find("paths")->members()) {
        for (const auto& method : JsonView(path.value).members()) {
            const JsonView operation(method.value);
            const auto described = operation.is_object() ? operation.find("x-ctl") : std::nullopt;
            if (!described) continue;
            const std::string place(member_name(path));
            if (!described->is_array()) {
                visit(*described, place);
                continue;
            }
            for (const auto& one : described->elements()) visit(JsonView(one), place);
        }
    }
}

void expect_members(JsonView json, const Names& known, const std::string& place) {
    for (const auto& member : json.members()) {
        EXPECT_TRUE(known.contains(member_name(member))) << place << ": " << member_name(member);
    }
}

const CtlVerb* find_verb(std::string_view topic, std::string_view name) {
    for (const CtlTopic& one : ctl_topics()) {
        for (const CtlVerb& verb : one.verbs) {
            if (one.name == topic && verb.verb == name) return &verb;
        }
    }
    return nullptr;
}

TEST(CtlVerbs, AreDescribedWithKnownMembersOnly) {
    const Names forms = {
        "integer", "number", "switch", "time", "duration", "distribution", "json", "fault"};
    const Names places = {"parameter", "match", "body"};
    std::size_t commands = 0;
    for_each_command([&](JsonView json, const std::string& place) {
        ++commands;
        expect_members(json, {"topic", "verb", "help", "arguments", "wrapper", "compares"}, place);
        const auto arguments = json.find("arguments");
        if (!arguments) return;
        for (const auto& element : arguments->elements()) {
            const JsonView argument(element);
            expect_members(
                argument, {"name", "member", "in", "form", "help", "required", "default"}, place
            );
            EXPECT_FALSE(argument.string_or_empty("help").empty()) << place;
            if (const auto form = argument.find("form")) {
                EXPECT_TRUE(forms.contains(form->string())) << place << ": " << form->string();
            }
            if (const auto in = argument.find("in")) {
                EXPECT_TRUE(places.contains(in->string())) << place << ": " << in->string();
            }
        }
    });
    EXPECT_GT(commands, 70U);
}

TEST(CtlVerbs, BelongToListedTopics) {
    std::size_t read = 0;
    for (const CtlTopic& topic : ctl_topics()) {
        EXPECT_FALSE(topic.verbs.empty()) << topic.name;
        for (const CtlVerb& verb : topic.verbs) {
            ++read;
            EXPECT_EQ(verb.verb.empty(), topic.help.empty()) << topic.name << " " << verb.verb;
            EXPECT_FALSE(verb.help.empty()) << topic.name << " " << verb.verb;
        }
    }
    std::size_t described = 1;  // "get" stands for no operation
    for_each_command([&](JsonView, const std::string&) { ++described; });
    EXPECT_EQ(read, described);
}

TEST(CtlVerbs, UseDefaultsForAbsentMembers) {
    const CtlVerb* const listen = find_verb("universe", "listen");
    ASSERT_TRUE(listen);
    EXPECT_EQ(listen->method, "POST");
    EXPECT_EQ(listen->path, "/_stator/v1/universes/{universe}/listen");
    ASSERT_EQ(listen->arguments.size(), 2U);
    EXPECT_EQ(listen->arguments[0].place, CtlPlace::Segment);
    EXPECT_TRUE(listen->arguments[0].is_required);
    EXPECT_EQ(listen->arguments[1].place, CtlPlace::Member);
    EXPECT_FALSE(listen->arguments[1].is_required);

    const CtlVerb* const list = find_verb("requests", "list");
    ASSERT_TRUE(list);
    EXPECT_EQ(list->arguments.front().place, CtlPlace::Parameter);

    const CtlVerb* const consistency = find_verb("consistency", "set");
    ASSERT_TRUE(consistency);
    EXPECT_EQ(consistency->arguments.back().name, "indexLag");
    EXPECT_EQ(consistency->help, "Say how stale eventually consistent reads are");
}

// The names of an operation's parameters and of the members of its body.
mcp::Inputs inputs_of(const CtlVerb& verb) {
    std::string method;
    for (const char c : verb.method) method.push_back(static_cast<char>(std::tolower(c)));
    const JsonView path = *openapi().find("paths")->find(verb.path);
    const JsonView operation = *path.find(method);
    const mcp::SchemaWriter schemas(openapi());
    mcp::Inputs inputs;
    for (const JsonView place : {path, operation}) {
        const auto parameters = place.find("parameters");
        if (!parameters) continue;
        for (const auto& parameter : parameters->elements()) {
            inputs.add_text(schemas.resolved(JsonView(parameter)).string_or_empty("name"), "");
        }
    }
    if (const auto body = operation.find("requestBody")) schemas.add_body(*body, inputs);
    return inputs;
}

TEST(CtlVerbs, SendArgumentsThatTheirOperationTakes) {
    std::size_t checked = 0;
    for (const CtlTopic& topic : ctl_topics()) {
        for (const CtlVerb& verb : topic.verbs) {
            if (verb.path.empty() || !verb.wrapper.empty()) continue;
            const mcp::Inputs inputs = inputs_of(verb);
            for (const CtlArgument& argument : verb.arguments) {
                if (argument.place != CtlPlace::Parameter && argument.place != CtlPlace::Member) {
                    continue;
                }
                ++checked;
                EXPECT_TRUE(inputs.has(argument.name)) << verb.path << ": " << argument.name;
            }
        }
    }
    EXPECT_GT(checked, 100U);
}

}  // namespace
}  // namespace stator::tools::ctl
