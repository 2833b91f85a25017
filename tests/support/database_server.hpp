// A server of DynamoDB's API. An engine handles its requests, except those for which a test injects
// faults.
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
    // Replaces the engine's reply to a request.
    struct Fault {
        std::optional<std::string> reply;  // nullopt closes the connection
    };

    using Faults = std::function<std::optional<Fault>(const ScriptedRequest&)>;

    DatabaseServer()
        : server_([this](const ScriptedRequest& request) { return answer(request); }) {}

    Database& database() { return database_; }

    std::string url() const { return server_.url(); }

    void set_faults(Faults faults);

    // The number of requests for an operation.
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
