#include "load/response_reader.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace stator::bench {
namespace {

struct Case {
    const char* name;
    const char* bytes;
    unsigned status;
    const char* body;
    bool closes;
};

constexpr Case kCases[] = {
    {"plain", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", false},
    {"lower case", "HTTP/1.1 200 OK\r\ncontent-length:5 \r\n\r\nhello", 200, "hello", false},
    {"empty", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, "", false},
    {"error", "HTTP/1.1 400 Bad\r\nX: y\r\nContent-Length: 2\r\n\r\n{}", 400, "{}", false},
    {"closing",
     "HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 1\r\n\r\nx",
     200,
     "x",
     true},
    {"chunked",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\nA\r\n, chunked.\r\n"
     "0\r\n\r\n",
     200,
     "hello, chunked.",
     false},
    {"trailer",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nSum: 1\r\n\r\n",
     200,
     "x",
     false},
};

TEST(ResponseReader, ReadsRepliesSplitAtAnyPosition) {
    for (const Case& test : kCases) {
        const std::string_view bytes = test.bytes;
        for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
            ResponseReader reader;
            reader.start(true);
            reader.feed(bytes.substr(0, cut));
            EXPECT_EQ(reader.complete(), cut == bytes.size()) << test.name << cut;
            reader.feed(bytes.substr(cut));
            EXPECT_TRUE(reader.complete()) << test.name << cut;
            EXPECT_EQ(reader.status(), test.status) << test.name << cut;
            EXPECT_EQ(reader.body(), test.body) << test.name << cut;
            EXPECT_EQ(reader.closes_connection(), test.closes) << test.name << cut;
        }
    }
}

TEST(ResponseReader, ReadsOneByteAtATime) {
    for (const Case& test : kCases) {
        ResponseReader reader;
        reader.start(true);
        for (const char byte : std::string_view(test.bytes)) reader.feed({&byte, 1});
        EXPECT_TRUE(reader.complete()) << test.name;
        EXPECT_EQ(reader.body(), test.body) << test.name;
    }
}

TEST(ResponseReader, SkipsUnwantedBodyButKeepsError) {
    ResponseReader reader;
    reader.start(false);
    reader.feed(kCases[0].bytes);
    EXPECT_TRUE(reader.complete());
    EXPECT_EQ(reader.body(), "");
    reader.start(false);
    reader.feed(kCases[3].bytes);
    EXPECT_EQ(reader.body(), "{}");
}

TEST(ResponseReader, RejectsInputThatIsNotOneReply) {
    for (const char* bytes :
         {"SSH-2.0-OpenSSH_9.2\r\n\r\n",
          "HTTP/1.1 200 OK\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1"}) {
        ResponseReader reader;
        reader.start(true);
        EXPECT_THROW(reader.feed(bytes), std::runtime_error) << bytes;
    }
}

}  // namespace
}  // namespace stator::bench
