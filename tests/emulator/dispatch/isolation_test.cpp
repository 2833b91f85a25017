// Sharing of tables through a whole server: isolation by access key, by account, or none. Also the
// requests that each port answers if the admin API has its own port, or if it is disabled.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/operations/operation_table.hpp"
#include "emulator/server/server.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"
#include "tests/emulator/support/http_client.hpp"

namespace stator::emulator::dispatch {
namespace {

using testing::HttpClient;
using testing::HttpReply;

struct IsolatedOptions {
    Isolation isolation = Isolation::Shared;
    bool has_admin = true;
    bool has_admin_port = false;
};

server::ServerOptions server_options(const IsolatedOptions& options) {
    server::ServerOptions chosen{
        .port = 0,
        .threads = 2,
        .grace = std::chrono::milliseconds(300),
        .stops_on_signals = false};
    if (options.has_admin_port) chosen.admin_port = 0;
    return chosen;
}

engine::EngineOptions engine_options(const IsolatedOptions& options) {
    engine::EngineOptions chosen;
    chosen.universes_are_accounts = options.isolation == Isolation::Account;
    return chosen;
}

// Stator as main() sets it up, in memory.
class IsolatedServer {
public:
    explicit IsolatedServer(const IsolatedOptions& options)
        : engine_(std::get<0>(engine::Engine::open(engine_options(options), clock_))),
          dispatcher_(*engine_, operations::find_operation, dispatcher_options(options)),
          server_(server_options(options), clock_) {
        if (const auto error = server_.listen()) throw std::runtime_error(*error);
        std::promise<void> ready;
        thread_ = std::thread([this, &ready] {
            server_.serve(dispatcher_, nullptr, [&ready] { ready.set_value(); });
        });
        ready.get_future().wait();
    }

    ~IsolatedServer() {
        server_.stop();
        thread_.join();
    }

    IsolatedServer(const IsolatedServer&) = delete;
    IsolatedServer& operator=(const IsolatedServer&) = delete;

    std::uint16_t port() const { return server_.port(); }

    std::uint16_t admin_port() const { return server_.admin_port().value(); }

private:
    DispatcherOptions dispatcher_options(const IsolatedOptions& options) {
        DispatcherOptions chosen;
        chosen.isolation = options.isolation;
        chosen.laboratories = &laboratories_;
        chosen.admin = options.has_admin ? &router_ : nullptr;
        chosen.has_admin_port = options.has_admin_port;
        return chosen;
    }

    engine::SystemClock machine_;
    engine::VirtualClock clock_{machine_};
    std::unique_ptr<engine::Engine> engine_;
    laboratory::Laboratories laboratories_{*engine_};
    admin::AdminRouter router_{laboratories_, admin::all_admin_routes()};
    Dispatcher dispatcher_;
    server::Server server_;
    std::thread thread_;
};

// A connection that signs with one access key.
class KeyedClient {
public:
    KeyedClient(std::uint16_t port, std::string access_key)
        : client_(port), access_key_(std::move(access_key)) {}

    // The body; preceded by the status if that is not 200.
    std::string call(std::string_view operation, const std::string& body) {
        const std::string target =
            std::string(operation == "ListStreams" ? "DynamoDBStreams" : "DynamoDB") +
            "_20120810." + std::string(operation);
        const HttpReply reply = client_.exchange(
            "POST / HTTP/1.1\r\nHost: h\r\nX-Amz-Target: " + target +
            "\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20261121T000000Z\r\n"
            "Authorization: AWS4-HMAC-SHA256 Credential=" +
            access_key_ +
            "/20261121/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00\r\n"
            "Content-Length: " +
            std::to_string(body.size()) + "\r\n\r\n" + body
        );
        return reply.status == 200 ? reply.body : std::to_string(reply.status) + " " + reply.body;
    }

