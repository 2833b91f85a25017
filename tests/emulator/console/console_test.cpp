#include "emulator/console/console.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/console/assets.hpp"

namespace stator::emulator::console {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

http::HttpRequest get(std::string_view target, std::string_view accept_encoding = "gzip, br") {
    http::HttpRequest request;
    request.method = "GET";
    request.target = target;
    request.accept_encoding = accept_encoding;
    return request;
}

std::string header(const http::Reply& reply, std::string_view name) {
    const auto start = reply.headers.find(name);
    if (start == std::string::npos) return "";
    const auto end = reply.headers.find("\r\n", start);
    return reply.headers.substr(start + name.size() + 2, end - start - name.size() - 2);
}

TEST(Console, EveryViewIsTheSamePage) {
    const auto page = answer(get("/_stator/console", ""));
    const auto view = answer(get("/_stator/console/tables/Orders/items?index=by_state", ""));
    ASSERT_TRUE(page && view);
    EXPECT_EQ(page->content_type, "text/html; charset=utf-8");
    EXPECT_THAT(page->body, StartsWith("<!doctype html>"));
    EXPECT_EQ(page->body, view->body);
}

TEST(Console, FilesAreCompressedForClientsThatAcceptGzip) {
    const auto packed = answer(get("/_stator/console/app.js"));
    ASSERT_TRUE(packed);
    EXPECT_EQ(packed->content_type, "text/javascript; charset=utf-8");
    EXPECT_EQ(packed->content_encoding, "gzip");
    EXPECT_EQ(packed->body, packed_script());
    const auto whole = answer(get("/_stator/console/app.js", "br"));
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->content_encoding, "");
    EXPECT_GT(whole->body.size(), packed->body.size());
    EXPECT_THAT(
        answer(get("/_stator/console/app.css", ""))->body, HasSubstr("prefers-color-scheme")
    );
}

TEST(Console, MayConnectOnlyToThisServer) {
    const std::string policy = header(*answer(get("/_stator/console")), "Content-Security-Policy");
    EXPECT_THAT(policy, StartsWith("default-src 'none';"));
    EXPECT_THAT(policy, HasSubstr("connect-src 'self';"));
    EXPECT_THAT(policy, Not(HasSubstr("http")));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
}

TEST(Console, FilesThatABrowserHasAreNotSentAgain) {
    auto request = get("/_stator/console/app.js");
    const std::string etag = header(*answer(request), "ETag");
    ASSERT_NE(etag, "");
    EXPECT_NE(etag, header(*answer(get("/_stator/console")), "ETag"));
    request.if_none_match = etag;
    const auto again = answer(request);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->status, 304);
    EXPECT_EQ(again->body, "");
    request.if_none_match = "\"older\"";
    EXPECT_EQ(answer(request)->status, 200);
}

TEST(Console, OtherPathsAndMethodsAreNotIts) {
    EXPECT_FALSE(answer(get("/_stator/consoles")));
    EXPECT_FALSE(answer(get("/_stator/v1/clock")));
    EXPECT_FALSE(answer(get("/")));
    auto post = get("/_stator/console");
    post.method = "POST";
    EXPECT_FALSE(answer(post));
}

TEST(Console, ItsCallsOfDynamoDbHaveAPathOfTheirOwn) {
    auto request = get("/_stator/console/api");
    EXPECT_FALSE(is_api_call(request));
    request.method = "POST";
    EXPECT_TRUE(is_api_call(request));
    EXPECT_FALSE(answer(request));
    request.target = "/";
    EXPECT_FALSE(is_api_call(request));
}

}  // namespace
}  // namespace stator::emulator::console
