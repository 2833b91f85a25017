#include "tools/client/admin_client.hpp"

#include <algorithm>

#include "transport/endpoint.hpp"
#include "transport/http_client.hpp"
#include "transport/tls_stream.hpp"

namespace stator::tools::client {
namespace {

transport::HttpRequest http_request(const AdminCommand& command) {
    transport::HttpRequest request;
    request.method = command.method;
    request.path = command.path;
    if (!command.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
    request.body = command.body;
    return request;
}

}  // namespace

Destination destination_of(std::string_view url) {
    const std::size_t at = std::min(url.find("/u/"), url.size());
    Destination destination{url.substr(0, at), url.substr(at)};
    if (destination.universe.ends_with('/')) destination.universe.remove_suffix(1);
    return destination;
}

std::variant<transport::HttpReply, std::string> AdminClient::send(const AdminCommand& command
) const {
    return exchange(http_request(command));
}

std::variant<transport::HttpReply, std::string> AdminClient::exchange(transport::HttpRequest request
) const {
    const auto [server, universe] = destination_of(endpoint_);
    const auto endpoint = transport::parse_endpoint(server);
    if (!endpoint) {
        return "'" + endpoint_ +
               "' is not the URL of a server: give --endpoint one such as http://127.0.0.1:8000.";
    }
    request.path.insert(0, universe);
    request.headers.push_back({"Connection", "close"});
    if (!access_.token.empty()) {
        request.headers.push_back({"X-Stator-Admin-Token", access_.token});
    }
    try {
        auto connect = transport::connector({.ca_file = access_.ca_file});
        return transport::HttpClient(*endpoint, patience_, std::move(connect)).send(request);
    } catch (const transport::HandshakeError& error) {
        return "there is no TLS with " + endpoint_ + " (" + error.what() +
               "): name the file of its authority by AWS_CA_BUNDLE, or ask by http://.";
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

}  // namespace stator::tools::client
