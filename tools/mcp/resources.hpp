// Resources: data that a user can give to an assistant without a tool, for example stator://tables.
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
    // The link must outlive this object.
    Resources(const ServerLink& link, client::Caller caller)
        : link_(link), caller_(std::move(caller)) {}

    // Returns the result of resources/list: the fixed resources, and a description of each table if
    // a server answers.
    std::string list() const;

    // Returns the result of resources/templates/list.
    static std::string templates();

    // Returns the result of resources/read. Failures: the resource does not exist; no server
    // answers.
    std::variant<std::string, Failure> read(std::string_view uri) const;

private:
    std::variant<transport::HttpReply, std::string> fetch(std::string_view uri) const;

    const ServerLink& link_;
    client::Caller caller_;
};

}  // namespace stator::tools::mcp
