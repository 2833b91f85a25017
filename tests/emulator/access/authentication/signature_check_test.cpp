#include "emulator/access/authentication/signature_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>

#include "emulator/base/time_text.hpp"
#include "tests/emulator/access/authentication/signed_request.hpp"

namespace stator::emulator::access::authentication {
namespace {

using testing::SignedRequest;
using testing::SigningDraft;

constexpr std::string_view kKeys = R"({
  "account": "123456789012",
  "users": {"alice": {"keys": [
    {"id": "AKIAALICE", "secret": "alice's secret"},
    {"id": "AKIAOLD", "secret": "old", "active": false}]}},
  "roles": {"app": {}},
  "sessions": [
    {"role": "app", "session": "ci", "id": "ASIACI", "secret": "session's secret", "token": "to/ken=",
     "expires": "2026-11-25T18:00:00Z"},
    {"role": "app", "session": "past", "id": "ASIAPAST", "secret": "past", "token": "past token",
     "expires": "2026-11-25T11:59:59Z"}]})";

constexpr std::string_view kMismatch =
    "InvalidSignatureException: The request signature we calculated does not match the signature "
    "you provided. Check your AWS Secret Access Key and signing method. Consult the service "
    "documentation for details.";

class SignatureCheckTest : public ::testing::Test {
protected:
    SignatureCheckTest() {
        auto document = protocol::wire::JsonDocument::parse(std::string(kKeys));
        store_.replace(*KeyRing::read(document->root(), "the test"));
    }

    // "key@region", or "Type: message".
    std::string outcome(const SigningDraft& draft, std::string_view time = "2026-11-25T12:00:00Z") {
        SignedRequest signed_request(draft);
        return outcome(signed_request.request(), time);
    }

    std::string outcome(
        const http::HttpRequest& request, std::string_view time = "2026-11-25T12:00:00Z"
    ) {
        const auto result = check_.check(request, *parse_time(time));
        if (result.has_value()) return result->access_key + "@" + result->region;
        std::string text(protocol::error_name(result.error().type));
        return text.append(": ").append(result.error().message);
    }

    static SigningDraft of_session() {
        SigningDraft draft;
        draft.key_id = "ASIACI";
        draft.secret = "session's secret";
        draft.token = "to/ken=";
        return draft;
    }

    KeyStore store_{""};
    SignatureCheck check_{store_, false};
};

TEST_F(SignatureCheckTest, AcceptsBothForms) {
    SigningDraft draft;
    EXPECT_EQ(outcome(draft), "AKIAALICE@eu-west-1");
    draft.is_query = true;
    EXPECT_EQ(outcome(draft), "AKIAALICE@eu-west-1");
    draft.signed_headers = "x-amz-target;host;X-Amz-Date";
    draft.is_query = false;
    EXPECT_EQ(outcome(draft), "AKIAALICE@eu-west-1");
    EXPECT_EQ(check_.totals().verified, 3U);
    EXPECT_EQ(check_.totals().refused, 0U);
}

TEST_F(SignatureCheckTest, AcceptsATokenSignedOrNot) {
    SigningDraft draft = of_session();
    for (const bool is_query : {false, true}) {
        for (const bool is_unsigned : {false, true}) {
            draft.is_query = is_query;
            draft.leaves_token_unsigned = is_unsigned;
            EXPECT_EQ(outcome(draft), "ASIACI@eu-west-1") << is_query << is_unsigned;
        }
    }
}

TEST_F(SignatureCheckTest, TakesDateForXAmzDateInItsBasicForm) {
    SigningDraft draft;
    draft.signed_headers = "host";
    SignedRequest signed_request(draft);
    http::HttpRequest& request = signed_request.request();
    request.amz_date = {};
    request.date = "20261125T120000Z";
    EXPECT_EQ(outcome(request), "AKIAALICE@eu-west-1");
    request.date = "Wed, 25 Nov 2026 12:00:00 GMT";
    EXPECT_EQ(
        outcome(request),
        "IncompleteSignatureException: Date must be in ISO-8601 'basic format'. Got 'Wed, 25 Nov "
        "2026 12:00:00 GMT'. See http://en.wikipedia.org/wiki/ISO_8601"
    );
}