    std::string create(const std::string& more = "") {
        return call(
            "CreateTable",
            R"({"TableName":"tab","BillingMode":"PAY_PER_REQUEST",)"
            R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
            R"({"AttributeName":"sk","KeyType":"RANGE"}],)"
            R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
            R"({"AttributeName":"sk","AttributeType":"N"}])" +
                more + "}"
        );
    }

    std::string put(const std::string& owner, int number) {
        return call(
            "PutItem",
            R"({"TableName":"tab","ReturnValues":"ALL_OLD","Item":{"pk":{"S":"shared"},"sk":{"N":")" +
                std::to_string(number) + R"("},"holder":{"S":")" + owner + "\"}}}"
        );
    }

    std::string query() {
        return call(
            "Query",
            R"({"TableName":"tab","KeyConditionExpression":"pk = :p","ConsistentRead":true,)"
            R"("ProjectionExpression":"holder",)"
            R"("ExpressionAttributeValues":{":p":{"S":"shared"}}})"
        );
    }

    std::string tables() { return call("ListTables", "{}"); }

private:
    HttpClient client_;
    const std::string access_key_;
};

constexpr std::string_view kNoTables = R"({"TableNames":[]})";
constexpr std::string_view kOneTable = R"({"TableNames":["tab"]})";

// Four items of that owner, as query() sees them.
std::string four_of(const std::string& owner) {
    std::string items;
    for (int i = 0; i < 4; ++i) {
        items += (i > 0 ? "," : "") + (R"({"holder":{"S":")" + owner + "\"}}");
    }
    return R"({"Items":[)" + items + R"(],"Count":4,"ScannedCount":4})";
}

// Uses the same names and keys in each round. Returns the first difference from the behaviour of a
// server with a single client, or "".
std::string live_alone(std::uint16_t port, const std::string& access_key, int rounds) {
    KeyedClient client(port, access_key);
    for (int round = 0; round < rounds; ++round) {
        const std::string owner = access_key + "-" + std::to_string(round);
        const auto differs = [&](const std::string& step, const std::string& reply) {
            return owner + " " + step + ": " + reply;
        };
        if (auto reply = client.tables(); reply != kNoTables) return differs("list", reply);
        const auto created = client.create();
        if (!created.starts_with("{")) return differs("create", created);
        for (int i = 0; i < 4; ++i) {
            if (auto reply = client.put(owner, i); reply != "{}") return differs("put", reply);
        }
        if (auto reply = client.query(); reply != four_of(owner)) return differs("query", reply);
        if (auto reply = client.tables(); reply != kOneTable) return differs("list", reply);
        const auto deleted = client.call("DeleteTable", R"({"TableName":"tab"})");
        if (!deleted.starts_with("{")) return differs("delete", deleted);
    }
    return "";
}

TEST(Isolation, ConcurrentAccessKeysNeverSeeEachOther) {
    constexpr int kThreads = 8;
    constexpr int kRounds = 50;
    IsolatedServer server({.isolation = Isolation::AccessKey});
    std::vector<std::future<std::string>> lives;
    for (int i = 0; i < kThreads; ++i) {
        const std::string key = "AKIDWORKER" + std::to_string(i);
        const std::uint16_t port = server.port();
        lives.push_back(std::async(std::launch::async, [key, port] {
            return live_alone(port, key, kRounds);
        }));
    }
    for (auto& life : lives) EXPECT_EQ(life.get(), "");
}

TEST(Isolation, AccessKeyOwnsItsTablesForAsLongAsItIsTheSame) {
    IsolatedServer server({.isolation = Isolation::AccessKey});
    KeyedClient first(server.port(), "AKIDFIRST");
    KeyedClient second(server.port(), "AKIDSECOND");
    EXPECT_NE(
        first
            .create(R"(,"StreamSpecification":)"
                    R"({"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"})")
            .find("arn:aws:dynamodb:us-east-1:"),
        std::string::npos
    );
    EXPECT_EQ(first.put("first", 1), "{}");
    EXPECT_NE(second.query().find("ResourceNotFoundException"), std::string::npos);
    EXPECT_NE(second.put("second", 1).find("ResourceNotFoundException"), std::string::npos);
    EXPECT_EQ(second.call("ListStreams", "{}"), R"({"Streams":[]})");
    EXPECT_NE(first.call("ListStreams", "{}"), R"({"Streams":[]})");
    KeyedClient again(server.port(), "AKIDFIRST");
    EXPECT_NE(again.query().find(R"("holder":{"S":"first"})"), std::string::npos);
}

