// With the same seed and a frozen clock, a server's replies are byte-identical.
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <thread>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/operations/operation_table.hpp"
#include "emulator/server/server.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"
#include "engine/faults/adversarial_preset.hpp"
#include "tests/histories/raw_client.hpp"
#include "tests/histories/replay_program.hpp"

namespace stator::testing {
namespace {

constexpr engine::Instant kStart{1'750'000'000'000};
constexpr std::size_t kRequests = 600;

// A whole server as the process sets it up, with all sources of randomness.
class WholeServer {
public:
    explicit WholeServer(std::uint64_t seed) : seed_(seed), server_(server_options(), clock_) {
        laboratories_.usual().faults().replace(
            engine::faults::adversarial_rules(engine::faults::kDefaultIntensity)
        );
        if (const auto error = server_.listen()) throw std::runtime_error(*error);
        std::promise<void> ready;
        thread_ = std::thread([this, &ready] {
            server_.serve(dispatcher_, nullptr, [&ready] { ready.set_value(); });
        });
        ready.get_future().wait();
    }

    ~WholeServer() {
        server_.stop();
        thread_.join();
    }

    WholeServer(const WholeServer&) = delete;
    WholeServer& operator=(const WholeServer&) = delete;

    std::uint16_t port() const { return server_.port(); }

private:
    static emulator::server::ServerOptions server_options() {
        emulator::server::ServerOptions options;
        options.port = 0;
        options.threads = 2;
        options.grace = std::chrono::milliseconds(300);
        options.stops_on_signals = false;
        return options;
    }

    std::unique_ptr<engine::Engine> open_engine() {
        clock_.freeze(kStart);
        engine::EngineOptions options;
        options.seed = seed_;
        options.table_delay_ms = 500;
        options.lag.tables = {
            engine::consistency::ReadMode::Lagged, engine::Distribution::uniform(0, 200)};
        options.lag.indexes = {
            engine::consistency::ReadMode::Lagged, engine::Distribution::exponential(100)};
        return std::move(std::get<0>(engine::Engine::open(std::move(options), clock_)));
    }

    emulator::dispatch::DispatcherOptions dispatcher_options() {
        emulator::dispatch::DispatcherOptions options;
        options.laboratories = &laboratories_;
        options.admin = &router_;
        return options;
    }

    const std::uint64_t seed_;
    engine::SystemClock machine_;
    engine::VirtualClock clock_{machine_};
    std::unique_ptr<engine::Engine> engine_ = open_engine();
    emulator::laboratory::Laboratories laboratories_{*engine_, {seed_, "unused-snapshots"}};
    emulator::admin::AdminRouter router_{laboratories_, emulator::admin::all_admin_routes()};
    emulator::dispatch::Dispatcher dispatcher_{
        *engine_, emulator::operations::find_operation, dispatcher_options()};
    emulator::server::Server server_;
    std::thread thread_;
};

std::string status_line(const std::string& reply) {
    return reply.substr(0, reply.find("\r\n"));
}

struct Exchange {
    std::string request;
    std::string reply;

    friend bool operator==(const Exchange&, const Exchange&) = default;
};

std::vector<Exchange> run_program(std::uint64_t seed) {
    const WholeServer server(seed);
    RawClient client(server.port());
    ReplayProgram program;
    std::vector<Exchange> exchanges;
    for (std::size_t i = 0; i < kRequests; ++i) {
        std::string request = program.next();
        std::string reply = client.exchange(request);
        program.note_reply(reply);
        exchanges.push_back({std::move(request), program.repeatable_part(std::move(reply))});
    }
    return exchanges;
}

std::size_t count_of(const std::vector<Exchange>& exchanges, std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        exchanges.begin(),
        exchanges.end(),
        [text](const Exchange& exchange) { return exchange.reply.find(text) != std::string::npos; }
    ));
}

std::vector<std::string> status_lines(const std::vector<Exchange>& exchanges) {
    std::vector<std::string> lines;
    lines.reserve(exchanges.size());
    for (const Exchange& exchange : exchanges) lines.push_back(status_line(exchange.reply));
    return lines;
}

TEST(Replay, IsByteIdenticalWithTheSameSeed) {
    const auto first = run_program(7);
    const auto second = run_program(7);
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        ASSERT_EQ(first[i].request, second[i].request) << "request " << i;
        ASSERT_EQ(first[i].reply, second[i].reply) << "reply " << i << " to " << first[i].request;
    }
}

TEST(Replay, CoversEverythingThatCouldDiffer) {
    const auto exchanges = run_program(7);
    const auto lines = status_lines(exchanges);
    EXPECT_GT(std::count(lines.begin(), lines.end(), ""), 2) << "no connection was dropped";
    EXPECT_GT(count_of(exchanges, "HTTP/1.1 200 OK"), 300U);
    EXPECT_GT(count_of(exchanges, "HTTP/1.1 500"), 0U);
    EXPECT_GT(count_of(exchanges, "KeyRangeThroughputExceeded"), 0U);
    EXPECT_GT(count_of(exchanges, "ConditionalCheckFailedException"), 0U);
    EXPECT_GT(count_of(exchanges, "\"LastEvaluatedKey\""), 5U);
    EXPECT_GT(count_of(exchanges, "\"UnprocessedKeys\":{\"Orders\""), 0U);
    EXPECT_GT(count_of(exchanges, "\"UnprocessedItems\":{\"Orders\""), 0U);
    EXPECT_GT(count_of(exchanges, "\"dynamodb.amazonaws.com\""), 0U) << "nothing expired";
    EXPECT_GT(count_of(exchanges, "\"eventName\":\"MODIFY\""), 0U);
    EXPECT_EQ(count_of(exchanges, "SerializationException"), 0U);
    EXPECT_EQ(count_of(exchanges, "ValidationException"), 0U);
}

TEST(Replay, DiffersWithAnotherSeed) {
    const auto first = run_program(7);
    const auto second = run_program(8);
    // The runs differ not only in request ids.
    EXPECT_NE(status_lines(first), status_lines(second));
}

}  // namespace
}  // namespace stator::testing
