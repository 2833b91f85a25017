// Resources: what a person can put before an assistant without a tool: stator://tables and the
// like.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "tools/client/caller.hpp"
#include "tools/mcp/message.hpp"
#include "tools/mcp/server_link.hpp"

namespace stator::tools::mcp {

class Resources {
public:
    // The link must outlive them.
    Resources(const ServerLink& link, client::Caller caller)
        : link_(link), caller_(std::move(caller)) {}

    // The result of resources/list: the fixed ones, and a description of each table as long as a
    // server answers.
    std::string list() const;

    // The result of resources/templates/list.
    static std::string templates();

    // The result of resources/read. Failures: there is no such resource; no server answers.
    std::variant<std::string, Failure> read(std::string_view uri) const;

private:
    std::variant<transport::HttpReply, std::string> fetch(std::string_view uri) const;

    const ServerLink& link_;
    client::Caller caller_;
};

}  // namespace stator::tools::mcp
