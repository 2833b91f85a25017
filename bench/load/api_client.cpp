#include "load/api_client.hpp"

#include <rapidjson/document.h>
#include <rapidjson/pointer.h>

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "load/clock.hpp"

namespace stator::bench {

namespace {

constexpr time_t kSilenceSecondsMax = 60;
constexpr std::size_t kReceiveBytes = 16'384;
constexpr Nanoseconds kTableWaitMax = 60 * kSecond;

std::string name_body(std::string_view table) {
    return R"({"TableName":")" + std::string(table) + R"("})";
}

bool is_error(const Answer& answer, std::string_view type) {
    return !answer.ok() && answer.body.find(type) != std::string::npos;
}

// Repeats `attempt` every few milliseconds until it returns true.
template <class Attempt>
void wait_for(const std::string& what, Attempt attempt) {
    const Nanoseconds deadline = now_ns() + kTableWaitMax;
    while (!attempt()) {
        if (now_ns() > deadline) throw std::runtime_error("waited a minute in vain for " + what);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

[[noreturn]] void refuse(const std::string& what, const Answer& answer) {
    throw std::runtime_error(
        what + " answered " + std::to_string(answer.status) + ": " + answer.body
    );
}

bool is_active(ApiClient& api, std::string_view table) {
    const Answer answer = api.call("DescribeTable", name_body(table));
    if (is_error(answer, "ResourceNotFoundException")) return false;
    if (!answer.ok()) refuse("DescribeTable", answer);
    rapidjson::Document document;
    document.Parse(answer.body.data(), answer.body.size());
    if (document.HasParseError()) refuse("DescribeTable", answer);
    const rapidjson::Value* status = rapidjson::Pointer("/Table/TableStatus").Get(document);
    return status != nullptr && *status == "ACTIVE";
}

}  // namespace

ApiClient::ApiClient(const Endpoint& endpoint) : endpoint_(endpoint), writer_(endpoint) {}

Answer ApiClient::call(std::string_view operation, std::string_view body) {
    return exchange(writer_.write(operation, body));
}

Answer ApiClient::exchange(std::string_view request) {
    const bool reused = static_cast<bool>(socket_);
    if (!reused) connect();
    bool answered = send_all(request) && receive_answer();
    // A reused connection may have been closed while it was idle; a new one may not.
    if (!answered && reused && reader_.untouched()) {
        connect();
        answered = send_all(request) && receive_answer();
    }
    if (!answered) throw std::runtime_error(endpoint_.url + " broke off without an answer");
    if (reader_.closes_connection()) socket_ = Socket{};
    return {reader_.status(), std::string(reader_.body())};
}

void ApiClient::connect() {
    socket_ = connect_to(endpoint_);
    const timeval timeout{kSilenceSecondsMax, 0};
    ::setsockopt(socket_.fd(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
}

bool ApiClient::send_all(std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool ApiClient::receive_answer() {
    std::array<char, kReceiveBytes> buffer;
    reader_.start(true);
    while (!reader_.complete()) {
        const ssize_t received = ::recv(socket_.fd(), buffer.data(), buffer.size(), 0);
        if (received <= 0) return false;
        reader_.feed({buffer.data(), static_cast<std::size_t>(received)});
    }
    return true;
}

void recreate_table(ApiClient& api, std::string_view table, std::string_view create_table_body) {
    delete_table_if_exists(api, table);
    const std::string name(table);
    wait_for("the old table " + name + " to go", [&] {
        const Answer answer = api.call("CreateTable", create_table_body);
        if (!answer.ok() && !is_error(answer, "ResourceInUseException")) {
            refuse("CreateTable", answer);
        }
        return answer.ok();
    });
    wait_for("the table " + name + " to become ACTIVE", [&] { return is_active(api, table); });
}

void delete_table_if_exists(ApiClient& api, std::string_view table) {
    wait_for("the table " + std::string(table) + " to be deletable", [&] {
        const Answer answer = api.call("DeleteTable", name_body(table));
        if (is_error(answer, "ResourceInUseException")) return false;
        if (!answer.ok() && !is_error(answer, "ResourceNotFoundException")) {
            refuse("DeleteTable", answer);
        }
        return true;
    });
}

}  // namespace stator::bench
