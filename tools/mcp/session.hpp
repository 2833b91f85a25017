// Session: one client of the Model Context Protocol, beginning with its initialize request. Takes
// messages and returns the replies; it does not use streams or sockets. Not thread-safe.
//
// https://modelcontextprotocol.io/specification/2025-11-25
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tools/mcp/message.hpp"
#include "tools/mcp/protocol_version.hpp"
#include "tools/mcp/resources.hpp"
#include "tools/mcp/server_link.hpp"
#include "tools/mcp/tool.hpp"

namespace stator::tools::mcp {

struct SessionOptions {
    Permission permission = Permission::Read;
    std::size_t characters_max = 40'000;  // of a tool's reply
};

class Session {
public:
    // The link must outlive this object.
    Session(const ServerLink& link, const client::Caller& caller, SessionOptions options);

    // Answers one line, which is a message or, in the version that supports them, an array of
    // messages. Returns nullopt if no reply is needed. The reply has no line break.
    std::optional<std::string> handle(std::string line);

private:
    // JSON, or the reason for its absence.
    using Outcome = std::variant<std::string, Failure>;
    using Method = Outcome (Session::*)(protocol::wire::JsonView params);

    static Method find_method(std::string_view name);

    std::optional<std::string> handle_one(protocol::wire::JsonView json, bool is_in_batch);
    std::optional<std::string> handle_batch(protocol::wire::JsonView array);
    Outcome run(const Message& message, bool is_in_batch);

    Outcome initialize(protocol::wire::JsonView params);
    Outcome ping(protocol::wire::JsonView params);
    Outcome list_tools(protocol::wire::JsonView params);
    Outcome call_tool(protocol::wire::JsonView params);
    Outcome list_resources(protocol::wire::JsonView params);
    Outcome list_resource_templates(protocol::wire::JsonView params);
    Outcome read_resource(protocol::wire::JsonView params);

    Failure unknown_tool(std::string_view name) const;

    const ServerLink& link_;
    const SessionOptions options_;
    Tools tools_;
    // Tools that would exist with the permission to write.
    Tools withheld_;
    Resources resources_;
    // Nullopt before initialize.
    std::optional<ProtocolVersion> version_;
};

}  // namespace stator::tools::mcp
