#include "emulator/ctl/client.hpp"

#include "transport/endpoint.hpp"
#include "transport/http_client.hpp"

namespace stator::emulator::ctl {
namespace {

transport::HttpRequest http_request(const AdminCommand& command) {
    transport::HttpRequest request;
    request.method = command.method;
    request.path = command.path;
    request.headers.push_back({"Connection", "close"});
    if (!command.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
    request.body = command.body;
    return request;
}

}  // namespace

std::variant<transport::HttpReply, std::string> AdminClient::send(const AdminCommand& command
) const {
    const auto endpoint = transport::parse_endpoint(endpoint_);
    if (!endpoint || endpoint->is_tls) {
        return "'" + endpoint_ +
               "' is not the URL of a server: give --endpoint one such as http://127.0.0.1:8000.";
    }
    try {
        return transport::HttpClient(*endpoint, patience_).send(http_request(command));
    } catch (const transport::TimeoutError&) {
        return endpoint_ + " does not answer: see whether a Stator listens there.";
    } catch (const transport::BrokenReplyError&) {
        return "what listens at " + endpoint_ +
               " ended the connection without a whole HTTP answer: see whether it is a Stator.";
    } catch (const transport::TransportError& error) {
        return "no server answers at " + endpoint_ + " (" + error.what() +
               "): start one with 'stator', or name another with --endpoint.";
    }
}

}  // namespace stator::emulator::ctl
