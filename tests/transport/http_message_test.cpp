#include "transport/http_message.hpp"

#include <gtest/gtest.h>

namespace stator::transport {
namespace {

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

TEST(HttpMessage, FindsHeadersInAnyCase) {
    const HttpHeaders headers = {{"Content-Type", "a"}, {"content-type", "b"}};
    EXPECT_EQ(*find_header(headers, "CONTENT-TYPE"), "a");
    EXPECT_EQ(find_header(headers, "Content"), nullptr);
    EXPECT_EQ(to_lower("Content-Type\xC4"), "content-type\xC4");
}

}  // namespace
}  // namespace stator::transport
