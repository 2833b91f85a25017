// A server of DynamoDB's API whose answers are those of an engine, unless a test has faults for it.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "tests/support/database.hpp"
#include "tests/support/scripted_server.hpp"

namespace stator::testing {

class DatabaseServer {
public:
    // What a request meets instead of the engine; nothing for no fault.
    struct Fault {
        std::optional<std::string> reply;  // none closes the connection
    };

    using Faults = std::function<std::optional<Fault>(const ScriptedRequest&)>;

    DatabaseServer()
        : server_([this](const ScriptedRequest& request) { return answer(request); }) {}

    Database& database() { return database_; }

    std::string url() const { return server_.url(); }

    void set_faults(Faults faults);

    // How often an operation was asked for.
    int count(const std::string& operation) const;

private:
    std::optional<std::string> answer(const ScriptedRequest& request);

    mutable std::mutex mutex_;
    Database database_;
    Faults faults_;
    std::map<std::string, int> counts_;
    ScriptedServer server_;
};

}  // namespace stator::testing
