#include "tools/ctl/application.hpp"

#include <ostream>

#include "protocol/wire/json.hpp"
#include "tools/client/admin_client.hpp"
#include "tools/client/indented_json.hpp"
#include "tools/ctl/command.hpp"

namespace stator::tools::ctl {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

bool is_json(const transport::HttpReply& reply) {
    const std::string* const type = transport::find_header(reply.headers, "Content-Type");
    return type != nullptr && type->starts_with("application/json") &&
           JsonDocument::parse(reply.body).has_value();
}

// Returns the server's error message.
std::string refusal_sentence(const transport::HttpReply& reply, const std::string& endpoint) {
    const auto document = JsonDocument::parse(reply.body);
    if (document && document->root().is_object()) {
        const auto message = document->root().find("message");
        if (message && message->is_string()) return std::string(message->string());
    }
    return endpoint + " answered " + std::to_string(reply.status) +
           ": see whether it is a Stator whose admin API listens there (--admin-port, --no-admin).";
}

// Assertions are answered with status 200 whether they pass or fail. Reports failed assertions on
// `err`.
bool holds(const transport::HttpReply& reply, std::ostream& err) {
    const auto document = JsonDocument::parse(reply.body);
    if (!document || !document->root().is_object()) return true;
    const auto passed = document->root().find("passed");
    if (!passed || !passed->is_boolean() || passed->boolean()) return true;
    const auto results = document->root().find("results");
    if (!results || !results->is_array()) return false;
    for (const auto& element : results->elements()) {
        const JsonView result(element);
        const auto one = result.find("passed");
        if (!one || !one->is_boolean() || one->boolean()) continue;
        err << "stator ctl: " << result.string_or_empty("sentence") << '\n';
    }
    return false;
}

// Whether the compared objects differ. A text comparison is empty if they are equal.
bool differs(const transport::HttpReply& reply) {
    if (!is_json(reply)) return !reply.body.empty();
    const auto document = JsonDocument::parse(reply.body);
    const auto equal = document->root().find("equal");
    return !equal || !equal->is_boolean() || !equal->boolean();
}

}  // namespace

int run_ctl(
    const std::vector<std::string>& arguments,
    const std::string& default_endpoint,
    std::istream& in,
    std::ostream& out,
    std::ostream& err
) {
    const auto parsed = parse_ctl(arguments, default_endpoint, in);
    if (const auto* exit = std::get_if<CtlExit>(&parsed)) {
        (exit->code == 0 ? out : err) << exit->text;
        return exit->code;
    }
    const auto& call = std::get<CtlCall>(parsed);
    const int failure = call.compares ? 2 : 1;
    constexpr std::chrono::minutes kPatience{2};
    const client::AdminClient client(call.endpoint, kPatience, {call.admin_token, call.ca_file});
    const auto answered = client.send(call.command);
    if (const auto* sentence = std::get_if<std::string>(&answered)) {
        err << "stator ctl: " << *sentence << '\n';
        return failure;
    }
    const auto& reply = std::get<transport::HttpReply>(answered);
    if (reply.status < 200 || reply.status >= 300) {
        err << "stator ctl: " << refusal_sentence(reply, call.endpoint) << '\n';
        return failure;
    }
    const std::string text = is_json(reply) ? client::indented_json(reply.body) : reply.body;
    out << text;
    if (!text.empty() && text.back() != '\n') out << '\n';
    if (call.compares) return differs(reply) ? 1 : 0;
    return holds(reply, err) ? 0 : 1;
}

}  // namespace stator::tools::ctl
