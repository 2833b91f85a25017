// The five functions, as a program sees them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/libstator/client.hpp"

extern "C" int opens_from_c(void);

namespace stator::libstator {
namespace {

using ::testing::HasSubstr;
using testing::Library;
using testing::library_request;
using testing::LibraryReply;
using ::testing::Not;
using testing::take_reply;

constexpr const char* kCreate =
    R"({"TableName":"Music","BillingMode":"PAY_PER_REQUEST",)"
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})";

std::string put(const std::string& pk) {
    return R"({"TableName":"Music","Item":{"pk":{"S":")" + pk + R"("}}})";
}

std::string get(const std::string& pk) {
    return R"({"TableName":"Music","Key":{"pk":{"S":")" + pk + R"("}}})";
}

// A directory that the destructor removes.
class TemporaryDirectory {
public:
    TemporaryDirectory() {
        std::string name = ::testing::TempDir() + "libstator-XXXXXX";
        path_ = ::mkdtemp(name.data());
    }

    ~TemporaryDirectory() { std::filesystem::remove_all(path_); }

    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    std::string options(const std::string& more = "") const {
        return R"({"db-path":")" + path_ + "\"" + more + "}";
    }

private:
    std::string path_;
};

TEST(Stator, IsCallableFromC) {
    EXPECT_EQ(opens_from_c(), 200);
}

TEST(Stator, AnswersAsOverHttp) {
    Library stator;
    EXPECT_EQ(stator.execute("CreateTable", kCreate).status, 200);
    EXPECT_EQ(stator.execute("PutItem", put("a")).body, "{}");
    const LibraryReply reply = stator.execute("DynamoDB_20120810.GetItem", get("a"));
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, R"({"Item":{"pk":{"S":"a"}}})");
    EXPECT_THAT(reply.headers, HasSubstr("\r\nContent-Type: application/x-amz-json-1.0\r\n"));
    EXPECT_THAT(reply.headers, HasSubstr("\r\nx-amzn-RequestId: "));
    EXPECT_THAT(reply.headers, HasSubstr("\r\nx-amz-crc32: "));
    EXPECT_THAT(reply.headers, Not(HasSubstr("HTTP/1.1")));
    EXPECT_TRUE(reply.headers.ends_with("\r\n") && !reply.headers.ends_with("\r\n\r\n"));
    const LibraryReply missing = stator.execute("GetItem", R"({"TableName":"None","Key":{}})");
    EXPECT_EQ(missing.status, 400);
    EXPECT_THAT(missing.body, HasSubstr("#ResourceNotFoundException"));
}

TEST(Stator, KnowsWhichOperationsAreOfStreams) {
    Library stator;
    EXPECT_EQ(stator.execute("ListStreams", "{}").body, R"({"Streams":[]})");
    EXPECT_THAT(stator.execute("NoSuchThing", "{}").body, HasSubstr("#UnknownOperationException"));
}

TEST(Stator, SeparatesRegionsUniversesAndAccessKeys) {
    Library stator(R"({"isolation":"access-key"})");
    ASSERT_EQ(stator.execute("CreateTable", kCreate).status, 200);
    const std::string body = get("a");
    stator_request request = library_request("GetItem", body);
    EXPECT_EQ(stator.execute(request).status, 200);
    request.access_key = "another";
    EXPECT_EQ(stator.execute(request).status, 400);
    request.universe = "test";
    EXPECT_EQ(stator.execute(request).status, 200);
    request.universe = nullptr;
    request.path = "/u/test";
    EXPECT_EQ(stator.execute(request).status, 200);
    request.region = "eu-west-2";
    EXPECT_EQ(stator.execute(request).status, 400);
}

TEST(Stator, ValidatesARequestWithoutAnOperationUnchanged) {
    Library stator;
    const std::string body = "{}";
    stator_request request = library_request(nullptr, body);
    request.headers =
        "Content-Type: application/x-amz-json-1.0\r\nx-amz-target: DynamoDB_20120810.ListTables\n";
    EXPECT_THAT(stator.execute(request).body, HasSubstr("#MissingAuthenticationToken"));
    const std::string signed_headers =
        std::string(request.headers) +
        "X-AMZ-DATE: 20260101T000000Z\n"
        "Authorization: AWS4-HMAC-SHA256 Credential=k/20260101/eu-west-1/dynamodb/aws4_request, "
        "SignedHeaders=host, Signature=0\n";
    request.headers = signed_headers.c_str();
    EXPECT_EQ(stator.execute(request).body, R"({"TableNames":[]})");
}

TEST(Stator, AnswersLaterOnThreadsOfItsOwn) {
    constexpr std::size_t kWrites = 200;
    const TemporaryDirectory directory;
    Library stator(directory.options(R"(,"threads":3)").c_str());
    ASSERT_EQ(stator.execute("CreateTable", kCreate).status, 200);
    std::vector<LibraryReply> replies(kWrites);
    for (std::size_t i = 0; i < kWrites; ++i) {
        // Nothing of the request is needed after the call.
        const std::string body = put(std::to_string(i));
        const stator_request request = library_request("PutItem", body);
        stator_execute_async(stator.handle(), &request, take_reply, &replies[i]);
    }
    EXPECT_EQ(stator.close(), "");
    for (const LibraryReply& reply : replies) EXPECT_EQ(reply.status, 200);
}