TEST_F(SignatureCheckTest, ChecksXAmzDateFirst) {
    SigningDraft draft;
    draft.signed_headers = "host";
    SignedRequest signed_request(draft);
    signed_request.request().date = "Wed, 25 Nov 2026 12:00:00 GMT";
    EXPECT_EQ(outcome(signed_request.request()), "AKIAALICE@eu-west-1");
}

// AWS: only the host must be signed. HTTP/2 calls it ":authority".
TEST_F(SignatureCheckTest, RequiresOnlyTheHostToBeSigned) {
    SigningDraft draft;
    draft.signed_headers = "host";
    EXPECT_EQ(outcome(draft), "AKIAALICE@eu-west-1");
    draft.signed_headers = ":authority";
    EXPECT_EQ(outcome(draft), "AKIAALICE@eu-west-1");
    draft.signed_headers = "hosts";
    EXPECT_EQ(
        outcome(draft),
        "InvalidSignatureException: 'Host' or ':authority' must be a 'SignedHeader' in the AWS "
        "Authorization."
    );
}

TEST_F(SignatureCheckTest, CountsASignedHeaderThatIsNotThereAsEmpty) {
    SigningDraft draft;
    draft.signed_headers = "connection;host;x-amz-date";
    EXPECT_EQ(outcome(draft), "AKIAALICE@eu-west-1");
    SignedRequest signed_request(draft);
    std::vector<signing::HeaderField> fields(
        signed_request.request().fields.begin(), signed_request.request().fields.end()
    );
    fields.push_back({"Connection", "keep-alive"});
    signed_request.request().fields = fields;
    EXPECT_EQ(outcome(signed_request.request()), kMismatch);
}

TEST_F(SignatureCheckTest, OverlooksSlashesBehindACredential) {
    SigningDraft draft;
    draft.sent_scope_end = "//";
    EXPECT_EQ(outcome(draft), "AKIAALICE@eu-west-1");
}

TEST_F(SignatureCheckTest, ReportsSignaturesThatAreTooOldOrTooYoung) {
    SigningDraft draft;
    EXPECT_EQ(outcome(draft, "2026-11-25T12:15:00Z"), "AKIAALICE@eu-west-1");
    EXPECT_EQ(outcome(draft, "2026-11-25T11:45:00Z"), "AKIAALICE@eu-west-1");
    EXPECT_EQ(
        outcome(draft, "2026-11-25T12:15:01Z"),
        "InvalidSignatureException: Signature expired: 20261125T120000Z is now earlier than "
        "20261125T120001Z (20261125T121501Z - 15 min.)"
    );
    EXPECT_EQ(
        outcome(draft, "2026-11-25T11:44:59Z"),
        "InvalidSignatureException: Signature not yet current: 20261125T120000Z is still later "
        "than 20261125T115959Z (20261125T114459Z + 15 min.)"
    );
    draft.is_query = true;
    draft.expires = "3600";
    EXPECT_EQ(outcome(draft, "2026-11-25T12:59:59Z"), "AKIAALICE@eu-west-1");
    EXPECT_TRUE(outcome(draft, "2026-11-25T13:00:01Z").ends_with("(20261125T130001Z - 60 min.)"));
    // At most a week; 15 minutes if the number is invalid.
    draft.expires = "9999999";
    EXPECT_EQ(outcome(draft, "2026-12-02T12:00:00Z"), "AKIAALICE@eu-west-1");
    EXPECT_TRUE(outcome(draft, "2026-12-02T12:00:01Z").ends_with(" - 10080 min.)"));
    for (const char* number : {"0", "-5", "soon"}) {
        draft.expires = number;
        EXPECT_EQ(outcome(draft, "2026-11-25T12:15:00Z"), "AKIAALICE@eu-west-1") << number;
        EXPECT_TRUE(outcome(draft, "2026-11-25T12:15:01Z").ends_with(" - 15 min.)")) << number;
    }
}

