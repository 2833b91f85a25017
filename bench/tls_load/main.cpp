// stator-tls-load: GetItem over TLS, as fast as the server replies: one thread, N keep-alive
// connections with one request in progress on each. Prints one line of JSON: operations per second,
// and the processor time of the server per operation.
//
//   stator-tls-load --port N --pid PID [--connections 32] [--seconds 5] [--warmup 1] [--items
//   10000]
//
// The table is "Some-table" with the key "id", "item-00000000" and so on. Certificates are not
// checked.
#include <openssl/ssl.h>
#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "load/clock.hpp"
#include "load/process_usage.hpp"
#include "load/response_reader.hpp"
#include "load/socket.hpp"

namespace {

using namespace stator::bench;

struct Deleter {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }

    void operator()(SSL* session) const { SSL_free(session); }
};

struct Plan {
    Endpoint endpoint;
    pid_t pid = 0;
    std::size_t connections = 32;
    Nanoseconds warmup = kSecond;
    Nanoseconds duration = 5 * kSecond;
    unsigned items = 10'000;
};

struct Connection {
    Socket socket;
    std::unique_ptr<SSL, Deleter> session;
    ResponseReader reader;
};

class Load {
public:
    explicit Load(const Plan& plan)
        : plan_(plan),
          context_(SSL_CTX_new(TLS_client_method())),
          epoll_(::epoll_create1(EPOLL_CLOEXEC)),
          connections_(plan.connections) {
        for (std::size_t index = 0; index < connections_.size(); ++index) open(index);
    }

    // Returns the number of operations during `duration`.
    std::uint64_t run(Nanoseconds duration) {
        const std::uint64_t before = done_;
        const Nanoseconds end = now_ns() + duration;
        std::array<epoll_event, 64> events{};
        while (now_ns() < end) {
            const int count = ::epoll_wait(epoll_.fd(), events.data(), events.size(), 1'000);
            for (int at = 0; at < count; ++at) {
                on_readable(events[static_cast<std::size_t>(at)].data.u64);
            }
        }
        return done_ - before;
    }

private:
    void open(std::size_t index) {
        Connection& connection = connections_[index];
        connection.socket = connect_to(plan_.endpoint);
        connection.session.reset(SSL_new(context_.get()));
        SSL_set_fd(connection.session.get(), connection.socket.fd());
        if (SSL_connect(connection.session.get()) != 1) {
            throw std::runtime_error("no TLS with " + plan_.endpoint.url);
        }
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = index;
        ::epoll_ctl(epoll_.fd(), EPOLL_CTL_ADD, connection.socket.fd(), &event);
        send_request(connection);
    }

    void send_request(Connection& connection) {
        std::array<char, 96> body{};
        const int bytes = std::snprintf(
            body.data(),
            body.size(),
            R"({"TableName":"Some-table","Key":{"id":{"S":"item-%08u"}}})",
            next_++ % plan_.items
        );
        request_.assign(kHead);
        request_.append(std::to_string(bytes)).append("\r\n\r\n");
        request_.append(body.data(), static_cast<std::size_t>(bytes));
        connection.reader.start(false);
        SSL_write(connection.session.get(), request_.data(), static_cast<int>(request_.size()));
    }

    // The socket blocks, so that a partially received record is waited for.
    void on_readable(std::size_t index) {
        Connection& connection = connections_[index];
        do {
            const int bytes = SSL_read(
                connection.session.get(), buffer_.data(), static_cast<int>(buffer_.size())
            );
            if (bytes <= 0) throw std::runtime_error("the server has closed a connection");
            connection.reader.feed({buffer_.data(), static_cast<std::size_t>(bytes)});
        } while (SSL_pending(connection.session.get()) > 0);
        if (!connection.reader.complete()) return;
        if (connection.reader.status() != 200) throw std::runtime_error("an answer is no 200");
        ++done_;
        send_request(connection);
    }

    static constexpr std::string_view kHead =
        "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.GetItem\r\n"
        "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20260101T000000Z\r\n"
        "Authorization: AWS4-HMAC-SHA256 "
        "Credential=load/20260101/us-east-1/dynamodb/aws4_request, "
        "SignedHeaders=host;x-amz-date;x-amz-target, "
        "Signature=0000000000000000000000000000000000000000000000000000000000000000\r\n"
        "User-Agent: stator-tls-load\r\nContent-Length: ";

    const Plan& plan_;
    std::unique_ptr<SSL_CTX, Deleter> context_;
    Socket epoll_;
    std::vector<Connection> connections_;
    std::array<char, 65'536> buffer_{};
    std::string request_;
    std::uint64_t done_ = 0;
    unsigned next_ = 0;
};

Plan read_plan(int argc, char** argv) {
    std::map<std::string, std::string> options;
    for (int at = 1; at + 1 < argc; at += 2) options[argv[at]] = argv[at + 1];
    Plan plan;
    plan.endpoint = loopback_endpoint(static_cast<std::uint16_t>(std::stoul(options.at("--port"))));
    plan.pid = static_cast<pid_t>(std::stol(options.at("--pid")));
    if (options.contains("--connections")) plan.connections = std::stoul(options["--connections"]);
    if (options.contains("--seconds"))
        plan.duration = to_nanoseconds(std::stod(options["--seconds"]));
    if (options.contains("--warmup")) plan.warmup = to_nanoseconds(std::stod(options["--warmup"]));
    if (options.contains("--items")) {
        plan.items = static_cast<unsigned>(std::stoul(options["--items"]));
    }
    return plan;
}

int measure(const Plan& plan) {
    const auto load = std::make_unique<Load>(plan);
    load->run(plan.warmup);
    const auto before = read_process_usage(plan.pid);
    const Nanoseconds begin = now_ns();
    const auto operations = static_cast<double>(load->run(plan.duration));
    const auto elapsed = static_cast<double>(now_ns() - begin);
    const auto after = read_process_usage(plan.pid);
    if (!before || !after || operations == 0) throw std::runtime_error("there is no such server");
    const double cpu_us = static_cast<double>(after->cpu_ns - before->cpu_ns) / operations / 1e3;
    std::printf(
        "{\"operationsPerSecond\":%.0f,\"cpuMicroseconds\":%.3f}\n",
        operations / elapsed * 1e9,
        cpu_us
    );
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return measure(read_plan(argc, argv));
    } catch (const std::exception& error) {
        std::cerr << "stator-tls-load: " << error.what() << '\n';
        return 1;
    }
}
