#include "tools/ctl/command.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <deque>
#include <fstream>
#include <istream>
#include <iterator>
#include <optional>

#include "emulator/base/distribution_text.hpp"
#include "emulator/base/members.hpp"
#include "emulator/base/percent_encoding.hpp"
#include "emulator/base/time_text.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/command_line/unknown_argument.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/wire/json.hpp"
#include "tools/ctl/verbs.hpp"

namespace stator::tools::ctl {
namespace {

// Why the command line is rejected.
struct Misuse {
    std::string sentence;
};

template <class T>
using Understood = std::variant<T, Misuse>;

// An argument and the user's value for it; "" if the user set none.
struct Given {
    const CtlArgument* argument;
    std::string value;
};

// A row and its CLI11 subcommand.
struct ParsedVerb {
    const CtlVerb* verb;
    CLI::App* app;
    std::deque<Given> given;  // must not move, because CLI11 writes into it
};

Misuse misuse(const Given& given, std::string_view problem) {
    std::string sentence = given.argument->option;
    return {sentence.append(" ").append(problem).append(", not '" + given.value + "'")};
}

std::string quoted_json(std::string_view text) {
    std::string json;
    protocol::wire::append_json_string(json, text);
    return json;
}

// Returns digits unchanged, anything else as a JSON string.
std::string number_or_text(const std::string& value) {
    const auto number = protocol::parse_number<std::int64_t>(value);
    return number ? std::to_string(*number) : quoted_json(value);
}

Understood<std::string> distribution_json(const Given& given) {
    const auto distribution = emulator::parse_distribution(given.value);
    if (!distribution) {
        return misuse(given, "takes milliseconds, uniform:LEAST:MOST or exponential:MEAN");
    }
    std::string text;
    protocol::wire::JsonWriter json(text);
    emulator::write_distribution(json, *distribution);
    return text;
}

std::string all_of(std::istream& stream) {
    return {std::istreambuf_iterator<char>(stream), {}};
}

bool is_json(const std::string& value) {
    return value.starts_with('{') || value.starts_with('[');
}

// Whether the value is a fault's short form: "drop=after", "throttle". A file name has an extension
// or a path, and no "=".
bool is_short_form(const std::string& value) {
    if (is_json(value) || value == "-") return false;
    return value.find('=') != std::string::npos || value.find_first_of("./") == std::string::npos;
}

// Returns the value if it is JSON; otherwise the contents of the file, or of `in` for "-".
Understood<std::string> json_text(const std::string& value, std::istream& in) {
    if (is_json(value)) return value;
    std::ifstream file;
    if (value != "-") file.open(value, std::ios::binary);
    if (!file) return Misuse{"the file " + value + " cannot be read; name one that can"};
    std::string text = all_of(value == "-" ? in : file);
    const std::string place = value == "-" ? "standard input" : "the file " + value;
    if (!protocol::wire::JsonDocument::parse(text)) return Misuse{place + " has no JSON"};
    return text;
}

Understood<std::string> duration_json(const Given& given) {
    if (!protocol::parse_number<double>(given.value)) return quoted_json(given.value);
    return Misuse{emulator::unit_question(given.value)};
}

// Returns the JSON for an argument's value.
Understood<std::string> json_of(const Given& given, std::istream& in) {
    switch (given.argument->form) {
        case CtlForm::Text: return quoted_json(given.value);
        case CtlForm::Time: return number_or_text(given.value);
        case CtlForm::Duration: return duration_json(given);
        case CtlForm::Integer:
            // A seed may be larger than the maximum of a signed number.
            if (protocol::parse_number<std::int64_t>(given.value) ||
                protocol::parse_number<std::uint64_t>(given.value)) {
                return given.value;
            }
            return misuse(given, "takes a whole number");
        case CtlForm::Number: {
            const auto number = protocol::parse_number<double>(given.value);
            // The number is formatted again, because ".5" is a number but not valid JSON.
            if (number && std::isfinite(*number)) return protocol::significant_text(*number);
            return misuse(given, "takes a number");
        }
        case CtlForm::Switch:
            if (given.value == "on") return std::string("true");
            if (given.value == "off") return std::string("false");
            return misuse(given, "takes on or off");
        case CtlForm::Distribution: return distribution_json(given);
        case CtlForm::Json:
        case CtlForm::Fault: return json_text(given.value, in);
    }
    return given.value;
}

// Builds the request of one row.
class RequestBuilder {
public:
    RequestBuilder(const CtlVerb& verb, std::istream& in)
        : verb_(verb), in_(in), command_{verb.method, verb.path} {}

    std::optional<Misuse> add(const Given& given) {
        const CtlArgument& argument = *given.argument;
        if (given.value.empty()) {
            return argument.is_required
                       ? std::optional(Misuse{argument.option + " must not be empty"})
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
            case CtlPlace::Match:
            case CtlPlace::Body: return add_json(given);
        }
        return std::nullopt;
    }

    // Returns the error if arguments cannot be combined.
    std::optional<Misuse> check() const {
        if (command_.body.empty() || (members_.empty() && match_.empty())) return std::nullopt;
        return Misuse{"JSON says all of a rule itself; leave the options out"};
    }

