// ServerLink: the connection to the running Stator that the tools use. Looks for the server at each
// request, so the server may start later and may be restarted. Blocking; not thread-safe.
#pragma once

#include <string>
#include <variant>

#include "tools/client/admin_client.hpp"
#include "tools/client/surroundings.hpp"
#include "tools/mcp/tool.hpp"
#include "transport/http_message.hpp"

namespace stator::tools::mcp {

class ServerLink {
public:
    // `endpoint` is the server's URL; "" to find it as `stator env` does. `universe` is the default
    // universe; "" for that of the URL.
    ServerLink(
        std::string endpoint,
        std::string universe,
        client::Surroundings surroundings,
        client::AdminAccess access = {}
    )
        : endpoint_(std::move(endpoint)),
          universe_(std::move(universe)),
          surroundings_(std::move(surroundings)),
          access_(std::move(access)) {}

    // Returns the reply, or a sentence that says why no reply was received and how to fix that.
    std::variant<transport::HttpReply, std::string> send(ServerRequest request) const;

private:
    std::string url_of(const std::string& endpoint, const std::string& universe) const;

    std::string endpoint_;
    std::string universe_;
    client::Surroundings surroundings_;
    client::AdminAccess access_;
};

}  // namespace stator::tools::mcp
