// Effects of a laboratory on a server: replies that arrive incomplete or late, and an admin API on
// the main port or on its own port.
#include <gtest/gtest.h>
#include <libdeflate.h>

#include <array>
#include <future>
#include <thread>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/server/server.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"
#include "tests/emulator/support/fake_operations.hpp"
#include "tests/emulator/support/http_client.hpp"
#include "tests/emulator/support/running_server.hpp"
#include "transport/socket_stream.hpp"

namespace stator::emulator::server {
namespace {

using testing::api_call;
using testing::find_fake_operation;
using testing::HttpClient;
using testing::HttpReply;
using testing::open_engine;
using testing::RunningServer;
using testing::test_options;

// Like RunningServer, with a laboratory and its admin API.
class LaboratoryServer {
public:
    explicit LaboratoryServer(
        const ServerOptions& options = test_options(),
        engine::persistence::Journal* journal = nullptr
    )
        : dispatcher_(*engine_, find_fake_operation, dispatcher_options(options)),
          server_(options, clock_) {
        if (const auto error = server_.listen()) throw std::runtime_error(*error);
        std::promise<void> ready;
        thread_ = std::thread([this, &ready, journal] {
            server_.serve(dispatcher_, journal, [&ready] { ready.set_value(); });
        });
        ready.get_future().wait();
    }

    ~LaboratoryServer() {
        server_.stop();
        thread_.join();
    }

    LaboratoryServer(const LaboratoryServer&) = delete;
    LaboratoryServer& operator=(const LaboratoryServer&) = delete;

    std::uint16_t port() const { return server_.port(); }

    std::uint16_t admin_port() const { return server_.admin_port().value(); }

    // Begins to stop without waiting for the end.
    void begin_stop() { server_.stop(); }

private:
    dispatch::DispatcherOptions dispatcher_options(const ServerOptions& options) {
        dispatch::DispatcherOptions chosen;
        chosen.laboratories = &laboratories_;
        chosen.admin = &router_;
        chosen.has_admin_port = options.admin_port.has_value();
        return chosen;
    }

