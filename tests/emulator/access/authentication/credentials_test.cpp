#include "emulator/access/authentication/credentials.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::access::authentication {
namespace {

using protocol::ErrorType;

// "Name: message", or "access key@region".
std::string outcome(const http::HttpRequest& request) {
    const auto result = read_credentials(request);
    if (result.has_value()) return result->access_key + "@" + result->region;
    return std::string(protocol::error_name(result.error().type)) + ": " + result.error().message;
}

http::HttpRequest with_header(
    std::string_view authorization, std::string_view amz_date = "20261121"
) {
    http::HttpRequest request;
    request.target = "/";
    request.authorization = authorization;
    request.amz_date = amz_date;
    return request;
}

http::HttpRequest with_target(std::string_view target) {
    http::HttpRequest request;
    request.target = target;
    return request;
}

TEST(Credentials, ReadsKeyAndRegionFromTheHeader) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"AWS4-HMAC-SHA256 Credential=AK/20261121/eu-west-2/dynamodb/aws4_request, "
         "SignedHeaders=host;x-amz-date, Signature=ab",
         "AK@eu-west-2"},
        {"AWS4-HMAC-SHA256 Credential=AK/d/local/dynamodb/aws4_request,SignedHeaders=h,Signature=a",
         "AK@local"},
        {"  AWS4-X Signature=a Credential=AK/d/r/s/t SignedHeaders=h", "AK@r"},
        {"AWS4-HMAC-SHA256 Credential=AK, SignedHeaders=h, Signature=a", "AK@us-east-1"},
        {"AWS4-HMAC-SHA256 Credential=AK/d//s, SignedHeaders=h, Signature=a", "AK@us-east-1"},
    };
    for (const auto& [header, expected] : cases) {
        EXPECT_EQ(outcome(with_header(header)), expected) << header;
    }
}

// Header bytes are read as Latin-1 and echoed in UTF-8, because error replies are JSON.
TEST(Credentials, ReadsHeadersAsLatin1) {
    const std::string scope = "Credential=\xC4K/20261121/r\xE9gion/dynamodb/aws4_request";
    const std::string header = "AWS4-HMAC-SHA256 " + scope + ", SignedHeaders=h";
    EXPECT_EQ(outcome(with_header(header + ", Signature=a")), "ÄK@région");
    EXPECT_EQ(
        outcome(with_header(header)),
        "IncompleteSignatureException: Authorization header requires 'Signature' parameter. "
        "Authorization=AWS4-HMAC-SHA256 Credential=ÄK/20261121/région/dynamodb/aws4_request, "
        "SignedHeaders=h"
    );
}

TEST(Credentials, MissesEveryCombinationOfHeaderParameters) {
    for (unsigned present = 0; present < 16; ++present) {
        std::string header("AWS4-HMAC-SHA256 ");
        std::string expected;
        const auto part = [&](unsigned bit, const std::string& name) {
            if (present & bit) {
                header += name + "=v, ";
            } else {
                expected += "Authorization header requires '" + name + "' parameter. ";
            }
        };
        part(1, "Credential");
        part(2, "Signature");
        part(4, "SignedHeaders");
        const bool has_date = present & 8;
        if (!has_date) {
            expected +=
                "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' "
                "header. ";
        }
        const std::string result = outcome(with_header(header, has_date ? "d" : ""));
        if (present == 15) {
            EXPECT_EQ(result, "v@us-east-1");
        } else {
            EXPECT_EQ(
                result, "IncompleteSignatureException: " + expected + "Authorization=" + header
            );
        }
    }
}

TEST(Credentials, UsesDateIfAmzDateIsMissingAndTakesEmptyValuesAsMissing) {
    http::HttpRequest request =
        with_header("AWS4-X Credential=A, Signature=b, SignedHeaders=c", "");
    request.date = "today";
    EXPECT_EQ(outcome(request), "A@us-east-1");
    EXPECT_EQ(
        outcome(with_header("AWS4-X Credential=, Signature=b, SignedHeaders=c")),
        "IncompleteSignatureException: Authorization header requires 'Credential' parameter. "
        "Authorization=AWS4-X Credential=, Signature=b, SignedHeaders=c"
    );
}

TEST(Credentials, RefusesNoneAndBoth) {
    const std::string missing =
        "MissingAuthenticationTokenException: Request is missing Authentication Token";
    EXPECT_EQ(outcome(with_header("")), missing);
    EXPECT_EQ(outcome(with_header("Basic abc")), missing);
    EXPECT_EQ(outcome(with_header("AWS3-HTTPS x")), missing);
    EXPECT_EQ(outcome(with_target("/?X-Amz-Credential=a")), missing);

    const std::string both =
        "InvalidSignatureException: Found both 'X-Amz-Algorithm' as a query-string param and "
        "'Authorization' as HTTP header.";
    for (const char* target :
         {"/?X-Amz-Algorithm", "/?X-Amz-Algorithm=", "/?a&X-Amz-Algorithm=b"}) {
        http::HttpRequest request = with_target(target);
        request.authorization = "X";
        EXPECT_EQ(outcome(request), both) << target;
    }
}

TEST(Credentials, MissesEveryCombinationOfQueryParameters) {
    const std::vector<std::string> names = {
        "X-Amz-Algorithm",
        "X-Amz-Credential",
        "X-Amz-Signature",
        "X-Amz-SignedHeaders",
        "X-Amz-Date"};
    for (unsigned present = 0; present < 32; ++present) {
        std::string target("/?");
        std::string expected;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const bool has_value = present & (1U << i);
            target += names[i] + "=" + (has_value ? "K%2Fd%2Feu-west-1%2Fs&" : "&");
            if (has_value) continue;
            expected += "AWS query-string parameters must include '" + names[i] + "'. ";
        }
        const std::string result = outcome(with_target(target));
        if (present == 31) {
            EXPECT_EQ(result, "K@eu-west-1");
        } else {
            EXPECT_EQ(
                result,
                "IncompleteSignatureException: " + expected +
                    "Re-examine the query-string parameters."
            );
        }
    }
    EXPECT_EQ(
        outcome(with_target("/?X-Amz-Algorithm")),
        "IncompleteSignatureException: "
        "AWS query-string parameters must include 'X-Amz-Algorithm'. "
        "AWS query-string parameters must include 'X-Amz-Credential'. "
        "AWS query-string parameters must include 'X-Amz-Signature'. "
        "AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
        "AWS query-string parameters must include 'X-Amz-Date'. "
        "Re-examine the query-string parameters."
    );
}

TEST(Credentials, SurvivesBrokenPercentCodes) {
    const std::string rest =
        "&X-Amz-Algorithm=a&X-Amz-Signature=b&X-Amz-SignedHeaders=c&X-Amz-Date=d";
    EXPECT_EQ(outcome(with_target("/?X-Amz-Credential=K%2" + rest)), "K%2@us-east-1");
    EXPECT_EQ(outcome(with_target("/?X-Amz-Credential=K%zz%2f" + rest)), "K%zz@us-east-1");
}

}  // namespace
}  // namespace stator::emulator::access::authentication