TEST(Isolation, OneConnectionMayChangeItsKey) {
    IsolatedServer server({.isolation = Isolation::AccessKey});
    KeyedClient first(server.port(), "AKIDFIRST");
    EXPECT_TRUE(first.create().starts_with("{"));
    HttpClient raw(server.port());
    const auto list = [&](const std::string& key) {
        return raw
            .exchange(
                "POST / HTTP/1.1\r\nHost: h\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
                "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20261121T000000Z\r\n"
                "Authorization: AWS4-HMAC-SHA256 Credential=" +
                key +
                "/20261121/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00\r\n"
                "Content-Length: 2\r\n\r\n{}"
            )
            .body;
    };
    EXPECT_EQ(list("AKIDFIRST"), kOneTable);
    EXPECT_EQ(list("AKIDSECOND"), kNoTables);
    EXPECT_EQ(list("AKIDFIRST"), kOneTable);
}

TEST(Isolation, TwelveDigitsAreAnAccountAndOtherKeysShareTheDefault) {
    IsolatedServer server({.isolation = Isolation::Account});
    KeyedClient account(server.port(), "111122223333");
    KeyedClient other_account(server.port(), "444455556666");
    KeyedClient named(server.port(), "AKIDANYBODY");
    const auto has_account = [](const std::string& reply, const std::string& number) {
        const std::string arn = "arn:aws:dynamodb:us-east-1:" + number + ":table/tab";
        return reply.find(arn) != std::string::npos;
    };
    EXPECT_TRUE(has_account(account.create(), "111122223333"));
    EXPECT_EQ(other_account.tables(), kNoTables);
    EXPECT_EQ(named.tables(), kNoTables);
    EXPECT_TRUE(has_account(other_account.create(), "444455556666"));
    EXPECT_FALSE(has_account(named.create(), "111122223333"));
    EXPECT_EQ(named.put("named", 1), "{}");
    // Eleven digits, thirteen digits and twelve characters are not accounts. The default account
    // also has a number.
    for (const char* key :
         {"AKIDSOMEBODY", "11112222333", "1111222233334", "11112222333a", "123456789012"}) {
        KeyedClient sharing(server.port(), key);
        EXPECT_NE(sharing.query().find(R"("holder":{"S":"named"})"), std::string::npos) << key;
    }
    EXPECT_EQ(account.query(), R"({"Items":[],"Count":0,"ScannedCount":0})");
    // An ARN of another account does not name one of the caller's own tables.
    const std::string foreign = account.call(
        "DescribeTable", R"({"TableName":"arn:aws:dynamodb:us-east-1:444455556666:table/tab"})"
    );
    EXPECT_FALSE(has_account(foreign, "111122223333")) << foreign;
}

TEST(Isolation, ConcurrentAccountsNeverSeeEachOther) {
    IsolatedServer server({.isolation = Isolation::Account});
    std::vector<std::future<std::string>> lives;
    for (int i = 0; i < 4; ++i) {
        const std::string key = "00000000000" + std::to_string(i);
        const std::uint16_t port = server.port();
        lives.push_back(std::async(std::launch::async, [key, port] {
            return live_alone(port, key, 20);
        }));
    }
    for (auto& life : lives) EXPECT_EQ(life.get(), "");
}

