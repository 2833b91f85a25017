#include "tools/client/api_client.hpp"

#include <algorithm>

#include "emulator/base/header_text.hpp"
#include "emulator/base/media_types.hpp"
#include "emulator/base/signing_time.hpp"
#include "engine/base/seeded_random.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/admin_client.hpp"
#include "transport/endpoint.hpp"
#include "transport/tls_stream.hpp"

namespace stator::tools::client {
namespace {

constexpr int kMostFailuresInARow = 10;
constexpr std::chrono::seconds kReplyPatience{60};
constexpr int kOk = 200;
constexpr int kServerFault = 500;

// Returns "ValidationException" for "com.amazonaws.dynamodb.v20120810#ValidationException".
std::string type_of(std::string_view text) {
    const std::size_t hash = text.find('#');
    return std::string(hash == std::string_view::npos ? text : text.substr(hash + 1));
}

bool is_throttle(std::string_view type) {
    return type == "ProvisionedThroughputExceededException" || type == "ThrottlingException" ||
           type == "RequestLimitExceeded";
}

// The limit may be on tables that change at the same time, which is temporary, or on the number of
// tables, which is permanent.
bool is_limit(std::string_view type) {
    return type == "LimitExceededException";
}

ApiFailure failure_of(const transport::HttpReply& reply, std::string_view operation) {
    const auto document = protocol::wire::JsonDocument::parse(reply.body);
    const bool is_object = document && document->root().is_object();
    const std::string type =
        is_object ? type_of(document->root().string_or_empty("__type")) : std::string();
    std::string message;
    if (is_object) {
        message = document->root().string_or_empty("message");
        if (message.empty()) message = document->root().string_or_empty("Message");
    }
    std::string sentence(operation);
    sentence.append(" was answered with ")
        .append(type.empty() ? std::to_string(reply.status) : type);
    if (!message.empty()) sentence.append(": ").append(message);
    return {type, std::move(sentence)};
}

}  // namespace

ApiClient::ApiClient(ApiSettings settings, const engine::Clock& clock)
    : settings_(std::move(settings)),
      clock_(clock),
      random_(engine::mix(settings_.seed, static_cast<std::uint64_t>(clock.now().unix_ms()))) {
    const auto destination = destination_of(settings_.endpoint);
    path_ = destination.universe.empty() ? "/" : std::string(destination.universe);
    const auto endpoint = transport::parse_endpoint(destination.server);
    if (endpoint)
        http_ = std::make_unique<transport::HttpClient>(
            *endpoint, kReplyPatience, transport::connector({.ca_file = settings_.ca_file})
        );
}

std::variant<std::string, ApiFailure> ApiClient::call(
    std::string_view operation, std::string json, std::string memory
) {
    auto answer = attempt({operation, {"POST", path_, {}, std::move(json)}}, std::move(memory));
    if (auto* failure = std::get_if<ApiFailure>(&answer)) return std::move(*failure);
    return std::move(std::get<transport::HttpReply>(answer).body);
}

std::variant<ApiReply, ApiFailure> ApiClient::call_for_lines(
    std::string_view operation, std::string json, std::string memory
) {
    auto answer =
        attempt({operation, {"POST", path_, {}, std::move(json)}, true}, std::move(memory));
    if (auto* failure = std::get_if<ApiFailure>(&answer)) return std::move(*failure);
    auto& reply = std::get<transport::HttpReply>(answer);
    const std::string* const header = transport::find_header(reply.headers, "Content-Type");
    std::string_view type = header == nullptr ? std::string_view() : *header;
    type = emulator::trimmed(emulator::take_until(type, ';'));
    const bool is_in_lines = emulator::equals_ignoring_case(type, emulator::kJsonLines);
    return ApiReply{std::move(reply.body), is_in_lines};
}

std::variant<transport::HttpReply, ApiFailure> ApiClient::attempt(Call call, std::string memory) {
    int failures = 0;
    int throttles = 0;
    for (attempts_ = 1;; ++attempts_) {
        Hope hope = Hope::None;
        auto answer = attempt_once(call, std::exchange(memory, {}), hope);
        // A throttling server is working, so throttling does not count as a failure.
        failures = hope == Hope::Failing ? failures + 1 : 0;
        if (hope == Hope::Throttled) ++throttles;
        if (hope == Hope::None || failures == kMostFailuresInARow || throttles == kMostThrottles) {
            return answer;
        }
        back_off(attempts_);
    }
}

void ApiClient::back_off(int attempt) {
    constexpr int kMostDoublings = 8;
    const int half_ms = (25 << std::min(attempt, kMostDoublings)) / 2;
    random_ = engine::mix(random_);
    const int drawn_ms = static_cast<int>(engine::unit_interval(random_) * (half_ms + 1));
    if (settings_.wait) settings_.wait(std::chrono::milliseconds(half_ms + drawn_ms));
}

std::variant<transport::HttpReply, ApiFailure> ApiClient::attempt_once(
    Call& call, std::string memory, Hope& hope
) {
    transport::HttpRequest& request = call.request;
    if (http_ == nullptr) {
        return ApiFailure{
            {}, "'" + settings_.endpoint + "' is no endpoint; give one as http://127.0.0.1:8000."};
    }
    const signing::Time now = emulator::signing_time(clock_.now());
    signing::Message message{"POST", path_};
    message.payload_hash = signing::hex_sha256(request.body);
    message.headers = {
        {"Host", transport::host_header(http_->endpoint())},
        {"X-Amz-Date", signing::time_text(now)},
        {"X-Amz-Target", "DynamoDB_20120810." + std::string(call.operation)}};
    if (!settings_.secrets.session_token.empty()) {
        message.headers.emplace_back("X-Amz-Security-Token", settings_.secrets.session_token);
    }
    request.headers.clear();
    for (const auto& [name, value] : message.headers) request.headers.push_back({name, value});
    request.headers.push_back({"Content-Type", std::string(emulator::kAmzJson)});
    if (call.wants_lines) request.headers.push_back({"Accept", std::string(emulator::kJsonLines)});
    request.headers.push_back(
        {"Authorization",
         signing::authorization(message, {settings_.region, "dynamodb"}, settings_.secrets, now)}
    );
    try {
        transport::HttpReply reply = http_->send(request, std::move(memory));
        has_answered_ = true;
        if (reply.status == kOk) return reply;
        ApiFailure failure = failure_of(reply, call.operation);
        if (is_throttle(failure.type)) {
            hope = Hope::Throttled;
        } else if (reply.status >= kServerFault || is_limit(failure.type)) {
            hope = Hope::Failing;
        }
        return failure;
    } catch (const transport::TransportError& error) {
        // If the server has never answered, retries for half a minute would not help.
        const bool is_reached = dynamic_cast<const transport::UnreachableError*>(&error) == nullptr;
        if (is_reached || has_answered_) hope = Hope::Failing;
        return ApiFailure{
            {}, "no server answers at " + settings_.endpoint + ": " + std::string(error.what())};
    }
}

}  // namespace stator::tools::client