    engine::SystemClock machine_;
    engine::VirtualClock clock_{machine_};
    std::unique_ptr<engine::Engine> engine_ = open_engine(clock_);
    laboratory::Laboratories laboratories_{*engine_};
    admin::AdminRouter router_{laboratories_, admin::all_admin_routes()};
    dispatch::Dispatcher dispatcher_;
    Server server_;
    std::thread thread_;
};

std::string faulty_call(std::string_view fault) {
    const std::string header = "X-Stator-Fault: " + std::string(fault) + "\r\n";
    return api_call("Echo", R"({"a":"0123456789"})", header);
}

TEST(LaboratoryServer, DropsAConnectionWithoutAByte) {
    LaboratoryServer server;
    HttpClient client(server.port());
    EXPECT_EQ(client.exchange(api_call("Echo", "{}")).status, 200);
    client.send(faulty_call("drop=after") + api_call("Echo", "{}"));
    EXPECT_TRUE(client.is_closed());
    EXPECT_EQ(HttpClient(server.port()).exchange(api_call("Echo", "{}")).status, 200);
}

// All bytes that arrive before the server closes the connection.
std::string everything_after(std::uint16_t port, const std::string& request) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    transport::SocketStream stream({false, "127.0.0.1", std::to_string(port)}, deadline);
    stream.write(request, deadline);
    std::string text;
    std::array<char, 1'000> bytes;
    while (const std::size_t count = stream.read_some(bytes, deadline)) {
        text.append(bytes.data(), count);
    }
    return text;
}

TEST(LaboratoryServer, EndsATruncatedReplyInTheMiddleOfItsBody) {
    LaboratoryServer server;
    const std::string text = everything_after(server.port(), faulty_call("truncate"));
    EXPECT_TRUE(text.starts_with("HTTP/1.1 200 OK\r\n")) << text;
    EXPECT_NE(text.find("\r\nContent-Length: 18\r\n"), std::string::npos) << text;
    EXPECT_TRUE(text.ends_with("\r\n\r\n{\"a\":\"012")) << text;
}

TEST(LaboratoryServer, SendsAChecksumThatDoesNotFit) {
    LaboratoryServer server;
    HttpClient client(server.port());
    const HttpReply reply = client.exchange(faulty_call("wrongCrc"));
    EXPECT_EQ(reply.body, R"({"a":"0123456789"})");
    EXPECT_NE(
        reply.header("x-amz-crc32"),
        std::to_string(libdeflate_crc32(0, reply.body.data(), reply.body.size()))
    );
    const HttpReply next = client.exchange(api_call("Echo", "{}"));
    EXPECT_EQ(
        next.header("x-amz-crc32"),
        std::to_string(libdeflate_crc32(0, next.body.data(), next.body.size()))
    );
}

TEST(LaboratoryServer, HoldsAReplyBackWithoutHoldingUpOthers) {
    ServerOptions options = test_options();
    options.threads = 1;
    LaboratoryServer server(options);
    HttpClient delayed(server.port());
    HttpClient other(server.port());
    delayed.send(faulty_call("latency=200"));
    EXPECT_EQ(other.exchange(api_call("Echo", "{}")).status, 200);
    EXPECT_TRUE(delayed.is_silent_for(20));
    EXPECT_EQ(delayed.read_reply().body, R"({"a":"0123456789"})");
}

TEST(LaboratoryServer, SendsDelayedRepliesWhenItStops) {
    LaboratoryServer server;
    HttpClient delayed(server.port());
    delayed.send(faulty_call("latency=600000"));
    EXPECT_TRUE(delayed.is_silent_for(20));
    server.begin_stop();
    const HttpReply reply = delayed.read_reply();
    EXPECT_EQ(reply.body, R"({"a":"0123456789"})");
    EXPECT_EQ(reply.header("connection"), "close");
}

std::string get(std::string_view target) {
    return "GET " + std::string(target) + " HTTP/1.1\r\nHost: h\r\n\r\n";
}

TEST(LaboratoryServer, HasItsAdminApiOnTheMainPort) {
    LaboratoryServer server;
    HttpClient client(server.port());
    EXPECT_EQ(client.exchange(get("/_stator/v1")).status, 200);
    EXPECT_EQ(client.exchange(get("/_stator/v2")).status, 404);
    EXPECT_EQ(client.exchange(get("/metrics")).status, 200);
    EXPECT_EQ(client.exchange(get("/health")).body, "healthy: h ");
    EXPECT_EQ(client.exchange(api_call("Echo", "{}")).status, 200);
    const HttpReply wrong = client.exchange(get("/_stator/v1/clock/freeze"));
    EXPECT_EQ(wrong.status, 405);
    EXPECT_EQ(wrong.header("allow"), "POST");
}

TEST(LaboratoryServer, HasItsAdminApiOnlyOnItsOwnPort) {
    ServerOptions options = test_options();
    options.admin_port = 0;
    LaboratoryServer server(options);
    HttpClient main(server.port());
    EXPECT_EQ(main.exchange(get("/_stator/v1")).status, 404);
    EXPECT_EQ(main.exchange(api_call("Echo", "{}")).status, 200);
    HttpClient admin(server.admin_port());
    EXPECT_EQ(admin.exchange(get("/_stator/v1")).status, 200);
    EXPECT_EQ(admin.exchange(get("/health")).status, 200);
    // Every request of a connection, not only the first, is assigned to its port.
    EXPECT_EQ(admin.exchange(api_call("Echo", "{}")).status, 404);
}

// A call of DynamoDB from the console's page, wherever its admin API is.
std::string console_call(std::string_view headers = "") {
    std::string call = api_call("Echo", "{}", headers);
    return call.replace(0, std::string_view("POST / ").size(), "POST /_stator/console/api ");
}

TEST(LaboratoryServer, HasTheConsoleWhereItsAdminApiIs) {
    ServerOptions options = test_options();
    options.admin_port = 0;
    LaboratoryServer server(options);
    HttpClient admin(server.admin_port());
    const HttpReply page = admin.exchange(get("/_stator/console/tables/Orders"));
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(admin.exchange(console_call()).body, "{}");
    HttpClient main(server.port());
    EXPECT_EQ(main.exchange(get("/_stator/console")).status, 404);
    EXPECT_EQ(main.exchange(console_call()).status, 404);
}

TEST(LaboratoryServer, TakesTheConsolesCallsWithoutFaultsAndJournal) {
    LaboratoryServer server;
    HttpClient client(server.port());
    const std::string on = R"({"on":true})";
    client.exchange(
        "PUT /_stator/v1/requests/settings HTTP/1.1\r\nHost: h\r\nContent-Length: " +
        std::to_string(on.size()) + "\r\n\r\n" + on
    );
    EXPECT_EQ(client.exchange(console_call("X-Stator-Fault: status=503\r\n")).status, 200);
    EXPECT_NE(
        client.exchange(get("/_stator/v1/requests")).body.find(R"("recorded":0)"), std::string::npos
    );
    client.exchange(api_call("Echo", "{}"));
    EXPECT_NE(
        client.exchange(get("/_stator/v1/requests")).body.find(R"("recorded":1)"), std::string::npos
    );
}

TEST(LaboratoryServer, LetsNoPageOfAnotherMachineIn) {
    LaboratoryServer server;
    HttpClient client(server.port());
    const HttpReply reply = client.exchange(
        "DELETE /_stator/v1/faults HTTP/1.1\r\nHost: h\r\nOrigin: https://example.com\r\n\r\n"
    );
    EXPECT_EQ(reply.status, 403);
    EXPECT_EQ(reply.header("access-control-allow-origin"), "");
}

TEST(LaboratoryServer, RecordsAWriteThatTheDiskLosesAsAnError) {
    testing::FakeJournal disk;
    testing::fake_world.journal = &disk;
    {
        LaboratoryServer server(test_options(), &disk);
        HttpClient client(server.port());
        const std::string on = R"({"on":true})";
        client.exchange(
            "PUT /_stator/v1/requests/settings HTTP/1.1\r\nHost: h\r\nContent-Length: " +
            std::to_string(on.size()) + "\r\n\r\n" + on
        );
        client.send(api_call("Write", "{}"));
        while (disk.last_ticket().value < 1) std::this_thread::yield();
        disk.advance({.durable = {0}, .failed = {1}});
        EXPECT_EQ(client.read_reply().status, 500);
        const std::string requests = client.exchange(get("/_stator/v1/requests")).body;
        EXPECT_NE(requests.find(R"("error":"InternalServerError")"), std::string::npos) << requests;
    }
    testing::fake_world.journal = nullptr;
}

}  // namespace
}  // namespace stator::emulator::server