TEST(Stator, KeepsAcknowledgedWrites) {
    const TemporaryDirectory directory;
    for (const char* const durability : {"commit", "fsync", "relaxed"}) {
        const std::string options =
            directory.options(R"(,"durability":")" + std::string(durability) + "\"");
        {
            Library stator(options.c_str());
            stator.execute("CreateTable", kCreate);
            EXPECT_EQ(stator.execute("PutItem", put(durability)).status, 200);
            EXPECT_EQ(stator.close(), "");
        }
        Library again(options.c_str());
        EXPECT_THAT(again.execute("GetItem", get(durability)).body, HasSubstr(durability));
    }
}

TEST(Stator, ServesManyThreadsAtOnce) {
    constexpr int kThreads = 4;
    constexpr int kTurns = 200;
    const TemporaryDirectory directory;
    Library stator(directory.options().c_str());
    ASSERT_EQ(stator.execute("CreateTable", kCreate).status, 200);
    std::atomic<int> good = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&stator, &good, thread] {
            for (int turn = 0; turn < kTurns; ++turn) {
                const std::string pk = std::to_string(thread) + "-" + std::to_string(turn);
                const bool wrote = stator.execute("PutItem", put(pk)).status == 200;
                const bool reads = stator.execute("GetItem", get(pk)).body.size() > 2;
                if (wrote && reads) ++good;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(good, kThreads * kTurns);
}

TEST(Stator, MayBeCalledInACallback) {
    Library stator;
    stator.execute("CreateTable", kCreate);

    struct Nested {
        Library& stator;
        std::string outer = {};
        std::string inner = {};
    } nested{stator};

    const std::string body = get("a");
    const stator_request request = library_request("GetItem", body);
    const auto call_again = [](void* context, const stator_reply* reply) {
        auto& seen = *static_cast<Nested*>(context);
        const std::string before(reply->headers, reply->headers_size);
        seen.inner = seen.stator.execute("ListTables", "{}").headers;
        seen.outer.assign(reply->headers, reply->headers_size);
        EXPECT_EQ(seen.outer, before);
    };
    stator_execute(stator.handle(), &request, call_again, &nested);
    EXPECT_NE(nested.outer, nested.inner);
}

TEST(Stator, KeepsHandlesApart) {
    Library one(R"({"freeze":"2026-01-01T00:00:00Z"})");
    Library other;
    ASSERT_EQ(one.execute("CreateTable", kCreate).status, 200);
    EXPECT_EQ(other.execute("ListTables", "{}").body, R"({"TableNames":[]})");
    EXPECT_THAT(one.admin("GET", "/_stator/v1/clock").body, HasSubstr("2026-01-01T00:00:00"));
    EXPECT_THAT(other.admin("GET", "/_stator/v1/clock").body, Not(HasSubstr("2026-01-01T")));
}

TEST(Stator, DoesPendingWorkWithoutRequests) {
    Library stator(R"({"table-delay-ms":20})");
    ASSERT_THAT(stator.execute("CreateTable", kCreate).body, HasSubstr("CREATING"));
    // This call does no pending work; a request for the table would.
    while (stator.admin("GET", "/_stator/v1/due").body.find(R"("due":[])") == std::string::npos) {
        std::this_thread::yield();
    }
    EXPECT_THAT(
        stator.execute("DescribeTable", R"({"TableName":"Music"})").body, HasSubstr("ACTIVE")
    );
}

TEST(Stator, AdministersItsLaboratory) {
    Library stator;
    const LibraryReply created =
        stator.admin("POST", "/_stator/v1/universes", R"({"name":"test-17"})");
    EXPECT_EQ(created.status, 200) << created.body;
    EXPECT_EQ(stator.admin("GET", "/u/test-17/_stator/v1/clock").status, 200);
    EXPECT_EQ(stator.admin("GET", "/_stator/v1/nothing").status, 404);
    const LibraryReply port = stator.admin("POST", "/_stator/v1/universes/test-17/listen", "{}");
    EXPECT_EQ(port.status, 409);
    EXPECT_THAT(port.body, HasSubstr("no server here"));
}

TEST(Stator, AppliesFaultHeaders) {
    Library stator;
    stator.execute("CreateTable", kCreate);
    const std::string body = get("a");
    stator_request request = library_request("GetItem", body);
    request.headers = "X-Stator-Fault: drop=after\n";
    EXPECT_EQ(stator.execute(request).status, 0);
    request.headers = "X-Stator-Fault: latency=20\n";
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(stator.execute(request).status, 200);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(20));
}

}  // namespace
}  // namespace stator::libstator
