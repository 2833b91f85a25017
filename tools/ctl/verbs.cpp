#include "tools/ctl/verbs.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "emulator/admin/openapi.hpp"
#include "protocol/wire/json.hpp"

namespace stator::tools::ctl {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::member_name;

// The same order as CtlPlace and CtlForm.
constexpr std::array<std::string_view, 6> kPlaces = {
    "segment", "parameter", "member", "match", "body", "path"};
constexpr std::array<std::string_view, 9> kForms = {
    "text", "integer", "number", "switch", "time", "duration", "distribution", "json", "fault"};

// The OpenAPI file is part of the program and a test reads all of it, so the name is always in the
// list.
template <class Enum, std::size_t Count>
Enum from_name(const std::array<std::string_view, Count>& names, std::string_view name) {
    return static_cast<Enum>(std::ranges::find(names, name) - names.begin());
}

// Returns "indexLag" for "--index-lag".
std::string camel_case(std::string_view option) {
    std::string name;
    option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
    for (std::size_t i = 0; i < option.size(); ++i) {
        const bool is_first_of_word = option[i] == '-';
        if (is_first_of_word) ++i;
        const char letter = option[i];
        name.push_back(is_first_of_word ? static_cast<char>(std::toupper(letter)) : letter);
    }
    return name;
}

CtlPlace usual_place(const CtlVerb& verb, const std::string& name) {
    if (verb.path.find("{" + name + "}") != std::string::npos) return CtlPlace::Segment;
    return verb.method == "GET" ? CtlPlace::Parameter : CtlPlace::Member;
}

CtlArgument read_argument(const CtlVerb& verb, JsonView json) {
    CtlArgument argument;
    argument.option = json.string_or_empty("name");
    argument.name = json.string_or_empty("member");
    if (argument.name.empty()) argument.name = camel_case(argument.option);
    if (const auto form = json.find("form")) {
        argument.form = from_name<CtlForm>(kForms, form->string());
    }
    const auto place = json.find("in");
    argument.place =
        place ? from_name<CtlPlace>(kPlaces, place->string()) : usual_place(verb, argument.name);
    argument.help = json.string_or_empty("help");
    const auto required = json.find("required");
    argument.is_required = required ? required->boolean() : !argument.option.starts_with("--");
    argument.fallback = json.string_or_empty("default");
    return argument;
}

CtlVerb read_verb(
    std::string_view path, std::string_view method, JsonView operation, JsonView json
) {
    CtlVerb verb;
    verb.topic = json.string_or_empty("topic");
    verb.verb = json.string_or_empty("verb");
    verb.help = json.string_or_empty("help");
    if (verb.help.empty()) verb.help = operation.string_or_empty("summary");
    for (const char letter : method) verb.method.push_back(static_cast<char>(std::toupper(letter)));
    verb.path = path;
    verb.wrapper = json.string_or_empty("wrapper");
    verb.compares = json.find("compares").has_value();
    if (const auto arguments = json.find("arguments")) {
        for (const auto& argument : arguments->elements()) {
            verb.arguments.push_back(read_argument(verb, JsonView(argument)));
        }
    }
    return verb;
}

// Returns the only command without an operation in the OpenAPI file.
CtlVerb any_path() {
    CtlVerb verb{.topic = "get", .help = "Send GET to any path", .method = "GET"};
    verb.arguments.push_back(
        {"path", "path", CtlForm::Text, CtlPlace::Path, "such as /metrics", true}
    );
    return verb;
}

void add(std::vector<CtlTopic>& topics, CtlVerb verb) {
    const auto topic = std::ranges::find(topics, verb.topic, &CtlTopic::name);
    if (topic != topics.end()) topic->verbs.push_back(std::move(verb));
}

std::vector<CtlTopic> read_topics() {
    const auto document = JsonDocument::parse(std::string(emulator::admin::openapi_text()));
    std::vector<CtlTopic> topics;
    const JsonView root = document->root();
    for (const auto& element : root.find("x-ctl-topics")->elements()) {
        const JsonView topic(element);
        topics.push_back(
            {std::string(topic.string_or_empty("name")), std::string(topic.string_or_empty("help"))}
        );
    }
    for (const auto& path : root.find("paths")->members()) {
        for (const auto& method : JsonView(path.value).members()) {
            const JsonView operation(method.value);
            const auto described = operation.is_object() ? operation.find("x-ctl") : std::nullopt;
            if (!described) continue;
            const auto read = [&](JsonView json) {
                add(topics, read_verb(member_name(path), member_name(method), operation, json));
            };
            if (!described->is_array())
                read(*described);
            else
                for (const auto& one : described->elements()) read(JsonView(one));
        }
    }
    add(topics, any_path());
    return topics;
}

}  // namespace

const std::vector<CtlTopic>& ctl_topics() {
    static const std::vector<CtlTopic> topics = read_topics();
    return topics;
}

}  // namespace stator::tools::ctl
