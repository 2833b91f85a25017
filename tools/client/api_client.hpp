// ApiClient: calls operations of DynamoDB's API at an endpoint, whichever server listens there:
// signed as AWS's SDKs sign, and again where that helps. Blocking; keeps its connection. Not
// thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "engine/base/clock.hpp"
#include "signing/request_signing.hpp"
#include "transport/http_client.hpp"

namespace stator::tools::client {

struct ApiSettings {
    std::string endpoint;  // http[s]://host:port, with /u/NAME for a universe of Stator's
    std::string region = "us-east-1";
    signing::Secrets secrets = {"stator", "stator"};
    std::string ca_file = {};  // authorities that https is believed by; "" for the system's
    // Waits before a call is made again.
    std::function<void(std::chrono::milliseconds)> wait = {};
    // Of how long it waits: clients that work at the same time take different ones.
    std::uint32_t seed = 0;
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
    // Of one call, until it is given up.
    static constexpr int kMostThrottles = 60;

    // Throws nothing; an endpoint that is none makes every call fail.
    ApiClient(ApiSettings settings, const engine::Clock& clock);

    // One more client of the same server, with a connection of its own. Not during a call.
    std::unique_ptr<ApiClient> another() const {
        ApiSettings settings = settings_;
        ++settings.seed;
        auto client = std::make_unique<ApiClient>(std::move(settings), clock_);
        client->has_answered_ = has_answered_;
        return client;
    }

    // The reply's JSON. What the server has failed at or dropped is tried up to ten times in a row,
    // and what it throttles up to sixty times, which takes some five minutes: DynamoDB throttles a
    // BatchWriteItem as a whole where it can process none of its items, so that is to be waited for
    // as unprocessed items are. A server that was never there is tried once. The reply is read into
    // `memory`, where the caller has a string that it needs no more.
    // AWS: BatchWriteItem, API reference; "If none of the items can be processed …".
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

    // Waits as after the attempt of that number, for what the caller has to do again: twice as long
    // each time, up to 6.4 seconds, of which the second half is drawn, so that clients that were
    // refused together do not come back together.
    void back_off(int attempt);

private:
    struct Call {
        std::string_view operation;
        transport::HttpRequest request;
        bool wants_lines = false;
    };

    // Whether a call that failed may succeed when it is made again.
    enum class Hope { None, Failing, Throttled };

    std::variant<transport::HttpReply, ApiFailure> attempt(Call call, std::string memory);
    // Signs the request and sends it.
    std::variant<transport::HttpReply, ApiFailure> attempt_once(
        Call& call, std::string memory, Hope& hope
    );

    const ApiSettings settings_;
    const engine::Clock& clock_;
    std::string path_;
    std::unique_ptr<transport::HttpClient> http_;
    std::uint64_t random_;
    int attempts_ = 0;
    bool has_answered_ = false;
};

}  // namespace stator::tools::client
