#include "emulator/ctl/command.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include "emulator/ctl/verbs.hpp"
#include "emulator/forms/distribution_text.hpp"
#include "emulator/forms/members.hpp"
#include "emulator/http/percent_encoding.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::ctl {
namespace {

// Why the command line is refused.
struct Misuse {
    std::string sentence;
};

template <class T>
using Understood = std::variant<T, Misuse>;

// An argument and what the user gave for it; "" for nothing.
struct Given {
    const CtlArgument* argument;
    std::string value;
};

// A row as CLI11 knows it.
struct ParsedVerb {
    const CtlVerb* verb;
    CLI::App* app;
    std::deque<Given> given;  // CLI11 writes into it, so that nothing in it may move
};

Misuse misuse(const Given& given, std::string_view problem) {
    std::string sentence(given.argument->option);
    return {sentence.append(" ").append(problem).append(", not '" + given.value + "'")};
}

std::string quoted_json(std::string_view text) {
    std::string json;
    protocol::wire::append_json_string(json, text);
    return json;
}

// Digits as they are, anything else as a string.
std::string number_or_text(const std::string& value) {
    const auto number = protocol::parse_number<std::int64_t>(value);
    return number ? std::to_string(*number) : quoted_json(value);
}

Understood<std::string> distribution_json(const Given& given) {
    const auto distribution = forms::parse_distribution(given.value);
    if (!distribution) {
        return misuse(given, "takes milliseconds, uniform:LEAST:MOST or exponential:MEAN");
    }
    std::string text;
    protocol::wire::JsonWriter json(text);
    forms::write_distribution(json, *distribution);
    return text;
}

Understood<std::string> file_text(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) return Misuse{"the file " + name + " cannot be read; name one that can"};
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// What becomes of a value that is not a string of its own.
Understood<std::string> json_of(const Given& given) {
    switch (given.argument->form) {
        case CtlForm::Text: return quoted_json(given.value);
        case CtlForm::Time:
        case CtlForm::Duration: return number_or_text(given.value);
        case CtlForm::Integer:
            // A seed may be larger than any signed number.
            if (protocol::parse_number<std::int64_t>(given.value) ||
                protocol::parse_number<std::uint64_t>(given.value)) {
                return given.value;
            }
            return misuse(given, "takes a whole number");
        case CtlForm::Number: {
            const auto number = protocol::parse_number<double>(given.value);
            // Written anew, because ".5" is a number and no JSON.
            if (number && std::isfinite(*number)) return protocol::shortest_text(*number);
            return misuse(given, "takes a number");
        }
        case CtlForm::Switch:
            if (given.value == "on") return std::string("true");
            if (given.value == "off") return std::string("false");
            return misuse(given, "takes on or off");
        case CtlForm::Distribution: return distribution_json(given);
        case CtlForm::File: return file_text(given.value);
        case CtlForm::Json:
            if (given.value.starts_with('{') || given.value.starts_with('[')) return given.value;
            return file_text(given.value);
    }
    return given.value;
}

// Builds the request of one row.
class RequestBuilder {
public:
    explicit RequestBuilder(const CtlVerb& verb)
        : verb_(verb), command_{std::string(verb.method), std::string(verb.path)} {}

    std::optional<Misuse> add(const Given& given) {
        const CtlArgument& argument = *given.argument;
        if (given.value.empty()) {
            return argument.is_required
                       ? std::optional(Misuse{std::string(argument.option) + " must not be empty"})
                       : std::nullopt;
        }
        switch (argument.place) {
            case CtlPlace::Segment: replace_placeholder(argument.name, given.value); break;
            case CtlPlace::Parameter: add_parameter(argument.name, given.value); break;
            case CtlPlace::Path:
                if (!given.value.starts_with('/')) return misuse(given, "must begin with a slash");
                command_.path = given.value;
                break;
            case CtlPlace::Member:
            case CtlPlace::Body: return add_json(given);
        }
        return std::nullopt;
    }

    AdminCommand finish() && {
        const bool has_members = !members_.empty();
        if (has_members) {
            const std::string object = "{" + members_ + "}";
            command_.body = verb_.wrapper.empty()
                                ? object
                                : "{" + quoted_json(verb_.wrapper) + ":" + object + "}";
        }
        if (command_.method == "PUT" && command_.body.empty()) command_.method = "GET";
        return std::move(command_);
    }

private:
    void replace_placeholder(std::string_view name, std::string_view value) {
        const std::string placeholder = "{" + std::string(name) + "}";
        const auto at = command_.path.find(placeholder);
        command_.path.replace(at, placeholder.size(), http::percent_encoded(value));
    }

