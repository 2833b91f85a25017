#include <gtest/gtest.h>

#include "conformance/http/gzip.hpp"
#include "conformance/http/http_client.hpp"
#include "conformance/http/http_reply_reader.hpp"
#include "tests/conformance/scripted_server.hpp"

namespace stator::conformance {
namespace {

using std::chrono::milliseconds;
using testing::ScriptedRequest;
using testing::ScriptedServer;

/// Gives out a text, a few bytes at a time.
class TextStream : public ByteStream {
public:
    TextStream(std::string text, std::size_t step) : text_(std::move(text)), step_(step) {}

    std::size_t read_some(std::span<char> buffer, Deadline) override {
        const std::size_t count = std::min({step_, buffer.size(), text_.size()});
        text_.copy(buffer.data(), count);
        text_.erase(0, count);
        return count;
    }

    bool write(std::string_view, Deadline) override { return true; }

    bool is_idle() override { return false; }

private:
    std::string text_;
    std::size_t step_;
};

/// The reply as `status body`, with `!` if the connection must end; or the error.
std::string read(const std::string& bytes, bool is_head = false) {
    std::string first;
    for (const std::size_t step : {std::size_t{1}, std::size_t{7}, bytes.size() + 1}) {
        TextStream stream(bytes, step);
        std::string text;
        try {
            const ReadReply result = read_reply(stream, is_head, Deadline::max());
            text = std::to_string(result.reply.status) + " " + result.reply.body +
                   (result.keeps_alive ? "" : "!");
        } catch (const TransportError& error) {
            text = error.what();
        }
        if (first.empty()) first = text;
        EXPECT_EQ(text, first) << "in steps of " << step;
    }
    return first;
}

TEST(HttpReplyReader, ReadsReplies) {
    const struct {
        const char* bytes;
        const char* result;
    } cases[] = {
        {"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", "200 abc"},
        {"HTTP/1.1 200\r\ncontent-length:3\r\n\r\nabcdef", "200 abc"},
        {"HTTP/1.1 400 Bad\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", "400 !"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: "
         "chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
         "200 abcde"},
        {"HTTP/1.1 200 OK\r\n\r\nall the rest", "200 all the rest!"},
        {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No\r\n\r\n", "204 "},
        {"HTTP/1.1 200 OK\nContent-Length: 1\n\nx", "200 x"},
        {"", "the connection was closed without a reply"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
         "the connection was closed in the middle of the reply"},
        {"SSH-2.0-x\r\n", "the reply is not HTTP: 'SSH-2.0-x'"},
        {"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "the reply has an unreadable length 'x'"},
    };

    for (const auto& one : cases) EXPECT_EQ(read(one.bytes), one.result) << one.bytes;
    EXPECT_EQ(read("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", true), "200 ") << "HEAD";
}

TEST(HttpMessage, WritesRequests) {
    HttpRequest request;
    request.headers = {{"A", "b"}};
    request.body = "xyz";
    EXPECT_EQ(
        to_bytes(request, "h:1"),
        "POST / HTTP/1.1\r\nHost: h:1\r\nA: b\r\nContent-Length: 3\r\n\r\nxyz"
    );
    request.headers = {{"host", "other"}, {"content-length", "9"}};
    EXPECT_EQ(
        to_bytes(request, "h:1"), "POST / HTTP/1.1\r\nhost: other\r\ncontent-length: 9\r\n\r\nxyz"
    );
    request.headers.clear();
    request.is_chunked = true;
    EXPECT_EQ(
        to_bytes(request, "h"),
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nxyz\r\n0\r\n\r\n"
    );
}

Endpoint endpoint_of(const ScriptedServer& server) {
    return {false, "127.0.0.1", std::to_string(server.port())};
}

std::string error_of(HttpClient& client) {
    try {
        client.send({});
        return "";
    } catch (const TransportError& error) {
        return error.what();
    }
}

TEST(HttpClient, KeepsItsConnection) {
    const ScriptedServer server([](const ScriptedRequest&) {
        return testing::json_reply(200, "{}");
    });
    HttpClient client(endpoint_of(server), false, milliseconds(5'000));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(client.send({}).body, "{}");
    EXPECT_EQ(server.connection_count(), 1);
}

TEST(HttpClient, SurvivesADroppedConnection) {
    std::atomic<int> calls{0};
    const ScriptedServer server([&](const ScriptedRequest&) -> std::optional<std::string> {
        if (++calls == 1) return std::nullopt;
        return testing::json_reply(200, "{}");
    });
    HttpClient client(endpoint_of(server), false, milliseconds(5'000));
    EXPECT_EQ(error_of(client), "the connection was closed without a reply");
    EXPECT_EQ(error_of(client), "");
}

TEST(HttpClient, GivesUpWhenNoReplyComes) {
    const ScriptedServer server([](const ScriptedRequest&) { return std::string(); });
    HttpClient client(endpoint_of(server), false, milliseconds(50));
    EXPECT_EQ(error_of(client), "no answer in time");
}

TEST(HttpClient, TellsThatNobodyListens) {
    HttpClient client({false, "127.0.0.1", "1"}, false, milliseconds(5'000));
    EXPECT_EQ(error_of(client), "cannot connect: Connection refused");
}

TEST(Gzip, RestoresWhatItPacks) {
    for (const std::size_t size : {0, 1, 1'000, 1'000'000}) {
        const std::string text(size, 'x');
        EXPECT_EQ(gunzip(gzip(text)), text) << size;
    }
    EXPECT_EQ(gunzip("no gzip"), std::nullopt);
    EXPECT_EQ(crc32_of("{}"), 2'745'614'147U);
}

}  // namespace
}  // namespace stator::conformance