TEST_F(SignatureCheckTest, NamesAllMistakesOfAScopeInTheirOrder) {
    SigningDraft draft;
    draft.region = "EU";
    draft.service = "s3";
    draft.terminator = "aws3_request";
    draft.day = "20261124";
    EXPECT_EQ(
        outcome(draft),
        "InvalidSignatureException: Credential should be scoped to a valid region, not 'EU'. "
        "Credential should be scoped to correct service: 'dynamodb'. Credential should be scoped "
        "with a valid terminator: 'aws4_request', not 'aws3_request'. Date in Credential scope "
        "does not match YYYYMMDD from ISO-8601 version of date from HTTP: '20261124' != "
        "'20261125', from '20261125T120000Z'."
    );
}

TEST_F(SignatureCheckTest, HonoursNoHashThatIsNotTheBodys) {
    SigningDraft draft;
    draft.content_hash = signing::hex_sha256("{}");
    EXPECT_EQ(outcome(draft), "AKIAALICE@eu-west-1");
    draft.sent_body = R"({"Limit":1})";
    EXPECT_EQ(outcome(draft), kMismatch);
    draft.sent_body.clear();
    for (const char* hash : {"UNSIGNED-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"}) {
        draft.content_hash = hash;
        EXPECT_EQ(outcome(draft), kMismatch) << hash;
    }
    draft.content_hash = "UNSIGNED-PAYLOAD";
    draft.is_query = true;
    EXPECT_EQ(outcome(draft), "AKIAALICE@eu-west-1");
}

TEST_F(SignatureCheckTest, ShowsTheExpectedTextsIfExplaining) {
    SignatureCheck explaining(store_, true);
    SigningDraft draft;
    draft.secret = "another";
    SignedRequest signed_request(draft);
    const auto result =
        explaining.check(signed_request.request(), *parse_time("2026-11-25T12:00:00Z"));
    ASSERT_TRUE(result.has_error());
    const std::string& message = result.error().message;
    EXPECT_NE(message.find("should have been\n'POST\n/\n\nhost:localhost:8000\n"), message.npos);
    EXPECT_TRUE(message.ends_with("'\n")) << message;
}

class Draws {
public:
    explicit Draws(std::uint64_t seed) : engine_(seed) {}

    // Returns a number from 0 to bound - 1. If the bound is a list's size, the number is an index.
    std::size_t below(std::size_t bound) { return engine_() % bound; }

private:
    std::mt19937_64 engine_;
};

// A mistake in a request. They are listed in the order in which the server finds them.
struct Mutation {
    std::string_view error;  // how the error begins
    std::function<void(SigningDraft&, Draws&)> apply;
};

