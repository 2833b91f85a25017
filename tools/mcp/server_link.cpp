#include "tools/mcp/server_link.hpp"

#include <chrono>

#include "tools/client/admin_client.hpp"
#include "tools/client/search.hpp"

namespace stator::tools::mcp {
namespace {

// Clients stop waiting after a minute, so the reason must reach them before that.
constexpr std::chrono::seconds kPatience{50};

constexpr int kNotFound = 404;

}  // namespace

std::variant<transport::HttpReply, std::string> ServerLink::send(ServerRequest request) const {
    std::string endpoint = endpoint_;
    if (endpoint.empty()) {
        auto found = client::find_server(surroundings_);
        if (auto* const none = std::get_if<client::NoServer>(&found)) return none->sentence;
        endpoint = std::get<std::string>(std::move(found));
    }
    const client::AdminClient client(url_of(endpoint, request.universe), kPatience, access_);
    auto answered = client.exchange(request.http);
    const auto* const reply = std::get_if<transport::HttpReply>(&answered);
    const bool is_unknown_path = reply != nullptr && reply->status == kNotFound;
    if (!is_unknown_path || request.usual_path.empty()) return answered;
    request.http.path = request.usual_path;
    return client.exchange(std::move(request.http));
}

std::string ServerLink::url_of(const std::string& endpoint, const std::string& universe) const {
    const std::string& chosen = universe.empty() ? universe_ : universe;
    if (chosen.empty()) return endpoint;
    std::string url(client::destination_of(endpoint).server);
    while (url.ends_with('/')) url.pop_back();
    return url + "/u/" + chosen;
}

}  // namespace stator::tools::mcp
