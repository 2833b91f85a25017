#include "tools/client/search.hpp"

#include <algorithm>

#include "tools/client/admin_client.hpp"

namespace stator::tools::client {
namespace {

bool is_healthy(const transport::HttpReply& reply) {
    return reply.status == 200 && reply.body.starts_with("healthy: ");
}

bool is_dynamodb_local(const transport::HttpReply& reply) {
    return reply.status == 400 &&
           reply.body.find("#MissingAuthenticationToken") != std::string::npos;
}

}  // namespace

Answer ask_health(const std::string& endpoint, const std::string& ca_file) {
    const AdminClient client(endpoint, kPatience, {.ca_file = ca_file});
    const auto answered = client.send({"GET", "/health"});
    if (const auto* sentence = std::get_if<std::string>(&answered)) {
        return {Answerer::Nobody, *sentence};
    }
    const auto& reply = std::get<transport::HttpReply>(answered);
    if (is_healthy(reply)) return {Answerer::Stator, {}};
    if (is_dynamodb_local(reply)) {
        return {Answerer::DynamodbLocal, "DynamoDB Local answers at " + endpoint};
    }
    return {
        Answerer::Stranger,
        "what answers at " + endpoint + " is no Stator (GET /health is " +
            std::to_string(reply.status) + " there)"};
}

std::vector<emulator::PortHolder> running_stators(const std::string& proc) {
    std::vector<emulator::PortHolder> stators;
    for (const emulator::PortHolder& holder : emulator::port_holders(proc)) {
        // The main port is opened first; later ports are those of the admin API and of universes.
        const bool is_known =
            std::any_of(stators.begin(), stators.end(), [&holder](const auto& known) {
                return known.pid == holder.pid;
            });
        if (holder.is_stator() && !is_known) stators.push_back(holder);
    }
    return stators;
}

std::string local_endpoint(std::uint16_t port) {
    return "http://127.0.0.1:" + std::to_string(port);
}

std::variant<std::string, NoServer> find_server(const Surroundings& surroundings) {
    const Answer usual =
        ask_health(surroundings.usual_endpoint, surroundings.variable("AWS_CA_BUNDLE"));
    if (usual.who == Answerer::Stator) return surroundings.usual_endpoint;
    const auto stators = running_stators(surroundings.proc);
    if (stators.size() == 1) {
        std::string endpoint = local_endpoint(stators.front().port);
        if (ask_health(endpoint).who == Answerer::Stator) return endpoint;
    }
    if (stators.size() > 1) {
        std::string ports;
        for (const auto& stator : stators) {
            ports.append(ports.empty() ? "" : ", ").append(std::to_string(stator.port));
        }
        return NoServer{
            "several Stators run here, on the ports " + ports +
            ": choose one with --endpoint http://127.0.0.1:PORT."};
    }
    if (usual.who == Answerer::Nobody) return NoServer{usual.sentence};
    return NoServer{
        usual.sentence + ": start a Stator with another --port, and name it with --endpoint."};
}

}  // namespace stator::tools::client
