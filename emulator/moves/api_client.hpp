// ApiClient: calls operations of DynamoDB's API at an endpoint, whichever server listens there:
// signed as AWS's SDKs sign, and again where that helps. Blocking; keeps its connection. Not
// thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "engine/base/clock.hpp"
#include "signing/request_signing.hpp"
#include "transport/http_client.hpp"

namespace stator::emulator::moves {

struct ApiSettings {
    std::string endpoint;  // http[s]://host:port, with /u/NAME for a universe of Stator's
    std::string region = "us-east-1";
    signing::Secrets secrets = {"stator", "stator"};
    std::string ca_file = {};  // authorities that https is believed by; "" for the system's
    // Waits before a call is made again.
    std::function<void(std::chrono::milliseconds)> wait = {};
};

// Why an operation was not done.
struct ApiFailure {
    std::string type = {};  // "" when no reply came
    std::string sentence;
};

struct ApiReply {
    std::string body;
    // Items are lines, {"Item":…}, and what else the reply says is the last one.
    bool is_in_lines = false;
};

class ApiClient {
public:
    // Throws nothing; an endpoint that is none makes every call fail.
    ApiClient(ApiSettings settings, const engine::Clock& clock);

    // One more client of the same server, with a connection of its own. Not during a call.
    std::unique_ptr<ApiClient> another() const {
        auto client = std::make_unique<ApiClient>(settings_, clock_);
        client->has_answered_ = has_answered_;
        return client;
    }

    // The reply's JSON. Throttles, and what the server has failed at or dropped, are tried up to
    // ten times; a server that was never there is not. The reply is read into `memory`, where the
    // caller has a string that it needs no more.
    std::variant<std::string, ApiFailure> call(
        std::string_view operation, std::string json, std::string memory = {}
    );

    // The same for a Query or a Scan whose items are wanted in lines, which Stator's servers can do
    // and others need not know of.
    std::variant<ApiReply, ApiFailure> call_for_lines(
        std::string_view operation, std::string json, std::string memory = {}
    );

    // How many attempts the last call took.
    int attempts() const { return attempts_; }

    // Waits as before the attempt of that number, for what the caller has to do again.
    void back_off(int attempt) const;

private:
    struct Call {
        std::string_view operation;
        transport::HttpRequest request;
        bool wants_lines = false;
    };

    std::variant<transport::HttpReply, ApiFailure> attempt(Call call, std::string memory);
    // Signs the request and sends it.
    std::variant<transport::HttpReply, ApiFailure> attempt_once(
        Call& call, std::string memory, bool& is_worth_another
    );

    const ApiSettings settings_;
    const engine::Clock& clock_;
    std::string path_;
    std::unique_ptr<transport::HttpClient> http_;
    int attempts_ = 0;
    bool has_answered_ = false;
};

}  // namespace stator::emulator::moves