    client::AdminCommand finish() && {
        if (!match_.empty()) append_member(members_, "match", "{" + match_ + "}");
        if (!members_.empty()) {
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
        command_.path.replace(at, placeholder.size(), emulator::percent_encoded(value));
    }

    void add_parameter(std::string_view name, std::string_view value) {
        const bool is_first = command_.path.find('?') == std::string::npos;
        command_.path.append(is_first ? "?" : "&").append(name).append("=");
        command_.path.append(emulator::percent_encoded(value));
    }

    std::optional<Misuse> add_json(const Given& given) {
        if (given.argument->form == CtlForm::Fault && is_short_form(given.value)) {
            append_member(members_, given.argument->name, quoted_json(given.value));
            return std::nullopt;
        }
        auto json = json_of(given, in_);
        if (auto* const problem = std::get_if<Misuse>(&json)) return *problem;
        auto& text = std::get<std::string>(json);
        if (given.argument->place == CtlPlace::Body) {
            command_.body = std::move(text);
            return std::nullopt;
        }
        const bool is_match = given.argument->place == CtlPlace::Match;
        append_member(is_match ? match_ : members_, given.argument->name, text);
        return std::nullopt;
    }

    static void append_member(std::string& to, std::string_view name, const std::string& json) {
        to.append(to.empty() ? "" : ",").append(quoted_json(name)).append(":").append(json);
    }

    const CtlVerb& verb_;
    std::istream& in_;
    client::AdminCommand command_;
    std::string members_;
    std::string match_;
};

// Declares the arguments of a row to CLI11.
void add_arguments(ParsedVerb& parsed) {
    for (const CtlArgument& argument : parsed.verb->arguments) {
        Given& given = parsed.given.emplace_back(Given{&argument, argument.fallback});
        CLI::Option* const declared =
            parsed.app->add_option(argument.option, given.value, argument.help);
        if (argument.is_required) declared->required();
        if (!argument.fallback.empty()) declared->capture_default_str();
        if (argument.place == CtlPlace::Body) declared->type_name("FILE");
        if (argument.form == CtlForm::Switch) declared->type_name("{on,off}");
    }
}

std::deque<ParsedVerb> add_verbs(CLI::App& root) {
    std::deque<ParsedVerb> parsed;
    for (const CtlTopic& topic : ctl_topics()) {
        CLI::App* parent = &root;
        if (!topic.help.empty()) {
            parent = root.add_subcommand(topic.name, topic.help)->fallthrough();
            parent->require_subcommand(1);
        }
        for (const CtlVerb& verb : topic.verbs) {
            const std::string& name = verb.verb.empty() ? topic.name : verb.verb;
            CLI::App* const app = parent->add_subcommand(name, verb.help)->fallthrough();
            add_arguments(parsed.emplace_back(ParsedVerb{&verb, app, {}}));
        }
    }
    return parsed;
}

// The CLI11 parser and the variables that it fills.
struct Parser {
    explicit Parser(const std::string& default_endpoint) : endpoint(default_endpoint) {
        root.add_option("--endpoint", endpoint, "The server's URL, or STATOR_ENDPOINT")
            ->capture_default_str();
        root.add_option("--universe", universe, "Work on this universe instead of 'default'");
        root.add_option("--admin-token", admin_token, "What a server on a network asks for")
            ->envname("STATOR_ADMIN_TOKEN");
        root.add_option("--ca", ca_file, "Authorities that an https server is believed by")
            ->envname("AWS_CA_BUNDLE")
            ->type_name("FILE");
        root.require_subcommand(1);
        verbs = add_verbs(root);
    }

    std::string endpoint;
    std::string universe;
    std::string admin_token;
    std::string ca_file;
    CLI::App root{"Works the laboratory of a running Stator.", "stator ctl"};
    std::deque<ParsedVerb> verbs;
};

CtlExit refuse(std::string sentence, const std::string& command = "stator ctl") {
    return {2, "stator ctl: " + std::move(sentence) + "; see " + command + " --help.\n"};
}

// Returns the help or the error of the innermost command that was recognised.
CtlExit describe(const CLI::App& root, const CLI::ParseError& error) {
    if (dynamic_cast<const CLI::Success*>(&error)) return {0, root.help()};
    const CLI::App* app = &root;
    std::string command = root.get_name();
    while (!app->get_subcommands().empty()) {
        app = app->get_subcommands().front();
        command.append(" ").append(app->get_name());
    }
    const auto unknown = root.remaining(true);
    const bool is_no_command = !unknown.empty() && !unknown.front().starts_with('-');
    if (!dynamic_cast<const CLI::RequiredError*>(&error) || !is_no_command) {
        return refuse(emulator::command_line::clause_on(root, error), command);
    }
    return refuse("there is no command '" + unknown.front() + "'", command);
}

}  // namespace

std::variant<CtlCall, CtlExit> parse_ctl(
    const std::vector<std::string>& arguments, const std::string& default_endpoint, std::istream& in
) {
    Parser parser(default_endpoint);
    auto& [endpoint, universe, admin_token, ca_file, root, verbs] = parser;
    try {
        root.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError& error) {
        return describe(root, error);
    }
    CtlCall call{endpoint, {}};
    call.admin_token = admin_token;
    call.ca_file = ca_file;
    for (const ParsedVerb& parsed : verbs) {
        if (!parsed.app->parsed()) continue;
        RequestBuilder builder(*parsed.verb, in);
        for (const Given& given : parsed.given) {
            if (auto problem = builder.add(given)) return refuse(std::move(problem->sentence));
        }
        if (auto problem = builder.check()) return refuse(std::move(problem->sentence));
        call.command = std::move(builder).finish();
        call.compares = parsed.verb->compares;
    }
    if (universe.empty()) return call;
    if (!emulator::is_universe_name(universe)) {
        return refuse(
            "'" + universe + "' cannot be the name of a universe; use letters and digits"
        );
    }
    call.command.path.insert(0, "/u/" + universe);
    return call;
}

emulator::command_line::Command command_tree() {
    const Parser parser("http://127.0.0.1:8000");
    return emulator::command_line::command_tree(parser.root);
}

}  // namespace stator::tools::ctl
