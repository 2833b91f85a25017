#include "tools/doctor/server_checks.hpp"

#include <fstream>
#include <optional>

#include "protocol/base/number_text.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/admin_client.hpp"
#include "tools/client/search.hpp"
#include "transport/endpoint.hpp"
#include "transport/http_client.hpp"
#include "transport/tls_stream.hpp"

namespace stator::tools::doctor {
namespace {

using transport::Endpoint;

std::string plain_url(const Endpoint& endpoint) {
    return "http://" + transport::host_header({false, endpoint.host, endpoint.port});
}

bool is_local(const std::string& host) {
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}

std::optional<emulator::PortHolder> holder_of(
    const Endpoint& endpoint, const client::Surroundings& surroundings
) {
    const auto port = protocol::parse_number<std::uint16_t>(endpoint.port);
    if (!port || !is_local(endpoint.host)) return std::nullopt;
    return emulator::find_port_holder(*port, surroundings.proc);
}

// Whether a TLS handshake succeeds with any certificate.
bool speaks_tls(const Endpoint& endpoint) {
    try {
        const auto deadline = std::chrono::steady_clock::now() + client::kPatience;
        transport::connector({.is_insecure = true})(endpoint, deadline);
        return true;
    } catch (const transport::TransportError&) {
        return false;
    }
}

// Explains why no server answers over HTTPS, because SDKs report this in many different ways.
Finding tls_finding(
    const std::string& url, const Endpoint& endpoint, const client::Answer& answer
) {
    if (endpoint.host.ends_with(".amazonaws.com")) {
        return {true, url + " is AWS itself: set the endpoint to Stator's, http://127.0.0.1:8000."};
    }
    const std::string plain = plain_url(endpoint);
    const bool is_there = client::ask_health(plain).who == client::Answerer::Stator;
    if (is_there && speaks_tls(endpoint)) {
        return {
            true,
            answer.sentence +
                " Stator says at its start where its authority's file is: name that by "
                "AWS_CA_BUNDLE, for Node.js by NODE_EXTRA_CA_CERTS."};
    }
    return {
        true,
        url + " says https, and Stator speaks http" +
            (is_there ? ": set the endpoint to " + plain + "."
                      : " (though not there): set the endpoint to that of a running Stator.")};
}

Finding absence_finding(
    const client::Answer& answer, const std::string& url, const client::Surroundings& around
) {
    const auto stators = client::running_stators(around.proc);
    if (stators.empty()) return {true, answer.sentence};
    const emulator::PortHolder& stator = stators.front();
    return {
        true,
        "no server answers at " + url + ", but a Stator listens on port " +
            std::to_string(stator.port) + ", " + stator.text() + ": set the endpoint to " +
            client::local_endpoint(stator.port) + "."};
}

Finding stranger_finding(
    const client::Answer& answer, const Endpoint& endpoint, const client::Surroundings& surroundings
) {
    std::string sentence = answer.sentence;
    if (const auto holder = holder_of(endpoint, surroundings)) {
        sentence.append(", ").append(holder->text());
    }
    return {true, sentence + ": stop it, or start Stator with another --port and name that."};
}

// Whether this machine has the loopback address ::1.
bool has_ipv6_loopback(const client::Surroundings& surroundings) {
    std::ifstream file(surroundings.proc + "/net/if_inet6");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("00000000000000000000000000000001 ")) return true;
    }
    return false;
}

// Some clients resolve "localhost" only to ::1, for example Node.js 17 to 19.
std::optional<Finding> localhost_finding(
    const Endpoint& endpoint, const client::Surroundings& surroundings
) {
    if (endpoint.is_tls || endpoint.host != "localhost" || !has_ipv6_loopback(surroundings))
        return std::nullopt;
    if (client::ask_health("http://[::1]:" + endpoint.port).who == client::Answerer::Stator)
        return std::nullopt;
    return Finding{
        false,
        "Stator does not listen on ::1, which some clients (Node.js 17 to 19) take localhost for: "
        "use http://127.0.0.1:" +
            endpoint.port + ", or start Stator with --host '*'."};
}

transport::HttpRequest list_tables(const client::Caller& caller, std::string_view universe) {
    auto request = client::request_of(caller, "DynamoDB_20120810.ListTables", "{}");
    request.path.insert(0, universe);
    request.headers.push_back({"Connection", "close"});
    return request;
}

std::string message_of(const transport::HttpReply& reply) {
    const auto document = protocol::wire::JsonDocument::parse(reply.body);
    if (!document || !document->root().is_object()) return "it gives no reason";
    for (const char* name : {"message", "Message"}) {
        const auto message = document->root().find(name);
        if (message && message->is_string()) return std::string(message->string());
    }
    return "it gives no reason";
}

// Sends a request as an SDK would. Stator does not check the signature.
std::optional<Finding> request_finding(
    const Endpoint& endpoint,
    std::string_view universe,
    const client::Caller& caller,
    const std::string& ca_file
) {
    try {
        auto connect = transport::connector({.ca_file = ca_file});
        transport::HttpClient client(endpoint, client::kPatience, std::move(connect));
        const auto reply = client.send(list_tables(caller, universe));
        if (reply.status == 200) return std::nullopt;
        return Finding{
            true,
            "ListTables with the access key '" + caller.access_key + "' in region '" +
                caller.region + "' is refused (" + std::to_string(reply.status) +
                "): " + message_of(reply)};
    } catch (const transport::TransportError& error) {
        return Finding{
            true,
            "ListTables is not answered (" + std::string(error.what()) +
                "): look into the log of the server."};
    }
}

}  // namespace

Findings check_server(
    const std::string& url, const client::Caller& caller, const client::Surroundings& surroundings
) {
    const auto [server, universe] = client::destination_of(url);
    const auto endpoint = transport::parse_endpoint(server);
    if (!endpoint) {
        return {
            {true,
             "the endpoint '" + url +
                 "' is not the URL of a server: set it to one such as http://127.0.0.1:8000."}};
    }
    Findings findings = check_proxies(surroundings, endpoint->host);
    const std::string ca_file = surroundings.variable("AWS_CA_BUNDLE");
    const bool is_aws = endpoint->is_tls && endpoint->host.ends_with(".amazonaws.com");
    const client::Answer answer = is_aws ? client::Answer{} : client::ask_health(url, ca_file);
    if (endpoint->is_tls && answer.who == client::Answerer::Nobody) {
        findings.push_back(tls_finding(url, *endpoint, answer));
        return findings;
    }
    switch (answer.who) {
        case client::Answerer::Nobody:
            findings.push_back(absence_finding(answer, url, surroundings));
            return findings;
        case client::Answerer::DynamodbLocal:
        case client::Answerer::Stranger:
            findings.push_back(stranger_finding(answer, *endpoint, surroundings));
            return findings;
        case client::Answerer::Stator: break;
    }
    if (auto note = localhost_finding(*endpoint, surroundings))
        findings.push_back(*std::move(note));
    if (auto refusal = request_finding(*endpoint, universe, caller, ca_file)) {
        findings.push_back(*std::move(refusal));
    }
    return findings;
}

}  // namespace stator::tools::doctor