const std::vector<Mutation>& mutations() {
    static const std::vector<Mutation> all = {
        {"IncompleteSignatureException: 'blank' not a valid key=value pair",
         [](SigningDraft& draft, auto&) {
             draft.is_query = false;
             draft.further_part = ", blank";
         }},
        {"IncompleteSignatureException: A",
         [](SigningDraft& draft, auto&) { draft.leaves_signature_out = true; }},
        {"IncompleteSignatureException: Date must be",
         [](SigningDraft& draft, auto& random) {
             draft.date[random.below(draft.date.size())] = 'x';
         }},
        {"InvalidSignatureException: Signature expired: ",
         [](SigningDraft& draft, auto& random) {
             // A mistake in the form of the date shows there and stays.
             const bool is_broken = draft.date.find('x') != std::string::npos;
             if (!is_broken) draft.date = "20261125T0" + std::to_string(random.below(10)) + "0000Z";
         }},
        {"InvalidSignatureException: 'Host' or ':authority' must be",
         [](SigningDraft& draft, auto&) {
             draft.is_query = false;
             draft.signed_headers = "x-amz-date;x-amz-target";
             draft.leaves_token_unsigned = true;
         }},
        {"IncompleteSignatureException: Unsupported AWS 'algorithm': ",
         [](SigningDraft& draft, auto&) { draft.algorithm = "AWS4-ECDSA-P256-SHA256"; }},
        {"IncompleteSignatureException: Credential must have exactly 5",
         [](SigningDraft& draft, auto&) { draft.key_id = "AKIA/ALICE"; }},
        {"InvalidSignatureException: Credential should be scoped",
         [](SigningDraft& draft, auto& random) {
             (random.below(2) == 0 ? draft.service : draft.terminator) = "other";
         }},
        {"UnrecognizedClientException: The security token included in the request is invalid.",
         [](SigningDraft& draft, auto& random) {
             if (draft.key_id == "AKIA/ALICE") return;
             draft.key_id = random.below(2) == 0 ? "AKIANOBODY" : "AKIAOLD";
         }},
        {kMismatch,
         [](SigningDraft& draft, auto& random) {
             switch (random.below(3)) {
                 case 0: draft.secret += "x"; break;
                 case 1: draft.sent_body = R"({"Limit":2})"; break;
                 default: draft.content_hash = std::string(64, '0'); break;
             }
         }},
    };
    return all;
}

TEST_F(SignatureCheckTest, FindsTheFirstMistakeOfAThousandRequests) {
    constexpr std::uint64_t kSeed = 23;
    Draws random(kSeed);
    std::array<int, 10> met{};
    for (int i = 0; i < 1'000; ++i) {
        SigningDraft draft = random.below(2) == 0 ? SigningDraft() : of_session();
        draft.is_query = random.below(2) == 0;
        draft.body = R"({"Limit":)" + std::to_string(1 + random.below(100)) + "}";
        std::size_t first = mutations().size();
        const std::size_t count = 1 + random.below(3);
        for (std::size_t mistake = 0; mistake < count; ++mistake) {
            const std::size_t chosen = random.below(mutations().size());
            // Two mistakes in the same place would hide each other.
            if (first != mutations().size() && (chosen == 3 || chosen == 2)) continue;
            mutations()[chosen].apply(draft, random);
            first = std::min(first, chosen);
        }
        ++met.at(first);
        const std::string said = outcome(draft);
        EXPECT_TRUE(said.starts_with(mutations()[first].error))
            << "seed " << kSeed << ", request " << i << ", mistake " << first << ": " << said;
    }
    for (std::size_t i = 0; i < met.size(); ++i) EXPECT_GT(met[i], 20) << i;
}

TEST_F(SignatureCheckTest, ChecksSessionsAfterTheirSignature) {
    constexpr std::string_view kWrongToken =
        "UnrecognizedClientException: The security token included in the request is invalid";
    SigningDraft draft = of_session();
    draft.token = "another token";
    EXPECT_EQ(outcome(draft), kWrongToken);
    draft.token.clear();
    EXPECT_EQ(outcome(draft), kWrongToken);
    draft.secret = "wrong";
    EXPECT_EQ(outcome(draft), kMismatch);

    SigningDraft tokened;
    tokened.sent_token = "a token that no long-term key has";
    EXPECT_EQ(outcome(tokened), kWrongToken);

    SigningDraft past;
    past.key_id = "ASIAPAST";
    past.secret = "past";
    past.token = "past token";
    EXPECT_EQ(
        outcome(past),
        "ExpiredTokenException: The security token included in the request is expired"
    );
    past.token = "wrong";
    EXPECT_EQ(outcome(past), kWrongToken);
}

TEST_F(SignatureCheckTest, SignsThePathAsItWasSent) {
    SigningDraft draft;
    SignedRequest signed_request(draft);
    http::HttpRequest& request = signed_request.request();
    request.sent_target = "/u/alpha/";
    EXPECT_EQ(outcome(request), kMismatch);
    request.sent_target = "/";
    EXPECT_EQ(outcome(request), "AKIAALICE@eu-west-1");
}

}  // namespace
}  // namespace stator::emulator::access::authentication
