// The examples that AWS publishes with their signatures.
#include "signing/request_signing.hpp"

#include <gtest/gtest.h>

namespace stator::signing {
namespace {

// docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
constexpr std::string_view kS3Secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const Time kS3Time{std::chrono::seconds(1'369'353'600)};  // 2013-05-24
const Scope kS3Scope{"us-east-1", "s3"};

Message s3_message(std::string method, std::string path) {
    Message message{std::move(method), std::move(path)};
    message.payload_hash = hex_sha256("");
    message.headers = {
        {"Host", "examplebucket.s3.amazonaws.com"},
        {"x-amz-content-sha256", message.payload_hash},
        {"x-amz-date", "20130524T000000Z"}};
    return message;
}

TEST(RequestSigning, SignsAsTheExampleOfGetObject) {
    Message message = s3_message("GET", "/test.txt");
    message.headers.emplace_back("Range", "bytes=0-9");
    EXPECT_EQ(
        signature(message, kS3Scope, kS3Secret, kS3Time),
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
    );
}

TEST(RequestSigning, SignsAsTheExampleOfPutObject) {
    Message message = s3_message("PUT", "/test%24file.text");
    message.payload_hash = hex_sha256("Welcome to Amazon S3.");
    message.headers[1].second = message.payload_hash;
    message.headers.emplace_back("Date", "Fri, 24 May 2013 00:00:00 GMT");
    message.headers.emplace_back("x-amz-storage-class", "REDUCED_REDUNDANCY");
    EXPECT_EQ(
        signature(message, kS3Scope, kS3Secret, kS3Time),
        "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
    );
}

TEST(RequestSigning, SignsAsTheExampleOfAList) {
    Message message = s3_message("GET", "/");
    message.query = {{"prefix", "J"}, {"max-keys", "2"}};
    EXPECT_EQ(
        authorization(message, kS3Scope, {"AKIAIOSFODNN7EXAMPLE", std::string(kS3Secret)}, kS3Time),
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
        "SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
        "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
    );
}

// docs.aws.amazon.com/general/latest/gr/sigv4-signed-request-examples.html
TEST(RequestSigning, SignsAsTheExampleOfListUsers) {
    Message message{"GET", "/"};
    message.payload_hash = hex_sha256("");
    message.query = {{"Action", "ListUsers"}, {"Version", "2010-05-08"}};
    message.headers = {
        {"Content-Type", "application/x-www-form-urlencoded;  charset=utf-8 "},
        {"host", "iam.amazonaws.com"},
        {"x-amz-date", "20150830T123600Z"}};
    EXPECT_EQ(
        signature(
            message,
            {"us-east-1", "iam"},
            "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
            Time(std::chrono::seconds(1'440'938'160))
        ),
        "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"
    );
}

TEST(RequestSigning, EncodesAPathOnceMoreUnlessItIsS3s) {
    const Message message{"GET", "/a%20b/c"};
    EXPECT_TRUE(canonical_request(message, {"us-east-1", "lambda"}).starts_with("GET\n/a%2520b/c\n")
    );
    EXPECT_TRUE(canonical_request(message, kS3Scope).starts_with("GET\n/a%20b/c\n"));
}

}  // namespace
}  // namespace stator::signing