TEST(Isolation, WithoutItAllKeysSeeTheSameTables) {
    IsolatedServer server({.isolation = Isolation::Shared});
    KeyedClient first(server.port(), "AKIDFIRST");
    KeyedClient account(server.port(), "111122223333");
    EXPECT_TRUE(first.create().starts_with("{"));
    EXPECT_EQ(first.put("first", 1), "{}");
    EXPECT_EQ(account.tables(), kOneTable);
    EXPECT_NE(account.query().find(R"("holder":{"S":"first"})"), std::string::npos);
    EXPECT_NE(account.put("account", 1).find(R"("holder":{"S":"first"})"), std::string::npos);
    EXPECT_NE(account.create().find("ResourceInUseException"), std::string::npos);
}

HttpReply get(std::uint16_t port, const std::string& target) {
    return HttpClient(port).exchange("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
}

constexpr const char* kAdminPaths[] = {
    "/_stator/v1",
    "/_stator/v1/clock",
    "/_stator/v1/universes",
    "/_stator/v1/faults",
    "/_stator/v1/heat",
    "/_stator/openapi.json",
    "/metrics"};

TEST(AdminDoor, OfItsOwnHidesTheAdminApiFromTheMainPort) {
    IsolatedServer server({.has_admin_port = true});
    for (const char* path : kAdminPaths) {
        EXPECT_EQ(get(server.port(), path).status, 404) << path;
        EXPECT_EQ(get(server.admin_port(), path).status, 200) << path;
    }
    EXPECT_EQ(
        HttpClient(server.port())
            .exchange("POST /_stator/v1/reset HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            .status,
        404
    );
}

TEST(AdminDoor, AnswersNoCallOfDynamoDb) {
    IsolatedServer server({.has_admin_port = true});
    KeyedClient client(server.port(), "AKID");
    KeyedClient lost(server.admin_port(), "AKID");
    EXPECT_EQ(lost.tables().substr(0, 3), "404");
    EXPECT_EQ(lost.create().substr(0, 3), "404");
    EXPECT_EQ(client.tables(), kNoTables);
    EXPECT_TRUE(client.create().starts_with("{"));
    EXPECT_EQ(lost.tables().substr(0, 3), "404") << "the connection is still good for a 404";
}

TEST(AdminDoor, IsTheMainPortUnlessItHasItsOwn) {
    IsolatedServer server({});
    for (const char* path : kAdminPaths) EXPECT_EQ(get(server.port(), path).status, 200) << path;
    EXPECT_EQ(KeyedClient(server.port(), "AKID").tables(), kNoTables);
}

TEST(AdminDoor, IsNowhereWithoutAdminApi) {
    IsolatedServer server({.has_admin = false});
    for (const char* path : kAdminPaths) EXPECT_EQ(get(server.port(), path).status, 404) << path;
    EXPECT_EQ(get(server.port(), "/health").status, 200);
    EXPECT_EQ(KeyedClient(server.port(), "AKID").tables(), kNoTables);
}

TEST(AdminDoor, KnowsTheUniversesOfAccessKeys) {
    IsolatedServer server({.isolation = Isolation::AccessKey, .has_admin_port = true});
    KeyedClient first(server.port(), "AKIDFIRST");
    KeyedClient second(server.port(), "AKIDSECOND");
    EXPECT_TRUE(first.create().starts_with("{"));
    EXPECT_TRUE(second.create().starts_with("{"));
    const std::string universes = get(server.admin_port(), "/_stator/v1/universes").body;
    EXPECT_NE(universes.find("AKIDFIRST"), std::string::npos) << universes;
    HttpClient(server.admin_port())
        .exchange(
            "POST /_stator/v1/universes/AKIDFIRST/reset HTTP/1.1\r\n"
            "Host: h\r\nContent-Length: 0\r\n\r\n"
        );
    EXPECT_EQ(first.tables(), kNoTables);
    EXPECT_EQ(second.tables(), kOneTable);
}

}  // namespace
}  // namespace stator::emulator::dispatch
