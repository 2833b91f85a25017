#include "transport/reply_reader.hpp"

#include <gtest/gtest.h>

namespace stator::transport {
namespace {

// Provides a text, a few bytes at a time.
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

// The reply as `status body`, with `!` if the connection must end; or the error.
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

TEST(ReplyReader, ReadsReplies) {
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
        {"HTTP/1.1 2000 OK\r\n\r\n", "the reply is not HTTP: 'HTTP/1.1 2000 OK'"},
        {"HTTP/1.1 20\r\n\r\n", "the reply is not HTTP: 'HTTP/1.1 20'"},
        {"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "the reply has an unreadable length 'x'"},
    };

    for (const auto& one : cases) EXPECT_EQ(read(one.bytes), one.result) << one.bytes;
    EXPECT_EQ(read("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", true), "200 ") << "HEAD";
}

TEST(ReplyReader, ReadsReplyAfterReply) {
    TextStream stream(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"
        "HTTP/1.1 204 No\r\n\r\n",
        1'000
    );
    ReplyReader reader(stream);
    EXPECT_EQ(reader.read(false, Deadline::max()).reply.status, 100);
    EXPECT_FALSE(reader.is_at_end(Deadline::max()));
    EXPECT_EQ(reader.read(false, Deadline::max()).reply.body, "x");
    EXPECT_EQ(reader.read(false, Deadline::max()).reply.status, 204);
    EXPECT_TRUE(reader.is_at_end(Deadline::max()));
}

TEST(ReplyReader, ReadsIntoTheMemoryItIsGiven) {
    constexpr std::size_t kSize = 1'000'000;
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";
    std::string memory(kSize + 100, 'm');
    const char* const place = memory.data();
    for (const char letter : {'a', 'b'}) {
        const std::string body(kSize, letter);
        TextStream stream(head + body, 100'000);
        memory = read_reply(stream, false, Deadline::max(), std::move(memory)).reply.body;
        EXPECT_TRUE(memory == body);
        EXPECT_EQ(memory.data(), place);
    }
    // Smaller and growing bodies are also read correctly.
    TextStream small("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", 7);
    std::string body = read_reply(small, false, Deadline::max(), std::move(memory)).reply.body;
    EXPECT_EQ(body, "x");
    EXPECT_LT(body.capacity(), 1'000);
    TextStream large(head + std::string(kSize, 'c'), 7'000);
    body = read_reply(large, false, Deadline::max(), std::move(body)).reply.body;
    EXPECT_TRUE(body == std::string(kSize, 'c'));
}

TEST(ReplyReader, DistinguishesABrokenReplyFromNone) {
    TextStream nothing("", 1);
    TextStream half("HTTP/1.1 200 OK\r\n", 1);
    EXPECT_THROW(read_reply(half, false, Deadline::max()), BrokenReplyError);
    try {
        read_reply(nothing, false, Deadline::max());
        ADD_FAILURE() << "a reply of nothing";
    } catch (const BrokenReplyError&) {
        ADD_FAILURE() << "nothing came, so nothing is broken";
    } catch (const TransportError&) {
    }
}

}  // namespace
}  // namespace stator::transport
