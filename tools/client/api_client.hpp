// ApiClient: calls operations of DynamoDB's API at an endpoint, which can be Stator, AWS or another
// server. Signs requests as AWS's SDKs do and retries calls that may succeed later. Blocking; keeps
// its connection open. Not thread-safe.
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
    std::string endpoint;  // http[s]://host:port; a universe of a Stator is /u/NAME
    std::string region = "us-east-1";
    signing::Secrets secrets = {"stator", "stator"};
    std::string ca_file = {};  // CA certificates for HTTPS, in PEM; "" for the system's
    // Waits before a retry.
    std::function<void(std::chrono::milliseconds)> wait = {};
    // Seed of the random part of the delays. Clients that work at the same time use different
    // seeds.
    std::uint32_t seed = 0;
};

// Why an operation failed.
struct ApiFailure {
    std::string type = {};  // "" if no reply was received
    std::string sentence;
};

struct ApiReply {
    std::string body;
    // Items are lines, {"Item":…}; the last line contains the other members of the reply.
    bool is_in_lines = false;
};

class ApiClient {
public:
    // Maximum number of throttled attempts of one call.
    static constexpr int kMostThrottles = 60;

    // Throws nothing. If the endpoint is not a valid URL, every call fails.
    ApiClient(ApiSettings settings, const engine::Clock& clock);

    // Returns another client of the same server, with its own connection. Must not be called during
    // a call.
    std::unique_ptr<ApiClient> another() const {
        ApiSettings settings = settings_;
        ++settings.seed;
        auto client = std::make_unique<ApiClient>(std::move(settings), clock_);
        client->has_answered_ = has_answered_;
        return client;
    }

    // Returns the reply's JSON. Retries up to ten times in a row if the server fails or drops the
    // connection, and up to sixty times, about five minutes in all, if it throttles. DynamoDB
    // throttles a whole BatchWriteItem if it can process none of its items, so this case must wait
    // like unprocessed items. Does not retry if the server is unreachable and has never answered.
    // The reply is read into `memory`, a string that the caller no longer needs.
    // AWS: BatchWriteItem, API reference; "If none of the items can be processed …".
    std::variant<std::string, ApiFailure> call(
        std::string_view operation, std::string json, std::string memory = {}
    );

    // Like call(), for a Query or a Scan whose items are wanted in lines. Stator servers support
    // lines; other servers ignore the request and reply in plain JSON.
    std::variant<ApiReply, ApiFailure> call_for_lines(
        std::string_view operation, std::string json, std::string memory = {}
    );

    // Number of attempts that the last call took.
    int attempts() const { return attempts_; }

    // Waits as call() does after attempt number `attempt`, for work that the caller repeats. The
    // delay doubles each time, up to 6.4 seconds, and its second half is random, so that clients
    // that were throttled together do not retry together.
    void back_off(int attempt);

private:
    struct Call {
        std::string_view operation;
        transport::HttpRequest request;
        bool wants_lines = false;
    };

    // Whether a failed call may succeed if it is repeated.
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