    void add_parameter(std::string_view name, std::string_view value) {
        const bool is_first = command_.path.find('?') == std::string::npos;
        command_.path.append(is_first ? "?" : "&").append(name).append("=");
        command_.path.append(http::percent_encoded(value));
    }

    std::optional<Misuse> add_json(const Given& given) {
        auto json = json_of(given);
        if (auto* const problem = std::get_if<Misuse>(&json)) return *problem;
        auto& text = std::get<std::string>(json);
        if (given.argument->place == CtlPlace::Body) {
            command_.body = std::move(text);
            return std::nullopt;
        }
        std::string_view name = given.argument->name;
        if (given.argument->form == CtlForm::Duration) name = text.front() == '"' ? "by" : "ms";
        members_.append(members_.empty() ? "" : ",").append(quoted_json(name)).append(":");
        members_.append(text);
        return std::nullopt;
    }

    const CtlVerb& verb_;
    AdminCommand command_;
    std::string members_;
};

// Declares a row's arguments to CLI11.
void add_arguments(ParsedVerb& parsed) {
    for (const CtlArgument& argument : parsed.verb->arguments) {
        Given& given = parsed.given.emplace_back(Given{&argument, std::string(argument.fallback)});
        const std::string option(argument.option);
        CLI::Option* const declared =
            parsed.app->add_option(option, given.value, std::string(argument.help));
        if (argument.is_required) declared->required();
        if (!argument.fallback.empty()) declared->capture_default_str();
    }
}

std::deque<ParsedVerb> add_verbs(CLI::App& root) {
    std::deque<ParsedVerb> parsed;
    std::map<std::string_view, CLI::App*> topics;
    for (const CtlVerb& verb : ctl_verbs()) {
        CLI::App* parent = &root;
        if (!verb.verb.empty()) {
            CLI::App*& topic = topics[verb.topic];
            if (!topic) {
                const std::string help(ctl_topic_help(verb.topic));
                topic = root.add_subcommand(std::string(verb.topic), help)->fallthrough();
                topic->require_subcommand(1);
            }
            parent = topic;
        }
        const std::string name(verb.verb.empty() ? verb.topic : verb.verb);
        CLI::App* const app = parent->add_subcommand(name, std::string(verb.help));
        app->fallthrough();
        add_arguments(parsed.emplace_back(ParsedVerb{&verb, app, {}}));
    }
    return parsed;
}

CtlExit refuse(std::string sentence, const std::string& command = "stator ctl") {
    return {2, "stator ctl: " + std::move(sentence) + "; see " + command + " --help.\n"};
}

// Of the command as far as it was understood.
CtlExit describe(const CLI::App& root, const CLI::ParseError& error) {
    if (dynamic_cast<const CLI::Success*>(&error)) return {0, root.help()};
    const CLI::App* app = &root;
    std::string command = root.get_name();
    while (!app->get_subcommands().empty()) {
        app = app->get_subcommands().front();
        command.append(" ").append(app->get_name());
    }
    const auto unknown = root.remaining(true);
    if (!dynamic_cast<const CLI::RequiredError*>(&error) || unknown.empty()) {
        return refuse(error.what(), command);
    }
    return refuse("there is no command '" + unknown.front() + "'", command);
}

}  // namespace

std::variant<CtlCall, CtlExit> parse_ctl(
    const std::vector<std::string>& arguments, const std::string& default_endpoint
) {
    CtlCall call{default_endpoint, {}};
    CLI::App root("Works the laboratory of a running Stator.", "stator ctl");
    root.add_option("--endpoint", call.endpoint, "The server's URL, or STATOR_ENDPOINT")
        ->capture_default_str();
    root.require_subcommand(1);
    const auto verbs = add_verbs(root);
    try {
        root.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError& error) {
        return describe(root, error);
    }
    for (const ParsedVerb& parsed : verbs) {
        if (!parsed.app->parsed()) continue;
        RequestBuilder builder(*parsed.verb);
        for (const Given& given : parsed.given) {
            if (auto problem = builder.add(given)) return refuse(std::move(problem->sentence));
        }
        call.command = std::move(builder).finish();
    }
    return call;
}

}  // namespace stator::emulator::ctl
